// Maps scores to frontier classes by their quantile among the last few hundred scores.

export interface ScoreClasses {
  /** A number in [first, last + 1): the integer part is the class, the fraction the position within it. */
  classOf(score: number): number;
}

const remembered = 512;
/** The sample is re-sorted after this many scores. */
const sortEvery = 128;
/** While it is small, after every score. */
const few = 32;

/** Upper bounds of the classes as shares of all scores; the best class is small to stay selective. */
const shares = [0.05, 0.15, 0.35, 0.65, 1];

/** Five classes starting at `first`. */
export function createScoreClasses(first: number): ScoreClasses {
  const recent = new Float64Array(remembered);
  let sorted = new Float64Array(0);
  let count = 0;
  return {
    classOf(score) {
      recent[count++ % remembered] = score;
      if (count % sortEvery === 0 || count < few) sorted = recent.slice(0, Math.min(count, remembered)).sort();
      const better = shareAbove(sorted, score);
      let at = 0;
      while (at < shares.length - 1 && better >= shares[at]!) at++;
      const from = shares[at - 1] ?? 0;
      return first + at + Math.min(0.999, (better - from) / (shares[at]! - from));
    },
  };
}

/** Share of the sorted numbers that are greater. */
function shareAbove(sorted: Float64Array, score: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= score) low = middle + 1;
    else high = middle;
  }
  return sorted.length === 0 ? 0 : (sorted.length - low) / sorted.length;
}
