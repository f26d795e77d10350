// A text as folded words with what matching needs: case, and phrase and clause boundaries.
import { fold } from './tokenizer.ts';

export interface TextWords {
  readonly words: readonly string[];
  /** True for words in capitals, required for acronyms. */
  readonly capitals: readonly boolean[];
  /** True if a phrase can't continue from the previous word: after a comma or a slash. */
  readonly phraseBreaks: readonly boolean[];
  /** True where a new clause starts. */
  readonly clauseBreaks: readonly boolean[];
  /** Runs of scripts written without spaces, verbatim. */
  readonly runs: readonly string[];
}

const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\u30fc';
/**
 * A run of an unspaced script; an acronym's plural; capitals up to the next word; a word; a number; what ends a phrase
 * or a clause.
 */
const piece = new RegExp(
  `[${unspaced}0-9０-９]*[${unspaced}][${unspaced}0-9]*|\\p{Lu}{2,}s(?!\\p{L})|\\p{Lu}+(?!\\p{Ll})|\\p{Lu}?[\\p{Ll}\\p{Lt}\\p{Lm}\\p{M}]+|\\p{Lo}+|\\p{N}+|[,/|()+&\\[\\]]|[.;:!?\\n]`,
  'gu',
);
const pluralOfAcronym = /^\p{Lu}{2,}s$/u;
const unspacedStart = new RegExp(`[${unspaced}]`, 'u');

/** Characters read: long texts state their subject at the beginning. */
const longestText = 20_000;

export function readTextWords(text: string): TextWords {
  const all = { words: [] as string[], capitals: [] as boolean[], runs: [] as string[] };
  const phraseBreaks: boolean[] = [];
  const clauseBreaks: boolean[] = [];
  let [newPhrase, newClause] = [true, true];
  for (const found of text.slice(0, longestText).normalize('NFC').match(piece) ?? []) {
    const code = found.charCodeAt(0);
    if (found.length === 1 && isMark(code)) {
      newPhrase = true;
      newClause ||= isClauseMark(code);
    } else if (code > 0x2e80 && unspacedStart.test(found)) all.runs.push(found);
    else {
      // 'DEMs' is 'DEM': acronyms are matched verbatim.
      const word = found.endsWith('s') && pluralOfAcronym.test(found) ? found.slice(0, -1) : found;
      all.words.push(fold(word));
      all.capitals.push(word.length > 1 && word === word.toUpperCase());
      phraseBreaks.push(newPhrase);
      clauseBreaks.push(newClause);
      [newPhrase, newClause] = [false, false];
    }
  }
  return { ...all, phraseBreaks, clauseBreaks };
}

const marks = new Set([...',/|()+&[].;:!?\n'].map((mark) => mark.charCodeAt(0)));
const clauseMarks = new Set([...'.;:!?\n'].map((mark) => mark.charCodeAt(0)));

function isMark(code: number): boolean {
  return marks.has(code);
}

function isClauseMark(code: number): boolean {
  return clauseMarks.has(code);
}
