// Features of a text for linear classifiers: words by component, word pairs and character n-grams.
import { isNamingWord, isStopWord, isTradeWord } from './stop-words.ts';
import { splitWords, termsOfWords } from './tokenizer.ts';

/** Texts of one item by component: 'title', 'abstract', 'operation' …; components may be absent or empty. */
export interface ComponentTexts {
  readonly texts: Readonly<Record<string, string>>;
  /** ISO 639-1; defaults to English. */
  readonly language?: string;
}

/** An item tokenized once for all members: words and stems, by component. */
export interface ItemTerms {
  readonly words: ReadonlyMap<string, readonly string[]>;
  readonly stems: ReadonlyMap<string, readonly string[]>;
  /** Components that hold sentences rather than lists of names. */
  readonly sentences: ReadonlySet<string>;
}

/** Features with weights. */
export type WeightedTerms = Map<string, number>;

/** Characters read: later text is usage notes or fine print, and hostile texts must not cost more. */
const mostChars = 6000;
const mostWords = 300;

/** Weights of words by position, and of word pairs. */
interface Weighting {
  /** Weight of words at the start of a text, and far from it. */
  readonly lead: number;
  readonly rest: number;
  /** Number of words after which the weight has fallen two thirds of the way to `rest`. */
  readonly leadWords: number;
  readonly pair: number;
}

/**
 * Tuned on inner folds of API descriptions and WSDL: adjacent names aren't a phrase, adjacent words of a sentence may
 * be.
 */
const ofNames: Weighting = { lead: 2, rest: 0.4, leadWords: 10, pair: 0.5 };
const ofSentences: Weighting = { lead: 2, rest: 0.6, leadWords: 20, pair: 1 };
/** English text has two stop words in five; operation names (GetPriceOfBook) have some, too. */
const stopWordsOfSentences = 0.25;
const pieceLengths = [4, 5] as const;

export function readItemTerms({ texts, language = 'en' }: ComponentTexts, components: readonly string[]): ItemTerms {
  const words = new Map<string, readonly string[]>();
  const stems = new Map<string, readonly string[]>();
  const sentences = new Set<string>();
  for (const name of components) {
    const split = splitWords((texts[name] ?? '').slice(0, mostChars));
    const stopped = split.filter((word) => isStopWord(word, language)).length;
    const isSentence = stopped > stopWordsOfSentences * split.length;
    if (isSentence) sentences.add(name);
    const distinctive = split.filter((word) => !isTradeWord(word) && (isSentence || !isNamingWord(word)));
    const own = distinctive.slice(0, mostWords);
    words.set(name, own);
    stems.set(name, termsOfWords(own, { language }));
  }
  return { words, stems, sentences };
}

function weightingOf({ sentences }: ItemTerms, component: string): Weighting {
  return sentences.has(component) ? ofSentences : ofNames;
}

/** Descriptions state first what something is. */
function weightAt({ lead, rest, leadWords }: Weighting, position: number): number {
  return rest + (lead - rest) * Math.exp(-position / leadWords);
}

/** Stems and pairs of adjacent stems of one component. */
export function wordFeatures(item: ItemTerms, component: string): WeightedTerms {
  const features: WeightedTerms = new Map();
  const own = item.stems.get(component) ?? [];
  const weighting = weightingOf(item, component);
  for (const [at, stem] of own.entries()) {
    const weight = weightAt(weighting, at);
    add(features, stem, weight);
    if (at > 0) add(features, `${own[at - 1]} ${stem}`, weighting.pair * weight);
  }
  return features;
}

/** Words of all components in one bag, each also prefixed with its component: 'title:river' differs from 'river'. */
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

/** Character n-grams with marked word boundaries: they find the parts of 'landcovermap' and forms no stemmer covers. */
export function pieceFeatures(item: ItemTerms): WeightedTerms {
  const features: WeightedTerms = new Map();
  for (const [component, own] of item.words) {
    const weighting = weightingOf(item, component);
    for (const [at, word] of own.entries()) {
      const marked = `<${word}>`;
      const weight = weightAt(weighting, at);
      for (const length of pieceLengths) {
        for (let from = 0; from + length <= marked.length; from++)
          add(features, marked.slice(from, from + length), weight);
      }
    }
  }
  return features;
}

/** Distinct stems of all components, for naive Bayes, which counts repetition as evidence. */
export function distinctStems({ stems }: ItemTerms): string[] {
  return [...new Set([...stems.values()].flat())];
}

function add(features: WeightedTerms, term: string, weight: number): void {
  features.set(term, (features.get(term) ?? 0) + weight);
}
