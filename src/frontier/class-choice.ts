// Chooses the class to serve next: usually the best, the others by quota, and a random one now and then.
import type { SeededRandom } from '../base/random/seeded-random.ts';
import { classCount } from './ready-lists.ts';

export interface ChoiceOptions {
  /** Share of picks that go to a random class; finds what the ranking misjudges. */
  readonly explore: number;
  /** Every n-th pick goes to the lower classes in rotation, so that none starves; 0 disables it. */
  readonly quotaEvery: number;
}

export const defaultChoice: ChoiceOptions = { explore: 0.05, quotaEvery: 8 };

/** Picks among the classes for which `has` is true; -1 if there is none. */
export type ClassChoice = (has: (cls: number) => boolean) => number;

export function makeClassChoice(options: ChoiceOptions, random: SeededRandom): ClassChoice {
  let picks = 0;
  let turn = 0;
  return (has) => {
    const best = nextWith(has, 0);
    if (best < 0) return -1;
    picks++;
    if (options.explore > 0 && random.next() < options.explore) return nextWith(has, random.below(classCount));
    if (options.quotaEvery > 0 && picks % options.quotaEvery === 0) {
      turn = nextWith(has, (turn + 1) % classCount);
      return turn;
    }
    return best;
  };
}

/** The first class from `from` on, wrapping around, for which `has` is true. */
function nextWith(has: (cls: number) => boolean, from: number): number {
  for (let step = 0; step < classCount; step++) {
    const cls = (from + step) % classCount;
    if (has(cls)) return cls;
  }
  return -1;
}
