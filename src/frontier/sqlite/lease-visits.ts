// Hands out URLs: due hosts by class, one URL each; and takes one back.
import type { Capacity, Pool, Visit } from '../../model/frontier.ts';
import type { ClassChoice } from '../class-choice.ts';
import type { HostClock } from '../host-clock.ts';
import { type HostSlots, poolIndex } from '../host-slots.ts';
import { classOf, type QueuedUrl } from '../url-row.ts';
import type { VisitQueues } from './queue-cache.ts';

/** A URL that is being visited, or finished and waiting for its transaction. */
export interface LeasedUrl {
  readonly slot: number;
  readonly url: QueuedUrl;
  isFinished: boolean;
}

/** The state needed to hand out URLs, independent of the engine: the hosts in memory with their queues. */
export interface VisitLeasing {
  readonly slots: HostSlots;
  readonly clock: HostClock;
  readonly choice: ClassChoice;
  readonly queues: VisitQueues;
  readonly taken: Map<number, LeasedUrl>;
  readonly hosts: { keyOf(host: number): string };
}

/** All or nothing: when reading a queue fails, the URLs of this call are returned to their queues. */
export function leaseVisits(state: VisitLeasing, room: Capacity, nowMs: number): Visit[] {
  state.clock.advance(nowMs);
  const visits: Visit[] = [];
  try {
    // Probes first: they are few, and their results decide how many pages of a host are worth visiting.
    leasePool(state, 'probe', room.probe, visits);
    leasePool(state, 'page', room.page, visits);
  } catch (error) {
    for (const visit of visits) releaseVisit(state, visit, nowMs);
    throw error;
  }
  return visits;
}

function leasePool(state: VisitLeasing, pool: Pool, room: number, visits: Visit[]): void {
  const { clock, slots, queues } = state;
  const index = poolIndex[pool];
  const has = (cls: number): boolean => clock.first(index, cls) >= 0;
  for (let left = room; left > 0; ) {
    const cls = state.choice(has);
    if (cls < 0) return;
    const slot = clock.first(index, cls);
    const queue = 2 * slot + index;
    if (!clock.mayStart(slot)) continue;
    const url = queues.head(queue);
    if (url === null) throw new Error(`host ${slots.host[slot]} counts URLs that its queue does not hold`);
    if (classOf(url.ord) > cls) {
      // The better URLs it was listed for are gone.
      slots.cls[queue] = classOf(url.ord);
      clock.place(slot);
      continue;
    }
    visits.push(takeOut(state, slot, pool, url));
    left--;
  }
}

function takeOut(state: VisitLeasing, slot: number, pool: Pool, url: QueuedUrl): Visit {
  const { slots, queues, clock } = state;
  const queue = 2 * slot + poolIndex[pool];
  const host = slots.host[slot]!;
  const hostKey = state.hosts.keyOf(host);
  queues.takeHead(queue);
  slots.cls[queue] = queues.knownClass(queue) ?? slots.cls[queue]!;
  slots.taken[queue]!++;
  state.taken.set(url.fp, { slot: queue, url, isFinished: false });
  clock.startVisit(slot);
  const { kind, step, depth, foundBy, anchor, via, tries } = url;
  return {
    host,
    fingerprint: url.fp,
    url: hostKey + url.path,
    hostKey,
    pool,
    kind,
    step,
    depth,
    foundBy,
    anchor,
    via,
    tries,
  };
}

/** Returns the URL to its queue, and frees the host from `nextAtMs` on. */
export function releaseVisit(state: VisitLeasing, visit: Visit, nextAtMs: number): void {
  const taken = state.taken.get(visit.fingerprint);
  if (taken === undefined || taken.isFinished) throw new Error(`${visit.url} was returned but not handed out`);
  const { slots, queues } = state;
  state.taken.delete(visit.fingerprint);
  slots.taken[taken.slot]!--;
  slots.cls[taken.slot] = Math.min(slots.cls[taken.slot]!, classOf(taken.url.ord));
  queues.putBack(taken.slot, taken.url);
  state.clock.endVisit(taken.slot >> 1, nextAtMs);
}
