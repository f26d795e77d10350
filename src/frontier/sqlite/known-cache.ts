// URLs lately found in the table, so that the repeated links of a crawl cost no SQL. Exact: it only ever says "known".
import { slotOf } from '../number-table.ts';

export interface KnownCache {
  /** True when the URL is stored with this depth and class or better ones: offering it again would change nothing. */
  covers(fp: number, depth: number, cls: number): boolean;
  remember(fp: number, depth: number, cls: number): void;
}

/** An entry may stand in this many neighboring slots; when all are taken one of them is overwritten. */
const ways = 8;
const free = -1;

export function makeKnownCache(capacity: number): KnownCache {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(capacity, ways)));
  const prints = new Float64Array(slots).fill(free);
  const depths = new Uint16Array(slots);
  const classes = new Uint8Array(slots);
  let turn = 0;
  const find = (fp: number): number => {
    const start = slotOf(fp, slots);
    for (let way = 0; way < ways; way++) {
      const slot = (start + way) & (slots - 1);
      if (prints[slot] === fp) return slot;
    }
    return -1;
  };
  const room = (fp: number): number => {
    const start = slotOf(fp, slots);
    for (let way = 0; way < ways; way++) {
      const slot = (start + way) & (slots - 1);
      if (prints[slot] === free) return slot;
    }
    turn = (turn + 1) % ways;
    return (start + turn) & (slots - 1);
  };
  return {
    covers: (fp, depth, cls) => {
      const slot = find(fp);
      return slot >= 0 && depths[slot]! <= depth && classes[slot]! <= cls;
    },
    remember: (fp, depth, cls) => {
      const known = find(fp);
      const slot = known >= 0 ? known : room(fp);
      prints[slot] = fp;
      depths[slot] = Math.min(depth, known < 0 ? 65_535 : depths[slot]!);
      classes[slot] = Math.min(cls, known < 0 ? 255 : classes[slot]!);
    },
  };
}
