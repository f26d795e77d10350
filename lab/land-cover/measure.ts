// Precision and recall of both systems against the judgements, by class and over all.
import type { Classes } from './systems.ts';

/** 'sample' if the only such datasets are software samples. */
export type Shown = 'yes' | 'no' | 'sample';

export interface JudgedDocument {
  readonly file: string;
  /** By class code; missing classes aren't shown. */
  readonly shown: ReadonlyMap<string, Shown>;
  readonly keywords: Classes;
  readonly topics: Classes;
}

export interface Score {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly named: number;
  readonly right: number;
}

export interface Comparison {
  /** Documents that show the class. */
  readonly shown: number;
  readonly keywords: Score;
  /** At the threshold for display and search. */
  readonly ours: Score;
  /** At the highest threshold with at least the recall of the keywords; null if there is none. */
  readonly oursAtEqualRecall: (Score & { readonly threshold: number }) | null;
}

/** The threshold of `geotrawl show` and `search --topic`. */
const usedThreshold = 0.5;

interface Pair {
  readonly isShown: boolean;
  readonly keyword: number;
  readonly topic: number;
}

export function compare(documents: readonly JudgedDocument[], classes: readonly string[]): Comparison {
  const pairs = documents.flatMap(({ shown, keywords, topics }) =>
    classes
      // Sample data counts for neither.
      .filter((code) => shown.get(code) !== 'sample')
      .map(
        (code): Pair => ({
          isShown: shown.get(code) === 'yes',
          keyword: keywords.get(code) ?? 0,
          topic: topics.get(code) ?? 0,
        }),
      ),
  );
  const keywords = score(pairs, ({ keyword }) => keyword > 0);
  const thresholds = [...new Set(pairs.map(({ topic }) => topic).filter((topic) => topic > 0))].sort((a, b) => b - a);
  const equal = thresholds
    .map((threshold) => ({ ...score(pairs, ({ topic }) => topic >= threshold), threshold }))
    .find(({ recall }) => (recall ?? 0) >= (keywords.recall ?? 0));
  return {
    shown: pairs.filter(({ isShown }) => isShown).length,
    keywords,
    ours: score(pairs, ({ topic }) => topic >= usedThreshold),
    oursAtEqualRecall: equal ?? null,
  };
}

function score(pairs: readonly Pair[], isNamed: (pair: Pair) => boolean): Score {
  const named = pairs.filter(isNamed);
  const right = named.filter(({ isShown }) => isShown).length;
  const shown = pairs.filter(({ isShown }) => isShown).length;
  const share = (count: number, all: number) => (all === 0 ? null : Math.round((count / all) * 1000) / 1000);
  return { precision: share(right, named.length), recall: share(right, shown), named: named.length, right };
}
