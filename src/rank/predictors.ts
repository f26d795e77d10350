// The six predictors of [ROUGH] for an unvisited link: one naive Bayes model per type of surrounding text.

import { memoize } from '../base/memoize.ts';
import type { RankedLink, RankedPage } from '../model/rank.ts';
import { createWordOdds, type WordOdds } from './word-odds.ts';
import { createWordList, scanIdentifier, scanText, spelled } from './word-scan.ts';

export const featureNames = ['f1', 'f2', 'f3', 'f4', 'f5', 'f6'] as const;
export type FeatureName = (typeof featureNames)[number];

/** The text each predictor reads. */
export const featureTitles: Readonly<Record<FeatureName, string>> = {
  f1: 'its URL',
  f2: 'its anchor',
  f3: 'the URL of the source page',
  f4: 'the title of the source page',
  f5: 'the text of the source page',
  f6: 'the words around it',
};

const maxText = 4000;

const parentUrlWords = memoize((page: RankedPage) => urlWords(page.url));
const titleWords = memoize(({ title }: RankedPage) => textWords(title));
/** Each word once: repetitions on a long page carry little information about one of its links. */
const contentWords = memoize(({ text }: RankedPage) => [...new Set(textWords(text))]);

const readers: Readonly<Record<FeatureName, (link: RankedLink) => readonly number[]>> = {
  f1: ({ link }) => urlWords(link.url),
  f2: ({ link }) => textWords(link.anchor),
  f3: onParent(parentUrlWords),
  f4: onParent(titleWords),
  f5: onParent(contentWords),
  f6: ({ link }) => textWords(link.window),
};

export interface Predictor {
  /** Log odds that the link leads to a target; 0 without words or training. */
  logOdds(link: RankedLink): number;
  learn(link: RankedLink, isRelevant: boolean): void;
  /** The words with the largest contributions, for explanations. */
  reasons(link: RankedLink): string;
  save(): unknown;
}

export function createPredictor(feature: FeatureName, state: unknown): Predictor {
  const odds = createWordOdds(state);
  const read = readers[feature];
  return {
    logOdds: (link) => {
      const words = read(link);
      return words.length === 0 ? 0 : odds.logOdds(words);
    },
    learn: (link, isRelevant) => odds.learn(read(link), isRelevant),
    reasons: (link) => strongestWords(odds, sourceText(feature, link)),
    save: () => odds.save(),
  };
}

function onParent(words: (page: RankedPage) => readonly number[]): (link: RankedLink) => readonly number[] {
  return ({ parent }) => (parent === null ? [] : words(parent));
}

const words = createWordList();

function textWords(text: string): number[] {
  scanText(words, text, maxText);
  return Array.from(words.hashes.subarray(0, words.count));
}

function urlWords(url: string): number[] {
  scanIdentifier(words, url, url.indexOf('//') + 2, Math.min(url.length, 400));
  return Array.from(words.hashes.subarray(0, words.count));
}

function sourceText(feature: FeatureName, { link, parent }: RankedLink): string {
  const texts: Readonly<Record<FeatureName, string>> = {
    f1: link.url,
    f2: link.anchor,
    f3: parent?.url ?? '',
    f4: parent?.title ?? '',
    f5: parent?.text ?? '',
    f6: link.window,
  };
  return texts[feature];
}

/** 'wms +3.1, index −0.8' */
function strongestWords(odds: WordOdds, text: string): string {
  const weights = new Map<string, number>();
  if (/^https?:/.test(text)) scanIdentifier(words, text, text.indexOf('//') + 2, text.length);
  else scanText(words, text, maxText);
  for (let at = 0; at < words.count; at++) weights.set(spelled(words, at), odds.evidence(words.hashes[at]!));
  const sorted = [...weights]
    .filter(([, weight]) => weight !== 0)
    .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  return sorted
    .slice(0, 4)
    .map(([word, weight]) => `${word} ${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(1)}`)
    .join(', ');
}
