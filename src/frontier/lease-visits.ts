// Handing out URLs: due hosts by class, one URL each, and taking one back.
import type { Pool, Room, Visit } from '../model/frontier.ts';
import type { ClassChoice } from './class-choice.ts';
import type { HostClock } from './host-clock.ts';
import { type Lanes, poolIndex } from './host-slots.ts';
import type { VisitQueues } from './sqlite/queue-cache.ts';
import { classOf, type QueuedUrl } from './url-row.ts';

/** A URL that is with a worker, or finished and waiting for its transaction. */
export interface TakenUrl {
  readonly slot: number;
  readonly url: QueuedUrl;
  isFinished: boolean;
}

/** What is needed to hand out URLs: the hosts at hand with their queues, whatever engine they come from. */
export interface HandingOut {
  readonly lanes: Lanes;
  readonly clock: HostClock;
  readonly choice: ClassChoice;
  readonly queues: VisitQueues;
  readonly taken: Map<number, TakenUrl>;
  readonly hosts: { keyOf(host: number): string };
}

/** All or nothing: when reading a queue fails, what was taken for this call is given back. */
export function leaseVisits(state: HandingOut, room: Room, nowMs: number): Visit[] {
  state.clock.advance(nowMs);
  const visits: Visit[] = [];
  try {
    // Probes first: they are few, and what they find decides how much of a host is worth visiting.
    leasePool(state, 'probe', room.probe, visits);
    leasePool(state, 'page', room.page, visits);
  } catch (error) {
    for (const visit of visits) giveBack(state, visit, nowMs);
    throw error;
  }
  return visits;
}

function leasePool(state: HandingOut, pool: Pool, room: number, visits: Visit[]): void {
  const { clock, lanes, queues } = state;
  const index = poolIndex[pool];
  const has = (cls: number): boolean => clock.first(index, cls) >= 0;
  for (let left = room; left > 0; ) {
    const cls = state.choice(has);
    if (cls < 0) return;
    const lane = clock.first(index, cls);
    const slot = 2 * lane + index;
    if (!clock.mayGo(lane)) continue;
    const url = queues.head(slot);
    if (url === null) throw new Error(`host ${lanes.host[lane]} counts URLs that its queue does not hold`);
    if (classOf(url.ord) > cls) {
      // The better URLs it was listed for are gone.
      lanes.cls[slot] = classOf(url.ord);
      clock.place(lane);
      continue;
    }
    visits.push(takeOut(state, lane, pool, url));
    left--;
  }
}

function takeOut(state: HandingOut, lane: number, pool: Pool, url: QueuedUrl): Visit {
  const { lanes, queues, clock } = state;
  const slot = 2 * lane + poolIndex[pool];
  const host = lanes.host[lane]!;
  const hostKey = state.hosts.keyOf(host);
  queues.takeHead(slot);
  lanes.cls[slot] = queues.knownClass(slot) ?? lanes.cls[slot]!;
  lanes.taken[slot]!++;
  state.taken.set(url.fp, { slot, url, isFinished: false });
  clock.goOut(lane);
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

/** Undoes the taking, and frees the host for `nextAtMs` on. */
export function giveBack(state: HandingOut, visit: Visit, nextAtMs: number): void {
  const taken = state.taken.get(visit.fingerprint);
  if (taken === undefined || taken.isFinished) throw new Error(`${visit.url} is given back but was not out`);
  const { lanes, queues } = state;
  state.taken.delete(visit.fingerprint);
  lanes.taken[taken.slot]!--;
  lanes.cls[taken.slot] = Math.min(lanes.cls[taken.slot]!, classOf(taken.url.ord));
  queues.putBack(taken.slot, taken.url);
  state.clock.comeBack(taken.slot >> 1, nextAtMs);
}
