// Words of text and of URLs as hashes, in one pass and without making strings: ranking has microseconds per link.

/** Takes a word: its hash, and where it stands, for those who want to name it. */
export type TakeWord = (hash: number, start: number, end: number) => void;

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/** Classes of UTF-16 units: not part of a word, lower-case letter, upper-case letter, digit, letter that is a word. */
const other = 0;
const lower = 1;
const upper = 2;
const digit = 3;
const ideograph = 4;
const asciiClass = makeAsciiClasses();

/** Words of running text, case folded. Numbers are no words; scripts without spaces give pairs of neighbors. */
export function scanText(text: string, maxLength: number, take: TakeWord): void {
  const end = Math.min(text.length, maxLength);
  let at = 0;
  while (at < end) {
    const first = classAt(text, at);
    if (first === other || first === digit) {
      at++;
      continue;
    }
    const start = at;
    let hash = offsetBasis;
    if (first === ideograph) {
      if (at + 1 < end && classAt(text, at + 1) === ideograph) take(hashPair(text, at), at, at + 2);
      at++;
      continue;
    }
    while (at < end) {
      const sort = classAt(text, at);
      if (sort === other || sort === ideograph) break;
      hash = Math.imul(hash ^ folded(text.charCodeAt(at), sort), prime);
      at++;
    }
    if (at - start > 1 && at - start <= maxWord) take(mixed(hash), start, at);
  }
}

/** Longer runs of letters are identifiers or data. */
const maxWord = 40;

/**
 * Words of a URL or identifier: cut at everything that is no letter, and where lower case turns to upper: 'MapServer' is
 * the words map, server and mapserver.
 */
export function scanIdentifier(text: string, from: number, to: number, take: TakeWord): void {
  let at = from;
  while (at < to) {
    const first = classAt(text, at);
    if (first === other || first === digit) {
      at++;
      continue;
    }
    const start = at;
    let whole = offsetBasis;
    let part = offsetBasis;
    let partStart = at;
    let before = other;
    while (at < to) {
      const sort = classAt(text, at);
      if (sort === other || sort === digit) break;
      const isNewPart = sort === upper && before === lower;
      if (isNewPart && at - partStart > 1) take(mixed(part), partStart, at);
      if (isNewPart) {
        part = offsetBasis;
        partStart = at;
      }
      const unit = folded(text.charCodeAt(at), sort);
      whole = Math.imul(whole ^ unit, prime);
      part = Math.imul(part ^ unit, prime);
      before = sort;
      at++;
    }
    if (partStart > start && at - partStart > 1) take(mixed(part), partStart, at);
    if (at - start > 1 && at - start <= maxWord) take(mixed(whole), start, at);
  }
}

/** The hash that `scanText` gives a word. */
export function hashWord(word: string): number {
  let hash = offsetBasis;
  for (let at = 0; at < word.length; at++)
    hash = Math.imul(hash ^ folded(word.charCodeAt(at), classAt(word, at)), prime);
  return mixed(hash);
}

/** Another hash for the same word in another place: the 'map' of an anchor is not the 'map' of a title. */
export function salted(hash: number, salt: number): number {
  return mixed(Math.imul(hash ^ salt, prime));
}

function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return (bits ^ (bits >>> 15)) >>> 0;
}

function hashPair(text: string, at: number): number {
  return mixed(Math.imul(Math.imul(offsetBasis ^ text.charCodeAt(at), prime) ^ text.charCodeAt(at + 1), prime));
}

function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 128) return asciiClass[unit]!;
  if (unit < 0xc0 || unit === 0xd7 || unit === 0xf7) return other;
  if (unit < 0xdf) return upper;
  if (unit < 0x2000) return lower;
  // Kana, Han and Hangul are written without spaces between words, or with words of two or three units.
  return unit >= 0x3040 && unit < 0xd7a4 ? ideograph : other;
}

function folded(unit: number, sort: number): number {
  return sort === upper ? unit + 32 : unit;
}

function makeAsciiClasses(): Uint8Array {
  const classes = new Uint8Array(128);
  classes.fill(lower, 97, 123);
  classes.fill(upper, 65, 91);
  classes.fill(digit, 48, 58);
  return classes;
}
