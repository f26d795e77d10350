// One task's account with every host it has met, in typed arrays: about 60 bytes a host, whatever the number of URLs.
import type { Pool } from '../model/frontier.ts';

/** A lane's two queues have neighboring slots: `2 * lane` for pages, the next for probes. */
export const poolIndex: Readonly<Record<Pool, 0 | 1>> = { page: 0, probe: 1 };
export const pools: readonly Pool[] = ['page', 'probe'];

export interface LaneStart {
  readonly host: number;
  /** Fingerprint of the site's name. */
  readonly site: number;
  readonly nextAtMs: number;
  readonly spent: number;
  readonly services: number;
  readonly dry: number;
}

/** Where the lane of a host is found: its number plus one, 0 for none. */
export interface LaneIndex {
  get(host: number): number;
  set(host: number, entry: number): void;
}

export class Lanes {
  /** Lanes ever used; those given up in between have host 0 and are used again. */
  count = 0;
  /** By lane. */
  host = new Int32Array(1024);
  site = new Float64Array(1024);
  nextAtMs = new Float64Array(1024);
  spent = new Int32Array(1024);
  services = new Int32Array(1024);
  /** Pages visited in a row that led to no service. */
  dry = new Int32Array(1024);
  /** By slot. URLs stored as pending, and those of them that are out or finished but not yet settled. */
  pending = new Int32Array(2048);
  taken = new Int32Array(2048);
  /** Class of the best URL waiting; may be too good, never too bad, until the queue is looked at. */
  cls = new Uint8Array(2048);
  readonly #byHost: LaneIndex;
  readonly #free: number[] = [];

  constructor(byHost: LaneIndex = denseIndex()) {
    this.#byHost = byHost;
  }

  /** -1 for a host this task has nothing waiting at and has not met in this run. */
  laneOf(host: number): number {
    return this.#byHost.get(host) - 1;
  }

  add(start: LaneStart): number {
    if (this.count === this.host.length) this.#grow();
    const lane = this.#free.pop() ?? this.count++;
    this.host[lane] = start.host;
    this.site[lane] = start.site;
    this.nextAtMs[lane] = start.nextAtMs;
    this.spent[lane] = start.spent;
    this.services[lane] = start.services;
    this.dry[lane] = start.dry;
    this.#byHost.set(start.host, lane + 1);
    return lane;
  }

  /** Forgets a host; to be taken off the clock before. */
  remove(lane: number): void {
    this.#byHost.set(this.host[lane]!, 0);
    this.host[lane] = 0;
    for (const slot of [2 * lane, 2 * lane + 1]) {
      this.pending[slot] = 0;
      this.taken[slot] = 0;
      this.cls[slot] = 0;
    }
    this.#free.push(lane);
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

/** For ids given out one after the other: four bytes each. */
function denseIndex(): LaneIndex {
  let entries = new Int32Array(4096);
  return {
    get: (host) => (host < entries.length ? entries[host]! : 0),
    set: (host, entry) => {
      while (entries.length <= host) entries = grown(entries, new Int32Array(2 * entries.length));
      entries[host] = entry;
    },
  };
}

/** For the few hosts of many that a worker has at a time. */
export function sparseIndex(): LaneIndex {
  const entries = new Map<number, number>();
  return {
    get: (host) => entries.get(host) ?? 0,
    set: (host, entry) => {
      if (entry === 0) entries.delete(host);
      else entries.set(host, entry);
    },
  };
}

/** The larger array with the smaller one's content at its beginning. */
export function grown<Numbers extends Int32Array | Float64Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
