// What a text offers to a linear classifier: its words, where they stand, and pieces of them.
import { isTradeWord } from './stop-words.ts';
import { splitWords, termsOfWords } from './tokenizer.ts';

/** Texts of one item by kind: 'title', 'abstract', 'operation' … A kind it does not have may be absent or empty. */
export interface ComponentTexts {
  readonly texts: Readonly<Record<string, string>>;
  /** ISO 639-1; English unless told. */
  readonly language?: string;
}

/** An item read once for all who look at it: words and their stems, by component. */
export interface ItemTerms {
  readonly words: ReadonlyMap<string, readonly string[]>;
  readonly stems: ReadonlyMap<string, readonly string[]>;
}

/** Features with weights. */
export type WeightedTerms = Map<string, number>;

/** What comes later is how to call it, or its small print; and a hostile text must not cost more than others. */
const mostChars = 6000;
const mostWords = 300;
/** After so many words of a text, their weight has fallen two thirds of the way to its floor. */
const leadWords = 10;
/** Weight of words at the beginning of a text, and far from it. */
const leadWeight = 2;
const restWeight = 0.4;
const pairWeight = 0.5;
const pieceLengths = [4, 5] as const;

export function readItemTerms({ texts, language }: ComponentTexts, components: readonly string[]): ItemTerms {
  const words = new Map<string, readonly string[]>();
  const stems = new Map<string, readonly string[]>();
  for (const name of components) {
    const split = splitWords((texts[name] ?? '').slice(0, mostChars));
    const own = split.filter((word) => !isTradeWord(word)).slice(0, mostWords);
    words.set(name, own);
    stems.set(name, termsOfWords(own, language === undefined ? {} : { language }));
  }
  return { words, stems };
}

/** Whoever describes something says first what it is. */
function weightAt(position: number): number {
  return restWeight + (leadWeight - restWeight) * Math.exp(-position / leadWords);
}

/** Stems and pairs of neighboring stems of one component. */
export function wordFeatures({ stems }: ItemTerms, component: string): WeightedTerms {
  const features: WeightedTerms = new Map();
  const own = stems.get(component) ?? [];
  for (const [at, stem] of own.entries()) {
    add(features, stem, weightAt(at));
    if (at > 0) add(features, `${own[at - 1]} ${stem}`, pairWeight * weightAt(at));
  }
  return features;
}

/** Words of all components in one bag, each also under the name of its component: 'title:river' is not 'river' somewhere. */
export function allWordFeatures(item: ItemTerms): WeightedTerms {
  const features: WeightedTerms = new Map();
  for (const component of item.stems.keys()) {
    for (const [term, weight] of wordFeatures(item, component)) {
      add(features, term, weight);
      if (!term.includes(' ')) add(features, `${component}:${term}`, weight);
    }
  }
  return features;
}

/** Pieces of words, their edges marked: they find the parts of 'landcovermap', and forms no stemmer knows. */
export function pieceFeatures({ words }: ItemTerms): WeightedTerms {
  const features: WeightedTerms = new Map();
  for (const own of words.values()) {
    for (const [at, word] of own.entries()) {
      const marked = `<${word}>`;
      const weight = weightAt(at);
      for (const length of pieceLengths) {
        for (let from = 0; from + length <= marked.length; from++)
          add(features, marked.slice(from, from + length), weight);
      }
    }
  }
  return features;
}

/** Stems of all components, each once: for naive Bayes, which takes repetition for evidence. */
export function distinctStems({ stems }: ItemTerms): string[] {
  return [...new Set([...stems.values()].flat())];
}

function add(features: WeightedTerms, term: string, weight: number): void {
  features.set(term, (features.get(term) ?? 0) + weight);
}
