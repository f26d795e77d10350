// Finds the concepts a text mentions, their language, and the concepts it excludes.
import { isAspect } from './aspect-words.ts';
import { compoundMeanings, type PartMeaning } from './compound-words.ts';
import {
  joinEvidence,
  type LanguageEvidence,
  letterEvidence,
  noEvidence,
  scaledEvidence,
} from './language-evidence.ts';
import { isNegatedRun, negatedWords } from './negation.ts';
import { isJoint, type Meaning, type TermNode, termIndex, wordInfo } from './term-index.ts';
import { readTextWords, type TextWords } from './text-words.ts';
import { findUnspacedTerms } from './unspaced-terms.ts';

export interface Mention {
  readonly concept: string;
  /** ISO 639-1 of the term. */
  readonly language: string;
  /** As it occurs in the text, folded. */
  readonly words: string;
  /** The text states that it is excluded. */
  readonly isNegated: boolean;
  /** The neighboring words make it an aspect: 'water temperature', 'forest agency'. */
  readonly isAspect: boolean;
  /** The last part of a compound, which may be a place name: 'Dünnwald'. */
  readonly isEnd: boolean;
  /** 1, less for a part of a compound or an ambiguous term. */
  readonly weight: number;
}

export interface TextMeaning {
  readonly mentions: readonly Mention[];
  readonly languages: LanguageEvidence;
}

export interface FindOptions {
  /** Language evidence from elsewhere, such as the other texts of the record. */
  readonly languages?: LanguageEvidence;
  /** A layer name or part of a URL, where case carries no information. */
  readonly isName?: boolean;
}

interface Match {
  readonly meanings: readonly (Meaning | PartMeaning)[];
  readonly from: number;
  readonly to: number;
  readonly isCompound: boolean;
}

export function findConcepts(text: string, { languages = noEvidence, isName = false }: FindOptions = {}): TextMeaning {
  const read = readTextWords(text);
  const matches = matchWords(read, isName);
  const own = ownEvidence(text, read, matches);
  // Fast path for most names and many titles; the rest of the function does most of the work.
  if (matches.length === 0 && read.runs.length === 0) return { mentions: [], languages: own };
  const evidence = joinEvidence(own, scaledEvidence(languages));
  const negated = negatedWords(read.words, read.clauseBreaks);
  const mentions = [
    ...matches.flatMap((match) => mentionsOf(match, read, negated, evidence)),
    ...read.runs.flatMap((run) => unspacedMentions(run, evidence)),
  ];
  return { mentions, languages: own };
}

/** At each word the longest term; if there is none, the parts of a compound. */
function matchWords(read: TextWords, isName: boolean): readonly Match[] {
  const matches: Match[] = [];
  for (let at = 0; at < read.words.length; ) {
    // Most words start no term.
    const begins = wordInfo(read.words[at]!).numbers.length > 0;
    const match = (begins ? longestTerm(read, at, isName) : null) ?? compoundAt(read, at);
    if (match !== null) matches.push(match);
    at = match?.to ?? at + 1;
  }
  return matches;
}

function longestTerm(read: TextWords, from: number, isName: boolean): Match | null {
  let best: Match | null = null;
  let ends: { readonly node: TermNode; readonly to: number }[] = [{ node: termIndex().root, to: from }];
  while (ends.length > 0) {
    const longer: typeof ends = [];
    for (const { node, to } of ends) {
      const at = to > from ? nextWord(read, to) : to;
      if (at === null) continue;
      for (const number of wordInfo(read.words[at]!).numbers) {
        const next = node.next.get(number);
        if (next !== undefined) longer.push({ node: next, to: at + 1 });
      }
    }
    const furthest = Math.max(0, ...longer.filter(({ node }) => node.meanings.length > 0).map(({ to }) => to));
    const meanings = longer
      .filter(({ to }) => to === furthest)
      .flatMap(({ node }) => node.meanings)
      .filter(({ isAcronym }) => !isAcronym || isName || read.capitals[from]!);
    if (meanings.length > 0) best = { meanings, from, to: furthest, isCompound: false };
    ends = longer;
  }
  return best;
}

/** The next word of the phrase, articles skipped; null at its end. */
function nextWord({ words, phraseBreaks }: TextWords, from: number): number | null {
  for (let at = from; at < words.length && at < from + 3; at++) {
    if (phraseBreaks[at]) return null;
    if (!isJoint(words[at]!)) return at;
  }
  return null;
}

function compoundAt({ words }: TextWords, at: number): Match | null {
  const meanings = compoundMeanings(words[at]!);
  return meanings.length === 0 ? null : { meanings, from: at, to: at + 1, isCompound: true };
}

/** Stop words, letters, and long words specific to some languages. */
function ownEvidence(text: string, read: TextWords, matches: readonly Match[]): LanguageEvidence {
  const evidence = letterEvidence(text);
  const add = (language: string, weight: number) => evidence.set(language, (evidence.get(language) ?? 0) + weight);
  for (const word of read.words) {
    const { stopWordIn } = wordInfo(word);
    for (const language of stopWordIn) add(language, 1 / stopWordIn.length);
  }
  for (const { meanings, from, to, isCompound } of matches) {
    if (isCompound || read.words.slice(from, to).join('').length < 6) continue;
    const languages = new Set(meanings.map(({ language }) => language));
    for (const language of languages) add(language, 0.5 / languages.size);
  }
  return evidence;
}

function mentionsOf(
  { meanings, from, to, isCompound }: Match,
  read: TextWords,
  negated: readonly boolean[],
  evidence: LanguageEvidence,
): readonly Mention[] {
  const parts = read.words.slice(from, to);
  const words = parts.join(' ');
  const likely = meanings.filter((meaning) => isLikely(meaning, parts, isCompound, evidence));
  const best = Math.max(...likely.map(({ language }) => evidence.get(language) ?? 0));
  const chosen = new Map<string, Meaning | PartMeaning>();
  for (const meaning of likely)
    if ((evidence.get(meaning.language) ?? 0) === best && !chosen.has(meaning.concept))
      chosen.set(meaning.concept, meaning);
  const weight = (isCompound ? 0.8 : 1) / Math.max(1, Math.sqrt(chosen.size));
  const isNegated = negated.slice(from, to).some((word) => word);
  const aside = isAspect(read.words, read.phraseBreaks, from, to);
  return [...chosen.values()].map((meaning) => ({
    concept: meaning.concept,
    language: meaning.language,
    words,
    weight,
    isNegated,
    isAspect: aside,
    isEnd: 'isEnd' in meaning && meaning.isEnd,
  }));
}

/** A single word this long is rarely a word of another language as well. */
const longWord = 7;

/** Short words, words that are stop words elsewhere, and compounds count only where their language is likely. */
function isLikely(
  meaning: Meaning,
  parts: readonly string[],
  isCompound: boolean,
  evidence: LanguageEvidence,
): boolean {
  const own = evidence.get(meaning.language) ?? 0;
  const most = Math.max(0, ...evidence.values());
  const [word = '', second] = parts;
  const isTiny = second === undefined && word.length <= 3;
  if (meaning.isAcronym || (own > 0 && own >= (isTiny ? most : most / 4))) return true;
  if (second !== undefined) return true;
  if (wordInfo(word).stopWordIn.some((language) => language !== meaning.language)) return false;
  // Scientific and software names are English in any language.
  if (meaning.language === 'en') return true;
  return most === 0 ? word.length > 3 : word.length >= longWord && !isCompound;
}

function unspacedMentions(run: string, evidence: LanguageEvidence): readonly Mention[] {
  const language = evidence.has('ja') ? 'ja' : 'zh';
  return findUnspacedTerms(run).map(({ concept, term, from, to }) => ({
    concept,
    language,
    words: term,
    weight: 1,
    isAspect: false,
    isEnd: false,
    isNegated: isNegatedRun(run, from, to),
  }));
}
