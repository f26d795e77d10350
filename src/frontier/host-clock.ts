// When each host may be visited again, and which due host is next. The only scheduling state, all in memory.
import FlatQueue from 'flatqueue';
import { type HostSlots, pools } from './host-slots.ts';
import { classCount, ReadyLists } from './ready-lists.ts';

export interface ClockRules {
  readonly hostsPerSite: number;
  /** Whether a host slot has a URL for this pool that may be visited. */
  readonly hasWork: (slot: number, pool: number) => boolean;
}

/**
 * Idle: nothing to do. Waiting: for its delay. Ready: may be visited. Out: being visited. Held: due, but its site is at
 * its limit of hosts being visited.
 */
type SlotState = 'idle' | 'waiting' | 'ready' | 'out' | 'held';

/** Held hosts released when their site has a free slot: two, since the pool of the first may be full. */
const heldReleased = 2;

export class HostClock {
  readonly #slots: HostSlots;
  readonly #rules: ClockRules;
  readonly #ready = new ReadyLists();
  readonly #waiting = new FlatQueue<number>();
  readonly #states: SlotState[] = [];
  /** Time of the host's valid entry in `#waiting`; entries with another time are stale. */
  readonly #wakeAt: number[] = [];
  readonly #outBySite = new Map<number, number>();
  readonly #heldBySite = new Map<number, number[]>();
  #nowMs = Number.NEGATIVE_INFINITY;

  constructor(slots: HostSlots, rules: ClockRules) {
    this.#slots = slots;
    this.#rules = rules;
  }

  /** Advances to `nowMs`: hosts whose delay has passed become ready. */
  advance(nowMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, nowMs);
    for (this.#trim(); (this.#waiting.peekValue() ?? Infinity) <= this.#nowMs; this.#trim()) {
      const slot = this.#waiting.pop()!;
      this.#wakeAt[slot] = Infinity;
      this.place(slot);
    }
  }

  /** The host that has waited longest in this pool and class, or -1. */
  first(pool: number, cls: number): number {
    const slot = this.#ready.first(pool, cls);
    return slot < 0 ? -1 : slot >> 1;
  }

  /** False when the host's site is busy; the host is then held until another of the site's hosts is returned. */
  mayStart(slot: number): boolean {
    const site = this.#slots.site[slot]!;
    if ((this.#outBySite.get(site) ?? 0) < this.#rules.hostsPerSite) return true;
    this.#leaveLists(slot);
    this.#states[slot] = 'held';
    const held = this.#heldBySite.get(site);
    if (held === undefined) this.#heldBySite.set(site, [slot]);
    else held.push(slot);
    return false;
  }

  startVisit(slot: number): void {
    this.#leaveLists(slot);
    this.#states[slot] = 'out';
    const site = this.#slots.site[slot]!;
    this.#outBySite.set(site, (this.#outBySite.get(site) ?? 0) + 1);
  }

  /** A later time set while it was out is kept. */
  endVisit(slot: number, nextAtMs: number): void {
    const site = this.#slots.site[slot]!;
    const out = this.#outBySite.get(site)! - 1;
    if (out > 0) this.#outBySite.set(site, out);
    else this.#outBySite.delete(site);
    this.#slots.nextAtMs[slot] = Math.max(this.#slots.nextAtMs[slot]!, nextAtMs);
    this.#reschedule(slot);
    this.#releaseHeld(site);
  }

  isOut(slot: number): boolean {
    return this.#states[slot] === 'out';
  }

  isHeldBySite(slot: number): boolean {
    return this.#states[slot] === 'held';
  }

  /** Hosts of the site that are being visited. */
  outOfSite(site: number): number {
    return this.#outBySite.get(site) ?? 0;
  }

  /** Removes a host that is not being visited from the clock. */
  forget(slot: number): void {
    if (this.#states[slot] === 'out') throw new Error(`host slot ${slot} was removed while being visited`);
    const site = this.#slots.site[slot]!;
    const held = this.#heldBySite.get(site)?.filter((one) => one !== slot);
    if (held !== undefined) this.#heldBySite.set(site, held);
    this.#leaveLists(slot);
    this.#states[slot] = 'idle';
    this.#releaseHeld(site);
  }

  setNextAt(slot: number, nextAtMs: number): void {
    this.#slots.nextAtMs[slot] = nextAtMs;
    this.place(slot);
  }

  /** Call this when a host's counts, class, budget or time changed. */
  place(slot: number): void {
    const before = this.#states[slot];
    if (before === 'out' || before === 'held') return;
    const isDue = this.#slots.nextAtMs[slot]! <= this.#nowMs;
    let hasAny = false;
    for (let pool = 0; pool < pools.length; pool++) {
      const queue = 2 * slot + pool;
      const has = this.#rules.hasWork(slot, pool);
      hasAny ||= has;
      if (has && isDue) this.#ready.add(queue, this.#slots.cls[queue]!);
      else this.#ready.remove(queue);
    }
    this.#states[slot] = hasAny ? (isDue ? 'ready' : 'waiting') : 'idle';
    if (hasAny && !isDue) this.#wakeLater(slot);
    // It gave up its slot at the site without being visited: another host may use it.
    if (before === 'ready' && !(hasAny && isDue)) this.#releaseHeld(this.#slots.site[slot]!);
  }

  /** Earliest time at which a host with work for one of the pools with capacity is due; null if there is none. */
  nextDueMs(hasRoom: (pool: number) => boolean): number | null {
    this.#trim();
    let earliest = this.#waiting.peekValue() ?? null;
    for (let pool = 0; pool < pools.length; pool++) {
      for (let cls = 0; cls < classCount && hasRoom(pool); cls++) {
        const slot = this.first(pool, cls);
        if (slot >= 0) earliest = Math.min(earliest ?? Infinity, this.#slots.nextAtMs[slot]!);
      }
    }
    return earliest;
  }

  #leaveLists(slot: number): void {
    this.#ready.remove(2 * slot);
    this.#ready.remove(2 * slot + 1);
  }

  #reschedule(slot: number): SlotState {
    this.#states[slot] = 'idle';
    this.place(slot);
    return this.#states[slot];
  }

  #wakeLater(slot: number): void {
    const at = this.#slots.nextAtMs[slot]!;
    if ((this.#wakeAt[slot] ?? Infinity) <= at) return;
    this.#wakeAt[slot] = at;
    this.#waiting.push(slot, at);
  }

  #releaseHeld(site: number): void {
    const held = this.#heldBySite.get(site);
    let released = 0;
    while (held !== undefined && held.length > 0 && released < heldReleased) {
      if (this.#reschedule(held.shift()!) === 'ready') released++;
    }
    if (held?.length === 0) this.#heldBySite.delete(site);
  }

  /** Drops stale entries from the top of `#waiting`, and requeues hosts whose delay has become longer. */
  #trim(): void {
    for (let slot = this.#waiting.peek(); slot !== undefined; slot = this.#waiting.peek()) {
      const at = this.#waiting.peekValue()!;
      const isValid = this.#wakeAt[slot] === at && this.#states[slot] === 'waiting';
      if (isValid && this.#slots.nextAtMs[slot]! <= at) return;
      this.#waiting.pop();
      if (this.#wakeAt[slot] !== at) continue;
      this.#wakeAt[slot] = Infinity;
      if (isValid) this.#wakeLater(slot);
    }
  }
}
