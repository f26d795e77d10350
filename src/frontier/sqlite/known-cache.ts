// URLs recently found in the table, so that repeated links of a crawl cost no SQL. Exact: there are no false positives.
import { slotOf } from '../number-table.ts';

export interface KnownCache {
  /** True when the URL is stored with this depth and class or better ones: offering it again would change nothing. */
  covers(fp: number, depth: number, cls: number): boolean;
  remember(fp: number, depth: number, cls: number): void;
}

/** An entry may be in any of this many neighboring slots; when all are full one of them is overwritten. */
const entriesPerSet = 8;
const free = -1;

export function makeKnownCache(capacity: number): KnownCache {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(capacity, entriesPerSet)));
  const prints = new Float64Array(slots).fill(free);
  const depths = new Uint16Array(slots);
  const classes = new Uint8Array(slots);
  let turn = 0;
  const find = (fp: number): number => {
    const start = slotOf(fp, slots);
    for (let entry = 0; entry < entriesPerSet; entry++) {
      const slot = (start + entry) & (slots - 1);
      if (prints[slot] === fp) return slot;
    }
    return -1;
  };
  const room = (fp: number): number => {
    const start = slotOf(fp, slots);
    for (let entry = 0; entry < entriesPerSet; entry++) {
      const slot = (start + entry) & (slots - 1);
      if (prints[slot] === free) return slot;
    }
    turn = (turn + 1) % entriesPerSet;
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
