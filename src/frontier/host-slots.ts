// One task's state for every host it has met, in typed arrays: about 60 bytes per host, independent of the number of URLs.
import type { Pool } from '../model/frontier.ts';

/** The two queues of a host are neighbors: `2 * slot` for pages, the next for probes. */
export const poolIndex: Readonly<Record<Pool, 0 | 1>> = { page: 0, probe: 1 };
export const pools: readonly Pool[] = ['page', 'probe'];

export interface HostSlotStart {
  readonly host: number;
  /** Fingerprint of the site's name. */
  readonly site: number;
  readonly nextAtMs: number;
  readonly spent: number;
  readonly services: number;
  readonly dry: number;
}

/** Index from host to slot: the slot plus one, 0 for none. */
export interface HostSlotIndex {
  get(host: number): number;
  set(host: number, entry: number): void;
}

export class HostSlots {
  /** Slots ever used; released ones have host 0 and are reused. */
  count = 0;
  /** By slot. */
  host = new Int32Array(1024);
  site = new Float64Array(1024);
  nextAtMs = new Float64Array(1024);
  spent = new Int32Array(1024);
  services = new Int32Array(1024);
  /** Pages visited in a row that led to no service. */
  dry = new Int32Array(1024);
  /** By queue. URLs stored as pending, and those of them that are out or finished but not yet settled. */
  pending = new Int32Array(2048);
  taken = new Int32Array(2048);
  /** Class of the best pending URL; until the queue is read it may be too good, never too bad. */
  cls = new Uint8Array(2048);
  readonly #byHost: HostSlotIndex;
  readonly #free: number[] = [];

  constructor(byHost: HostSlotIndex = denseIndex()) {
    this.#byHost = byHost;
  }

  /** -1 for a host with nothing pending in this task that was not met in this run. */
  slotOf(host: number): number {
    return this.#byHost.get(host) - 1;
  }

  add(start: HostSlotStart): number {
    if (this.count === this.host.length) this.#grow();
    const slot = this.#free.pop() ?? this.count++;
    this.host[slot] = start.host;
    this.site[slot] = start.site;
    this.nextAtMs[slot] = start.nextAtMs;
    this.spent[slot] = start.spent;
    this.services[slot] = start.services;
    this.dry[slot] = start.dry;
    this.#byHost.set(start.host, slot + 1);
    return slot;
  }

  /** Removes a host; remove it from the clock first. */
  remove(slot: number): void {
    this.#byHost.set(this.host[slot]!, 0);
    this.host[slot] = 0;
    for (const queue of [2 * slot, 2 * slot + 1]) {
      this.pending[queue] = 0;
      this.taken[queue] = 0;
      this.cls[queue] = 0;
    }
    this.#free.push(slot);
  }

  #grow(): void {
    const length = 2 * this.host.length;
    this.host = grown(this.host, new Int32Array(length));
    this.site = grown(this.site, new Float64Array(length));
    this.nextAtMs = grown(this.nextAtMs, new Float64Array(length));
    this.spent = grown(this.spent, new Int32Array(length));
    this.services = grown(this.services, new Int32Array(length));
    this.dry = grown(this.dry, new Int32Array(length));
    this.pending = grown(this.pending, new Int32Array(2 * length));
    this.taken = grown(this.taken, new Int32Array(2 * length));
    this.cls = grown(this.cls, new Uint8Array(2 * length));
  }
}

/** For consecutive ids: four bytes each. */
function denseIndex(): HostSlotIndex {
  let entries = new Int32Array(4096);
  return {
    get: (host) => (host < entries.length ? entries[host]! : 0),
    set: (host, entry) => {
      while (entries.length <= host) entries = grown(entries, new Int32Array(2 * entries.length));
      entries[host] = entry;
    },
  };
}

/** For the few of many hosts that a worker has at a time. */
export function sparseIndex(): HostSlotIndex {
  const entries = new Map<number, number>();
  return {
    get: (host) => entries.get(host) ?? 0,
    set: (host, entry) => {
      if (entry === 0) entries.delete(host);
      else entries.set(host, entry);
    },
  };
}

/** The larger array, starting with the smaller one's content. */
export function grown<Numbers extends Int32Array | Float64Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
