// Binary naive Bayes, "does the link lead to a target?": counts of hashed words, learned online.
import { slotCount } from './feature-bag.ts';
import { isRecord, packFloats, readNumber, unpackFloats } from './saved-state.ts';

export interface WordOdds {
  /** Log odds; unknown words contribute nothing. */
  logOdds(words: readonly number[]): number;
  learn(words: readonly number[], isRelevant: boolean): void;
  /** Contribution of one word. */
  evidence(word: number): number;
  save(): unknown;
}

const smoothing = 0.5;
const mask = slotCount - 1;

/** Bounded, unlike `classify/naive-bayes.ts`: words share slots instead of growing a vocabulary. */
export function createWordOdds(state: unknown): WordOdds {
  const saved = isRecord(state) ? state : {};
  const counts = [readCounts(saved.others), readCounts(saved.relevant)] as const;
  const totals = counts.map((slots) => slots.reduce((sum, count) => sum + count, 0)) as [number, number];
  const examples: [number, number] = [readNumber(saved.otherExamples), readNumber(saved.relevantExamples)];
  const evidence = (word: number): number => {
    const slot = word & mask;
    const relevant = counts[1][slot]!;
    const others = counts[0][slot]!;
    if (relevant + others === 0) return 0;
    const vocabulary = smoothing * 5000;
    return Math.log(
      ((relevant + smoothing) * (totals[0] + vocabulary)) / ((others + smoothing) * (totals[1] + vocabulary)),
    );
  };
  return {
    evidence,
    logOdds(words) {
      let sum = Math.log((examples[1] + 1) / (examples[0] + 1));
      for (const word of words) sum += evidence(word);
      return sum;
    },
    learn(words, isRelevant) {
      const side = isRelevant ? 1 : 0;
      examples[side]++;
      totals[side] += words.length;
      for (const word of words) counts[side][word & mask]! += 1;
    },
    save: () => ({
      others: packFloats(counts[0]),
      relevant: packFloats(counts[1]),
      otherExamples: examples[0],
      relevantExamples: examples[1],
    }),
  };
}

function readCounts(packed: unknown): Float32Array {
  const counts = new Float32Array(slotCount);
  unpackFloats(packed, counts);
  return counts;
}
