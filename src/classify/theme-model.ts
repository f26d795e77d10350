// The learned part of themes and categories: weights of hashed stems, trained on records whose publishers declared topics.
import { readFileSync } from 'node:fs';
import { lazily } from '../base/memoize.ts';
import type { Topic } from '../model/topic.ts';
import type { ConceptEvidence } from './concept-evidence.ts';
import { guessLanguage } from './stop-words.ts';
import { splitWords, tokenize } from './tokenizer.ts';
import type { TextPart, TopicText } from './topic-texts.ts';

/** Number of hash buckets; collisions are resolved by the other features of a text. */
const bucketCount = 8192;

/** Plain data, made by scripts/train-topics.mts: weights of hashed stems, no text of any record. */
export interface ThemeModel {
  /** Topic ids: 'iso:oceans', 'inspire:ge'. */
  readonly classes: readonly string[];
  readonly biases: readonly number[];
  /** By class: alternating bucket and weight. */
  readonly weights: readonly (readonly number[])[];
}

export const themeModel = lazily(
  () => JSON.parse(readFileSync(new URL('./theme-model.json', import.meta.url), 'utf8')) as ThemeModel,
);

export interface ThemeFeature {
  weight: number;
  /** The stem or concept behind it, for explanations. */
  readonly term: string;
}

/** By bucket. */
export type ThemeFeatures = ReadonlyMap<number, ThemeFeature>;

const partWeights: Readonly<Partial<Record<TextPart, number>>> = { title: 2, keywords: 1.5, abstract: 1, url: 0.5 };
/** Concepts generalize to other words and languages, so they weigh more than stems. */
const stemShare = 0.5;
const longestText = 5000;

export function themeFeatures(
  texts: readonly TopicText[],
  concepts: ReadonlyMap<string, ConceptEvidence>,
): ThemeFeatures {
  const features = new Map<number, ThemeFeature>();
  for (const { part, text } of texts) {
    const weight = partWeights[part];
    if (weight === undefined) continue;
    const start = text.slice(0, longestText);
    const language = guessLanguage(splitWords(start)) ?? 'en';
    for (const term of tokenize(start, { language })) {
      const bucket = bucketOf(term);
      const known = features.get(bucket);
      if (known === undefined) features.set(bucket, { weight, term });
      else known.weight += weight;
    }
  }
  shorten(features);
  for (const [id, { score }] of concepts)
    features.set(bucketOf(`concept ${id}`), { weight: 1 - Math.exp(-score), term: id });
  return features;
}

/** Normalized to unit length, repetitions damped. */
function shorten(features: Map<number, ThemeFeature>): void {
  let sum = 0;
  for (const feature of features.values()) {
    feature.weight = Math.log1p(feature.weight);
    sum += feature.weight ** 2;
  }
  const scale = stemShare / (Math.sqrt(sum) || 1);
  for (const feature of features.values()) feature.weight *= scale;
}

/** FNV-1a, folded to the number of buckets. */
function bucketOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) {
    hash ^= term.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0) % bucketCount;
}

/** By class: above 0 is evidence for it. */
export function themeScores(model: ThemeModel, features: ThemeFeatures): readonly number[] {
  return model.classes.map((_, at) => {
    let score = model.biases[at]!;
    for (const [, weight] of contributions(model, at, features)) score += weight;
    return score;
  });
}

function* contributions(model: ThemeModel, at: number, features: ThemeFeatures): Generator<[string, number]> {
  const weights = model.weights[at]!;
  for (let next = 0; next < weights.length; next += 2) {
    const feature = features.get(weights[next]!);
    if (feature !== undefined) yield [feature.term, feature.weight * weights[next + 1]!];
  }
}

/** Lower scores are mostly wrong on records of unseen publishers. */
const leastLearned = 0.6;
const mostConfidence = 0.97;

/** Learned topics are added; those of the lexicon stay unchanged. */
export function learnedTopics(model: ThemeModel, features: ThemeFeatures): readonly Topic[] {
  return themeScores(model, features).flatMap((score, at) => {
    const confidence = Math.min(mostConfidence, sigmoid(score));
    if (confidence < leastLearned) return [];
    const words = [...contributions(model, at, features)].sort(([, one], [, other]) => other - one);
    const rounded = Math.round(confidence * 100) / 100;
    return [{ id: model.classes[at]!, confidence: rounded, words: words.slice(0, 3).map(([term]) => term) }];
  });
}

export function sigmoid(score: number): number {
  return 1 / (1 + Math.exp(-score));
}
