// Handing out URLs: due hosts by class, one URL each, and taking one back.
import type { Pool, Room, Visit } from '../model/frontier.ts';
import type { FrontierState } from './frontier-state.ts';
import { poolIndex } from './lanes.ts';
import { classOf, type QueuedUrl } from './url-table.ts';

export function leaseVisits(state: FrontierState, room: Room, nowMs: number): Visit[] {
  state.clock.advance(nowMs);
  // Probes first: they are few, and what they find decides how much of a host is worth visiting.
  return [...leasePool(state, 'probe', room.probe), ...leasePool(state, 'page', room.page)];
}

function leasePool(state: FrontierState, pool: Pool, room: number): Visit[] {
  const { clock, lanes, queues } = state;
  const index = poolIndex[pool];
  const has = (cls: number): boolean => clock.first(index, cls) >= 0;
  const visits: Visit[] = [];
  while (visits.length < room) {
    const cls = state.choice(has);
    if (cls < 0) break;
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
  }
  return visits;
}

function takeOut(state: FrontierState, lane: number, pool: Pool, url: QueuedUrl): Visit {
  const { lanes, queues, clock } = state;
  const slot = 2 * lane + poolIndex[pool];
  queues.takeHead(slot);
  lanes.cls[slot] = queues.knownClass(slot) ?? lanes.cls[slot]!;
  lanes.taken[slot]!++;
  state.taken.set(url.fp, { slot, url, isFinished: false });
  clock.goOut(lane);
  const host = lanes.host[lane]!;
  const hostKey = state.hosts.keyOf(host);
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

/** Undoes the taking; the host itself is freed by the clock. */
export function putBack(state: FrontierState, visit: Visit): void {
  const taken = state.taken.get(visit.fingerprint);
  if (taken === undefined || taken.isFinished) throw new Error(`${visit.url} is given back but was not out`);
  const { lanes, queues } = state;
  state.taken.delete(visit.fingerprint);
  lanes.taken[taken.slot]!--;
  lanes.cls[taken.slot] = Math.min(lanes.cls[taken.slot]!, classOf(taken.url.ord));
  queues.putBack(taken.slot, taken.url);
}
