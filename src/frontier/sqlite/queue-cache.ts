// The next few URLs of each host, read ahead, so that handing one out rarely costs a query and never a write.
import { classOf, type QueuedUrl } from '../url-row.ts';

/** Rows read ahead over all hosts together; some 10 MB. */
const maxRows = 20_000;
const maxPerQueue = 10;

/** The pending URLs of hosts in memory, by queue. */
export interface VisitQueues {
  /** First pending URL of the queue; null when all of them are out. */
  head(slot: number): QueuedUrl | null;
  takeHead(slot: number): void;
  /** Class of the head, or null when that is not known without a query. */
  knownClass(slot: number): number | null;
  /** Returns a URL that was handed out. */
  putBack(slot: number, url: QueuedUrl): void;
}

export interface QueueSource {
  read(slot: number, limit: number): QueuedUrl[];
  isTaken(fp: number): boolean;
  /** URLs that are out or otherwise unusable and that a read of this queue may include. */
  taken(slot: number): number;
  /** How many hosts share the cache. */
  hosts(): number;
}

export class QueueCache implements VisitQueues {
  readonly #source: QueueSource;
  readonly #queues = new Map<number, QueuedUrl[]>();
  #rows = 0;

  constructor(source: QueueSource) {
    this.#source = source;
  }

  /** Reads ahead when needed. */
  head(slot: number): QueuedUrl | null {
    const known = this.#queues.get(slot);
    return (known !== undefined && known.length > 0 ? known : this.#read(slot))[0] ?? null;
  }

  takeHead(slot: number): void {
    const urls = this.#queues.get(slot)!;
    urls.shift();
    this.#rows--;
    if (urls.length === 0) this.#queues.delete(slot);
  }

  knownClass(slot: number): number | null {
    const next = this.#queues.get(slot)?.[0];
    return next === undefined ? null : classOf(next.ord);
  }

  putBack(slot: number, url: QueuedUrl): void {
    const urls = this.#queues.get(slot);
    if (urls === undefined || urls.length === 0 || urls[0]!.ord < url.ord) {
      // The cache is empty, or something better was added meanwhile: the next call reads again.
      this.forget(slot);
      return;
    }
    urls.unshift(url);
    this.#rows++;
  }

  /** Call this when a URL joined the queue: the cached rows may be out of order. */
  joined(slot: number, ord: number): void {
    const last = this.#queues.get(slot)?.at(-1);
    if (last !== undefined && ord < last.ord) this.forget(slot);
  }

  forget(slot: number): void {
    this.#rows -= this.#queues.get(slot)?.length ?? 0;
    this.#queues.delete(slot);
  }

  #read(slot: number): QueuedUrl[] {
    const share = Math.floor(maxRows / Math.max(1, this.#source.hosts()));
    const limit = Math.min(maxPerQueue, Math.max(1, share)) + this.#source.taken(slot);
    const urls = this.#source.read(slot, limit).filter(({ fp }) => !this.#source.isTaken(fp));
    while (this.#rows + urls.length > maxRows && this.#queues.size > 0) {
      this.forget(this.#queues.keys().next().value!);
    }
    this.#queues.set(slot, urls);
    this.#rows += urls.length;
    return urls;
  }
}
