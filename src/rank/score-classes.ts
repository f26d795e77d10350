// Scores as classes of the frontier: a score's share of better ones among the last few hundred decides.

export interface ScoreClasses {
  /** A number in [first, last + 1): its whole part is the class, its fraction the place within it. */
  classOf(score: number): number;
}

const remembered = 512;
/** The order among the remembered is made anew after so many scores. */
const sortEvery = 128;
/** While there are few, after every one. */
const few = 32;

/** Upper ends of the classes, as shares of all scores: the best class is small, so that it means something. */
const shares = [0.05, 0.15, 0.35, 0.65, 1];

/** Five classes from `first` on. */
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
