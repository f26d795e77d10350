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

export interface Lanes {
  readonly count: number;
  /** By lane. */
  readonly host: Int32Array;
  readonly site: Float64Array;
  readonly nextAtMs: Float64Array;
  readonly spent: Int32Array;
  readonly services: Int32Array;
  /** Pages visited in a row that led to no service. */
  readonly dry: Int32Array;
  /** By slot. URLs stored as pending, and those of them that are out or finished but not yet settled. */
  readonly pending: Int32Array;
  readonly taken: Int32Array;
  /** Class of the best URL waiting; may be too good, never too bad, until the queue is looked at. */
  readonly cls: Uint8Array;
  laneOf(host: number): number;
  add(start: LaneStart): number;
}

export function makeLanes(): Lanes {
  let room = 1024;
  let byHost = new Int32Array(4096);
  const lanes = {
    count: 0,
    host: new Int32Array(room),
    site: new Float64Array(room),
    nextAtMs: new Float64Array(room),
    spent: new Int32Array(room),
    services: new Int32Array(room),
    dry: new Int32Array(room),
    pending: new Int32Array(2 * room),
    taken: new Int32Array(2 * room),
    cls: new Uint8Array(2 * room),
    laneOf: (host: number): number => (host < byHost.length ? byHost[host]! - 1 : -1),
    add: (start: LaneStart): number => {
      if (lanes.count === room) grow();
      const lane = lanes.count++;
      lanes.host[lane] = start.host;
      lanes.site[lane] = start.site;
      lanes.nextAtMs[lane] = start.nextAtMs;
      lanes.spent[lane] = start.spent;
      lanes.services[lane] = start.services;
      lanes.dry[lane] = start.dry;
      while (byHost.length <= start.host) byHost = grown(byHost, new Int32Array(2 * byHost.length));
      byHost[start.host] = lane + 1;
      return lane;
    },
  };
  const grow = (): void => {
    room *= 2;
    lanes.host = grown(lanes.host, new Int32Array(room));
    lanes.site = grown(lanes.site, new Float64Array(room));
    lanes.nextAtMs = grown(lanes.nextAtMs, new Float64Array(room));
    lanes.spent = grown(lanes.spent, new Int32Array(room));
    lanes.services = grown(lanes.services, new Int32Array(room));
    lanes.dry = grown(lanes.dry, new Int32Array(room));
    lanes.pending = grown(lanes.pending, new Int32Array(2 * room));
    lanes.taken = grown(lanes.taken, new Int32Array(2 * room));
    lanes.cls = grown(lanes.cls, new Uint8Array(2 * room));
  };
  return lanes;
}

/** The larger array with the smaller one's content at its beginning. */
export function grown<Numbers extends Int32Array | Float64Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
