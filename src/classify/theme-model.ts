// The learned part of themes and categories: words of records whose publishers named them, as weights of hashed stems.
import type { Topic } from '../model/topic.ts';
import type { ConceptEvidence } from './concept-evidence.ts';
import { guessLanguage } from './stop-words.ts';
import { splitWords, tokenize } from './tokenizer.ts';
import type { TextPart, TopicText } from './topic-texts.ts';

/** Features share this many places; two that meet are told apart by the others of a text. */
const placeCount = 8192;

/** Plain data. */
export interface ThemeModel {
  /** Ids of topics: 'iso:oceans', 'inspire:ge'. */
  readonly classes: readonly string[];
  readonly biases: readonly number[];
  /** By class: place and weight in turn. */
  readonly weights: readonly (readonly number[])[];
}

export interface ThemeFeature {
  weight: number;
  /** The stem or concept behind it, to say what decided. */
  readonly term: string;
}

/** By place. */
export type ThemeFeatures = ReadonlyMap<number, ThemeFeature>;

const partWeights: Readonly<Partial<Record<TextPart, number>>> = { title: 2, keywords: 1.5, abstract: 1, url: 0.5 };
/** Concepts carry over to other words and languages, so they weigh more than stems. */
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
      const place = placeOf(term);
      const known = features.get(place);
      if (known === undefined) features.set(place, { weight, term });
      else known.weight += weight;
    }
  }
  shorten(features);
  for (const [id, { score }] of concepts)
    features.set(placeOf(`concept ${id}`), { weight: 1 - Math.exp(-score), term: id });
  return features;
}

/** To the same length whatever the text's, repeats damped. */
function shorten(features: Map<number, ThemeFeature>): void {
  let sum = 0;
  for (const feature of features.values()) {
    feature.weight = Math.log1p(feature.weight);
    sum += feature.weight ** 2;
  }
  const scale = stemShare / (Math.sqrt(sum) || 1);
  for (const feature of features.values()) feature.weight *= scale;
}

/** FNV-1a, folded to the number of places. */
function placeOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) {
    hash ^= term.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0) % placeCount;
}

/** By class: above 0 speaks for it. */
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

/** Weaker signs are mostly wrong on records of publishers that were not learned from. */
const leastLearned = 0.6;
const mostConfidence = 0.97;

/** What was learned adds topics; those of the lexicon stay as they are. */
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
