// When each host may be visited again, and which of those that may are next. The only scheduling state, all in memory.
import FlatQueue from 'flatqueue';
import { type Lanes, pools } from './lanes.ts';
import { makeReadyLists } from './ready-lists.ts';

export interface HostClock {
  /** Latest moment the clock was told of. */
  readonly nowMs: number;
  /** Moves on to `nowMs`: hosts whose delay has passed become ready. */
  advance(nowMs: number): void;
  /** Lane that has waited longest in this pool and class, or -1. */
  first(pool: number, cls: number): number;
  /** False when as many hosts of its site are out as may be; the lane then waits for one of them. */
  mayGo(lane: number): boolean;
  goOut(lane: number): void;
  comeBack(lane: number, nextAtMs: number): void;
  isOut(lane: number): boolean;
  /** To be called when a lane's counts, class or budget changed. */
  place(lane: number): void;
  setNextAt(lane: number, nextAtMs: number): void;
  /** Earliest moment a lane with work for one of these pools is due; null when there is none. */
  nextDueMs(hasRoom: (pool: number) => boolean): number | null;
  /** True when the lane is due but other hosts of its site are out. */
  isHeldBySite(lane: number): boolean;
}

export interface ClockRules {
  readonly hostsPerSite: number;
  /** Whether a lane has a URL for this pool that may be visited. */
  readonly hasWork: (lane: number, pool: number) => boolean;
}

/** Lanes let go when a place at their site is free: two, since the first may lack room in its pool. */
const letGo = 2;

type Place = 'idle' | 'waiting' | 'ready' | 'out' | 'held';

export function makeHostClock(lanes: Lanes, rules: ClockRules): HostClock {
  const ready = makeReadyLists();
  const waiting = new FlatQueue<number>();
  const places: Place[] = [];
  /** Moment of the lane's valid entry in `waiting`; entries with another moment are leftovers. */
  const wakeAt: number[] = [];
  const outBySite = new Map<number, number>();
  const heldBySite = new Map<number, number[]>();
  let nowMs = Number.NEGATIVE_INFINITY;

  const wait = (lane: number): void => {
    places[lane] = 'waiting';
    const at = lanes.nextAtMs[lane]!;
    if ((wakeAt[lane] ?? Infinity) <= at) return;
    wakeAt[lane] = at;
    waiting.push(lane, at);
  };
  const place = (lane: number): void => {
    const before = places[lane];
    if (before === 'out' || before === 'held') return;
    const isDue = lanes.nextAtMs[lane]! <= nowMs;
    let hasAny = false;
    for (let pool = 0; pool < pools.length; pool++) {
      const slot = 2 * lane + pool;
      const has = rules.hasWork(lane, pool);
      hasAny ||= has;
      if (has && isDue) ready.add(slot, lanes.cls[slot]!);
      else ready.remove(slot);
    }
    if (!hasAny) places[lane] = 'idle';
    else if (isDue) places[lane] = 'ready';
    else wait(lane);
    // It gave up its turn at the site without going out.
    if (before === 'ready' && places[lane] !== 'ready') release(lanes.site[lane]!);
  };
  /** Places a lane that was out or held. */
  const replace = (lane: number): Place => {
    places[lane] = 'idle';
    place(lane);
    return places[lane];
  };
  const release = (site: number): void => {
    const held = heldBySite.get(site);
    let released = 0;
    while (held !== undefined && held.length > 0 && released < letGo) {
      const lane = held.shift()!;
      if (replace(lane) === 'ready') released++;
    }
    if (held?.length === 0) heldBySite.delete(site);
  };
  const hold = (lane: number): void => {
    ready.remove(2 * lane);
    ready.remove(2 * lane + 1);
    places[lane] = 'held';
    const site = lanes.site[lane]!;
    const held = heldBySite.get(site);
    if (held === undefined) heldBySite.set(site, [lane]);
    else held.push(lane);
  };
  /** Drops leftovers from the top of `waiting`, and puts back lanes that must wait longer than when they were entered. */
  const trim = (): void => {
    for (let lane = waiting.peek(); lane !== undefined; lane = waiting.peek()) {
      const at = waiting.peekValue()!;
      const isValid = wakeAt[lane] === at && places[lane] === 'waiting';
      if (isValid && lanes.nextAtMs[lane]! <= at) return;
      waiting.pop();
      if (wakeAt[lane] !== at) continue;
      wakeAt[lane] = Infinity;
      if (isValid) wait(lane);
    }
  };
  return {
    get nowMs() {
      return nowMs;
    },
    place,
    first: (pool, cls) => {
      const slot = ready.first(pool, cls);
      return slot < 0 ? -1 : slot >> 1;
    },
    advance: (moment) => {
      nowMs = Math.max(nowMs, moment);
      for (trim(); waiting.length > 0 && waiting.peekValue()! <= nowMs; trim()) {
        const lane = waiting.pop()!;
        wakeAt[lane] = Infinity;
        place(lane);
      }
    },
    mayGo: (lane) => {
      if ((outBySite.get(lanes.site[lane]!) ?? 0) < rules.hostsPerSite) return true;
      hold(lane);
      return false;
    },
    goOut: (lane) => {
      ready.remove(2 * lane);
      ready.remove(2 * lane + 1);
      places[lane] = 'out';
      const site = lanes.site[lane]!;
      outBySite.set(site, (outBySite.get(site) ?? 0) + 1);
    },
    comeBack: (lane, nextAtMs) => {
      const site = lanes.site[lane]!;
      const out = outBySite.get(site)! - 1;
      if (out > 0) outBySite.set(site, out);
      else outBySite.delete(site);
      lanes.nextAtMs[lane] = Math.max(lanes.nextAtMs[lane]!, nextAtMs);
      replace(lane);
      release(site);
    },
    isOut: (lane) => places[lane] === 'out',
    isHeldBySite: (lane) => places[lane] === 'held',
    setNextAt: (lane, nextAtMs) => {
      lanes.nextAtMs[lane] = nextAtMs;
      place(lane);
    },
    nextDueMs: (hasRoom) => {
      trim();
      let earliest = waiting.peekValue() ?? null;
      for (let pool = 0; pool < pools.length; pool++) {
        if (!hasRoom(pool)) continue;
        for (let cls = 0; cls < 8; cls++) {
          const slot = ready.first(pool, cls);
          if (slot >= 0) earliest = Math.min(earliest ?? Infinity, lanes.nextAtMs[slot >> 1]!);
        }
      }
      return earliest;
    },
  };
}
