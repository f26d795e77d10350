// When each host may be visited again, and which of those that may are next. The only scheduling state, all in memory.
import FlatQueue from 'flatqueue';
import { type Lanes, pools } from './host-slots.ts';
import { classCount, ReadyLists } from './ready-lists.ts';

export interface ClockRules {
  readonly hostsPerSite: number;
  /** Whether a lane has a URL for this pool that may be visited. */
  readonly hasWork: (lane: number, pool: number) => boolean;
}

/**
 * Idle: nothing to do there. Waiting: for its delay. Ready: may be visited. Out: is being visited. Held: may be visited,
 * but as many hosts of its site are out as may be.
 */
type Place = 'idle' | 'waiting' | 'ready' | 'out' | 'held';

/** Lanes let go when a place at their site is free: two, since the first may lack room in its pool. */
const letGo = 2;

export class HostClock {
  readonly #lanes: Lanes;
  readonly #rules: ClockRules;
  readonly #ready = new ReadyLists();
  readonly #waiting = new FlatQueue<number>();
  readonly #places: Place[] = [];
  /** Moment of the lane's valid entry in `#waiting`; entries with another moment are leftovers. */
  readonly #wakeAt: number[] = [];
  readonly #outBySite = new Map<number, number>();
  readonly #heldBySite = new Map<number, number[]>();
  #nowMs = Number.NEGATIVE_INFINITY;

  constructor(lanes: Lanes, rules: ClockRules) {
    this.#lanes = lanes;
    this.#rules = rules;
  }

  /** Moves on to `nowMs`: hosts whose delay has passed become ready. */
  advance(nowMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, nowMs);
    for (this.#trim(); (this.#waiting.peekValue() ?? Infinity) <= this.#nowMs; this.#trim()) {
      const lane = this.#waiting.pop()!;
      this.#wakeAt[lane] = Infinity;
      this.place(lane);
    }
  }

  /** Lane that has waited longest in this pool and class, or -1. */
  first(pool: number, cls: number): number {
    const slot = this.#ready.first(pool, cls);
    return slot < 0 ? -1 : slot >> 1;
  }

  /** False when the lane's site is busy; the lane is then held until one of its hosts comes back. */
  mayGo(lane: number): boolean {
    const site = this.#lanes.site[lane]!;
    if ((this.#outBySite.get(site) ?? 0) < this.#rules.hostsPerSite) return true;
    this.#leaveLists(lane);
    this.#places[lane] = 'held';
    const held = this.#heldBySite.get(site);
    if (held === undefined) this.#heldBySite.set(site, [lane]);
    else held.push(lane);
    return false;
  }

  goOut(lane: number): void {
    this.#leaveLists(lane);
    this.#places[lane] = 'out';
    const site = this.#lanes.site[lane]!;
    this.#outBySite.set(site, (this.#outBySite.get(site) ?? 0) + 1);
  }

  /** A later moment set while it was out stays. */
  comeBack(lane: number, nextAtMs: number): void {
    const site = this.#lanes.site[lane]!;
    const out = this.#outBySite.get(site)! - 1;
    if (out > 0) this.#outBySite.set(site, out);
    else this.#outBySite.delete(site);
    this.#lanes.nextAtMs[lane] = Math.max(this.#lanes.nextAtMs[lane]!, nextAtMs);
    this.#placeAnew(lane);
    this.#letGo(site);
  }

  isOut(lane: number): boolean {
    return this.#places[lane] === 'out';
  }

  isHeldBySite(lane: number): boolean {
    return this.#places[lane] === 'held';
  }

  /** Hosts of the site that are out. */
  outOfSite(site: number): number {
    return this.#outBySite.get(site) ?? 0;
  }

  /** Takes a lane that is not out off the clock. */
  forget(lane: number): void {
    if (this.#places[lane] === 'out') throw new Error(`lane ${lane} is forgotten while it is out`);
    const site = this.#lanes.site[lane]!;
    const held = this.#heldBySite.get(site)?.filter((one) => one !== lane);
    if (held !== undefined) this.#heldBySite.set(site, held);
    this.#leaveLists(lane);
    this.#places[lane] = 'idle';
    this.#letGo(site);
  }

  setNextAt(lane: number, nextAtMs: number): void {
    this.#lanes.nextAtMs[lane] = nextAtMs;
    this.place(lane);
  }

  /** To be called when a lane's counts, class, budget or moment changed. */
  place(lane: number): void {
    const before = this.#places[lane];
    if (before === 'out' || before === 'held') return;
    const isDue = this.#lanes.nextAtMs[lane]! <= this.#nowMs;
    let hasAny = false;
    for (let pool = 0; pool < pools.length; pool++) {
      const slot = 2 * lane + pool;
      const has = this.#rules.hasWork(lane, pool);
      hasAny ||= has;
      if (has && isDue) this.#ready.add(slot, this.#lanes.cls[slot]!);
      else this.#ready.remove(slot);
    }
    this.#places[lane] = hasAny ? (isDue ? 'ready' : 'waiting') : 'idle';
    if (hasAny && !isDue) this.#wakeLater(lane);
    // It gave up its turn at the site without going out: someone else may have it.
    if (before === 'ready' && !(hasAny && isDue)) this.#letGo(this.#lanes.site[lane]!);
  }

  /** Earliest moment a lane with work for one of the pools with room is due; null when there is none. */
  nextDueMs(hasRoom: (pool: number) => boolean): number | null {
    this.#trim();
    let earliest = this.#waiting.peekValue() ?? null;
    for (let pool = 0; pool < pools.length; pool++) {
      for (let cls = 0; cls < classCount && hasRoom(pool); cls++) {
        const lane = this.first(pool, cls);
        if (lane >= 0) earliest = Math.min(earliest ?? Infinity, this.#lanes.nextAtMs[lane]!);
      }
    }
    return earliest;
  }

  #leaveLists(lane: number): void {
    this.#ready.remove(2 * lane);
    this.#ready.remove(2 * lane + 1);
  }

  #placeAnew(lane: number): Place {
    this.#places[lane] = 'idle';
    this.place(lane);
    return this.#places[lane];
  }

  #wakeLater(lane: number): void {
    const at = this.#lanes.nextAtMs[lane]!;
    if ((this.#wakeAt[lane] ?? Infinity) <= at) return;
    this.#wakeAt[lane] = at;
    this.#waiting.push(lane, at);
  }

  #letGo(site: number): void {
    const held = this.#heldBySite.get(site);
    let gone = 0;
    while (held !== undefined && held.length > 0 && gone < letGo) {
      if (this.#placeAnew(held.shift()!) === 'ready') gone++;
    }
    if (held?.length === 0) this.#heldBySite.delete(site);
  }

  /** Drops leftovers from the top of `#waiting`, and puts back lanes that must wait longer than when they were entered. */
  #trim(): void {
    for (let lane = this.#waiting.peek(); lane !== undefined; lane = this.#waiting.peek()) {
      const at = this.#waiting.peekValue()!;
      const isValid = this.#wakeAt[lane] === at && this.#places[lane] === 'waiting';
      if (isValid && this.#lanes.nextAtMs[lane]! <= at) return;
      this.#waiting.pop();
      if (this.#wakeAt[lane] !== at) continue;
      this.#wakeAt[lane] = Infinity;
      if (isValid) this.#wakeLater(lane);
    }
  }
}
