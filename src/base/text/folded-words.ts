// Text as words to compare: case, diacritics and punctuation gone, one space between and around.

/** Texts on fees and titles are short; of longer ones the beginning tells. */
const maxChars = 20_000;

/** ' cc by 4.0 ' for 'CC-BY_4.0'. A point stays inside a word or number; other scripts stay as they are. */
export function foldedWords(text: string): string {
  const head = text.length > maxChars ? text.slice(0, maxChars) : text;
  // Most text is plain, and folding the rest is ten times slower.
  const words = isAscii(head)
    ? head.toLowerCase().match(/[a-z0-9]+(?:\.[a-z0-9]+)*/g)
    : unaccented(head).match(/[\p{L}\p{M}\p{N}]+(?:\.[\p{L}\p{N}]+)*/gu);
  return ` ${words?.join(' ') ?? ''} `;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

function unaccented(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f\u00ad\u200b-\u200d\ufeff]/g, '');
  // Hangul and kana were taken apart as well.
  return plain.normalize('NFKC').toLowerCase();
}
