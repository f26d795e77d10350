// Folds case, accents and punctuation for text comparison.
import { isAscii } from './text.ts';

/** CASEI of CQL2: Unicode case folding for comparison. */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}

/** ACCENTI of CQL2: removes diacritics. */
export function foldAccents(text: string): string {
  return isAscii(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .normalize('NFC');
}

/** Texts on fees and titles are short; of longer ones the start is enough. */
const maxChars = 20_000;

/** ' cc by 4.0 ' for 'CC-BY_4.0'. A dot inside a word or number is kept; other scripts are unchanged. */
export function foldedWords(text: string): string {
  const head = text.length > maxChars ? text.slice(0, maxChars) : text;
  // Most text is ASCII, and the general path is ten times slower.
  const words = isAscii(head)
    ? head.toLowerCase().match(/[a-z0-9]+(?:\.[a-z0-9]+)*/g)
    : withoutAccents(head).match(/[\p{L}\p{M}\p{N}]+(?:\.[\p{L}\p{N}]+)*/gu);
  return ` ${words?.join(' ') ?? ''} `;
}

function withoutAccents(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f\u00ad\u200b-\u200d\ufeff]/g, '');
  // NFKC recomposes Hangul and kana, which NFKD decomposed too.
  return plain.normalize('NFKC').toLowerCase();
}
