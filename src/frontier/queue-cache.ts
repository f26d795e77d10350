// The next few URLs of each host, read ahead, so that handing one out rarely costs a query and never a write.
import { classOf, type QueuedUrl } from './url-table.ts';

/** Rows read ahead over all hosts together; some 10 MB. */
const maxRows = 20_000;
const maxPerQueue = 10;

export interface QueueCache {
  /** First waiting URL of the slot, reading ahead when needed; null when all that waits is taken. */
  head(slot: number): QueuedUrl | null;
  takeHead(slot: number): void;
  /** Class of the URL after the head, or null when that is not known without a query. */
  knownClass(slot: number): number | null;
  /** Puts back a URL that was taken. */
  putBack(slot: number, url: QueuedUrl): void;
  /** To be called when a URL joined the queue, or moved up in it: what was read ahead may be out of order. */
  joined(slot: number, ord: number): void;
  forget(slot: number): void;
}

export interface QueueSource {
  read(slot: number, limit: number): QueuedUrl[];
  isTaken(fp: number): boolean;
  /** Taken and otherwise unusable URLs that a read of this slot may bring. */
  taken(slot: number): number;
  /** How many hosts share the room. */
  hosts(): number;
}

export function makeQueueCache(source: QueueSource): QueueCache {
  const queues = new Map<number, QueuedUrl[]>();
  let rows = 0;
  const forget = (slot: number): void => {
    rows -= queues.get(slot)?.length ?? 0;
    queues.delete(slot);
  };
  const read = (slot: number): QueuedUrl[] => {
    const share = Math.floor(maxRows / Math.max(1, source.hosts()));
    const limit = Math.min(maxPerQueue, Math.max(1, share));
    const urls = source.read(slot, limit + source.taken(slot)).filter(({ fp }) => !source.isTaken(fp));
    while (rows + urls.length > maxRows && queues.size > 0) forget(queues.keys().next().value!);
    queues.set(slot, urls);
    rows += urls.length;
    return urls;
  };
  return {
    forget,
    head: (slot) => {
      const known = queues.get(slot);
      return (known !== undefined && known.length > 0 ? known : read(slot))[0] ?? null;
    },
    takeHead: (slot) => {
      const urls = queues.get(slot)!;
      urls.shift();
      rows--;
      if (urls.length === 0) queues.delete(slot);
    },
    knownClass: (slot) => {
      const next = queues.get(slot)?.[0];
      return next === undefined ? null : classOf(next.ord);
    },
    putBack: (slot, url) => {
      const urls = queues.get(slot);
      // What was read since may begin further down the queue.
      if (urls === undefined || urls.length === 0 || urls[0]!.ord < url.ord) return forget(slot);
      urls.unshift(url);
      rows++;
    },
    joined: (slot, ord) => {
      const last = queues.get(slot)?.at(-1);
      if (last !== undefined && ord < last.ord) forget(slot);
    },
  };
}
