// Text → the folded words it is indexed by.
import { isAscii } from './text.ts';

/** Letters that NFKD doesn't decompose although users type them without diacritics. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'Ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
};
/** Diacritics, and invisible characters inside words. */
const foldable = new RegExp(
  `[\\u0300-\\u036f\\u00ad\\u200b-\\u200d\\u2060\\ufeff${Object.keys(plainLetters).join('')}]`,
  'gu',
);

/** A run without spaces; runs longer than 64 characters are split. */
const piece = /[\p{L}\p{M}\p{N}_-]{1,64}/gu;
/** The same, faster. */
const asciiPiece = /[A-Za-z0-9_-]{1,64}/g;

/** Scripts written without spaces: each character is a word, and a run of them is searched as a phrase. */
const unspaced =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const unspacedStart = new RegExp(`^${unspaced}`, 'u');

/** LandCover2018 → Land, Cover, 2018; WMSServer → WMS, Server; land_cover → land, cover. */
const part = new RegExp(
  `${unspaced}\\p{M}*|\\p{Lu}+(?!\\p{Ll})|\\p{Lu}?(?:(?!${unspaced})[\\p{Ll}\\p{Lo}\\p{Lm}\\p{Lt}\\p{M}])+|\\p{N}+`,
  'gu',
);

/** Most words need no splitting. */
const plain = /^(?:[a-z]+|[A-Z][a-z]*|[0-9]+)$/;

/** A run without spaces: its parts, and the joined form if there are several. */
export interface TokenPart {
  /** Words in order; a run of an unspaced script is one entry, its characters separated by spaces. */
  readonly parts: readonly string[];
  /** The parts joined ('landcover2018'), or null if that adds nothing. */
  readonly whole: string | null;
}

export function readPieces(text: string): readonly TokenPart[] {
  return split(text).flatMap((found) => readPiece(found) ?? []);
}

/** Adds the words of a text: land, cover, 2018, landcover2018. */
export function addTokens(text: string, words: string[]): void {
  for (const found of split(text)) {
    if (plain.test(found)) {
      words.push(found.toLowerCase());
      continue;
    }
    const { parts = [], whole = null } = readPiece(found) ?? {};
    for (const word of parts) {
      if (word.includes(' ')) words.push(...word.split(' '));
      else words.push(word);
    }
    if (whole !== null) words.push(whole);
  }
}

function split(text: string): readonly string[] {
  const matched = isAscii(text) ? text.match(asciiPiece) : foldDiacritics(text).match(piece);
  return matched ?? [];
}

function readPiece(found: string): TokenPart | null {
  if (plain.test(found)) return { parts: [found.toLowerCase()], whole: null };
  const pieces = found.match(part);
  if (pieces === null) return null;
  const parts: string[] = [];
  let lastUnspaced = false;
  let anyUnspaced = false;
  for (const each of pieces) {
    const isUnspaced = unspacedStart.test(each);
    if (isUnspaced && lastUnspaced) parts.push(`${parts.pop()} ${each}`);
    else parts.push(each.toLowerCase());
    lastUnspaced = isUnspaced;
    anyUnspaced ||= isUnspaced;
  }
  return { parts, whole: parts.length > 1 && !anyUnspaced ? parts.join('') : null };
}

function foldDiacritics(text: string): string {
  return text
    .normalize('NFKD')
    .replace(foldable, (letter) => plainLetters[letter] ?? '')
    .normalize('NFC');
}
