// The best few of many, in one pass and little memory.

export interface BestOf<T> {
  /** How many there were. */
  readonly total: number;
  readonly best: readonly T[];
}

/** `compare` must order any two: otherwise pages of one result could overlap. */
export function bestOf<T>(all: Iterable<T>, count: number, compare: (a: T, b: T) => number): BestOf<T> {
  const kept: T[] = [];
  let worst: T | null = null;
  let total = 0;
  for (const each of all) {
    total++;
    if (count === 0 || (worst !== null && compare(each, worst) >= 0)) continue;
    kept.push(each);
    // Sorting once per `count` newcomers costs log(count) for each of them.
    if (kept.length >= 2 * count + 64) worst = cut(kept, count, compare);
  }
  cut(kept, count, compare);
  return { total, best: kept };
}

function cut<T>(kept: T[], count: number, compare: (a: T, b: T) => number): T | null {
  kept.sort(compare);
  if (kept.length > count) kept.length = count;
  return kept[count - 1] ?? null;
}
