// Tokenizes text and identifiers into terms: split, folded, without stop words, stemmed. Linear in the length of the text.
import { stem } from './stemmer.ts';
import { isStopWord } from './stop-words.ts';

export interface TokenizerOptions {
  /** ISO 639-1, for stop words and stems. Defaults to English, the usual language of service names. */
  readonly language?: string;
}

/** Longer words are encoded data; a prefix is enough to tell them apart. */
const longestWord = 40;

/** Terms in text order, repetitions kept. Numbers and single letters are dropped: they carry no subject. */
export function tokenize(text: string, options?: TokenizerOptions): string[] {
  return termsOfWords(splitWords(text), options);
}

/** The same for words that are already split. */
export function termsOfWords(words: Iterable<string>, { language = 'en' }: TokenizerOptions = {}): string[] {
  const terms: string[] = [];
  for (const word of words) {
    if (isBigramScript(word)) pushBigrams(terms, word);
    else if (word.length > 1 && !isStopWord(word, language)) terms.push(stem(word, language));
  }
  return terms;
}

/** The parts of names and the words of text, lowercase without diacritics: 'riverGauges_2015' is river, gauges. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const run of text.normalize('NFKC').match(/[\p{L}\p{M}]+/gu) ?? []) {
    for (const part of splitCase(run)) {
      for (const word of splitScripts(fold(part))) words.push(isBigramScript(word) ? word : word.slice(0, longestWord));
    }
  }
  return words;
}

/** Splits camel case: 'WebMapService' is web, map, service; 'WMSLayer' is wms, layer. */
function splitCase(run: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 1; at < run.length; at++) {
    const isHump =
      isUpper(run, at) && (!isUpper(run, at - 1) || (isLower(run, at + 1) && !isAcronymEnding(run, at + 1)));
    if (!isHump) continue;
    parts.push(run.slice(start, at));
    start = at;
  }
  parts.push(run.slice(start));
  return parts;
}

/** Suffixes of acronyms (URLs, RESTful); after a single letter they aren't words. */
const acronymEndings = ['s', 'ful', 'fully'];

/** 'Is' and 'As' are words: 'APIs' is a plural only at its end, 'GMLAsText' is gml, as, text. */
function isAcronymEnding(run: string, at: number): boolean {
  const ending = acronymEndings.find((one) => run.startsWith(one, at) && !isLower(run, at + one.length));
  if (ending === undefined) return false;
  return ending !== 's' || at + 1 === run.length || !'AIU'.includes(run.charAt(at - 1));
}

function isUpper(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return code >= 65 && code <= 90;
  const letter = text.charAt(at);
  return letter !== letter.toLowerCase();
}

function isLower(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return code >= 97 && code <= 122;
  const letter = text.charAt(at);
  return letter !== letter.toUpperCase();
}

/** Letters without a Unicode decomposition. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
};

/** Lowercase, without diacritics on Latin, Greek and Cyrillic letters; other scripts keep theirs. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  const plain = lower.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  return plain.normalize('NFKC').replace(/[ßæœøłđðı]/g, (letter) => plainLetters[letter]!);
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Scripts without spaces between words, and Korean, whose particles are attached to words. */
const bigramScripts =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\u30fc\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}';
const startsAsBigrams = new RegExp(`^[${bigramScripts}]`, 'u');
const runsOfOneSort = new RegExp(`[${bigramScripts}]+|[^${bigramScripts}]+`, 'gu');

function isBigramScript(word: string): boolean {
  return word.charCodeAt(0) >= 0xe00 && startsAsBigrams.test(word);
}

/** 'wms服务' is two words. */
function splitScripts(word: string): readonly string[] {
  return isAscii(word) ? [word] : (word.match(runsOfOneSort) ?? []);
}

function pushBigrams(terms: string[], run: string): void {
  const letters = [...run];
  if (letters.length === 1) terms.push(run);
  for (let at = 1; at < letters.length; at++) terms.push(letters[at - 1]! + letters[at]!);
}
