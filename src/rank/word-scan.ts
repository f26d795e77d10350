// Words of text and URLs as hashes, in one pass and without allocating strings: ranking has microseconds per link.

/**
 * The words of one text as hashes, with their offsets for callers that need names. A reused list instead of a callback
 * per word: with one callback per type of text, V8 would inline none of them.
 */
export interface WordList {
  text: string;
  count: number;
  hashes: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
}

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/**
 * Classes of UTF-16 code units: separator, lowercase letter, uppercase letter, digit, letter that is a word by itself.
 */
const other = 0;
const lower = 1;
const upper = 2;
const digit = 3;
const ideograph = 4;
const asciiClass = makeAsciiClasses();

export function createWordList(): WordList {
  return { text: '', count: 0, hashes: new Int32Array(0), starts: new Int32Array(0), ends: new Int32Array(0) };
}

/** A word as spelled in the text, lowercase. */
export function spelled({ text, starts, ends }: WordList, at: number): string {
  return text.slice(starts[at], ends[at]).toLowerCase();
}

/**
 * Words of running text, case-folded. Numbers aren't words; scripts without spaces yield pairs of adjacent characters.
 */
export function scanText(words: WordList, text: string, maxLength: number): void {
  const end = Math.min(text.length, maxLength);
  begin(words, text, end);
  let at = 0;
  while (at < end) {
    const first = classOf(text.charCodeAt(at));
    if (first === other || first === digit) {
      at++;
      continue;
    }
    const start = at;
    if (first === ideograph) {
      if (at + 1 < end && classOf(text.charCodeAt(at + 1)) === ideograph) put(words, hashPair(text, at), at, at + 2);
      at++;
      continue;
    }
    let hash = offsetBasis;
    while (at < end) {
      const unit = text.charCodeAt(at);
      const sort = classOf(unit);
      if (sort === other || sort === ideograph) break;
      hash = Math.imul(hash ^ folded(unit, sort), prime);
      at++;
    }
    if (at - start > 1 && at - start <= maxWord) put(words, mixed(hash), start, at);
  }
}

/** Longer runs of letters are identifiers or data. */
const maxWord = 40;

/**
 * Words of a URL or identifier, split at non-letters and at case changes: 'MapServer' yields map, server and mapserver.
 */
export function scanIdentifier(words: WordList, text: string, from: number, to: number): void {
  begin(words, text, to - from);
  let at = from;
  while (at < to) {
    const first = classOf(text.charCodeAt(at));
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
      const unit = text.charCodeAt(at);
      const sort = classOf(unit);
      if (sort === other || sort === digit) break;
      const isNewPart = sort === upper && before === lower;
      if (isNewPart && at - partStart > 1) put(words, mixed(part), partStart, at);
      if (isNewPart) {
        part = offsetBasis;
        partStart = at;
      }
      const letter = folded(unit, sort);
      whole = Math.imul(whole ^ letter, prime);
      part = Math.imul(part ^ letter, prime);
      before = sort;
      at++;
    }
    if (partStart > start && at - partStart > 1) put(words, mixed(part), partStart, at);
    if (at - start > 1 && at - start <= maxWord) put(words, mixed(whole), start, at);
  }
}

/** Clears the list and reserves capacity: there are never more words than characters. */
function begin(words: WordList, text: string, length: number): void {
  words.text = text;
  words.count = 0;
  if (words.hashes.length >= length) return;
  words.hashes = new Int32Array(length);
  words.starts = new Int32Array(length);
  words.ends = new Int32Array(length);
}

function put(words: WordList, hash: number, start: number, end: number): void {
  words.hashes[words.count] = hash;
  words.starts[words.count] = start;
  words.ends[words.count] = end;
  words.count++;
}

/** The hash that `scanText` computes for a word. */
export function hashWord(word: string): number {
  let hash = offsetBasis;
  for (let at = 0; at < word.length; at++)
    hash = Math.imul(hash ^ folded(word.charCodeAt(at), classOf(word.charCodeAt(at))), prime);
  return mixed(hash);
}

/** Salts a word hash by field: 'map' in an anchor differs from 'map' in a title. */
export function salted(hash: number, salt: number): number {
  return mixed(Math.imul(hash ^ salt, prime));
}

/** Signed, because V8 boxes 32-bit numbers that don't fit an Int32. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return bits ^ (bits >>> 15);
}

function hashPair(text: string, at: number): number {
  return mixed(Math.imul(Math.imul(offsetBasis ^ text.charCodeAt(at), prime) ^ text.charCodeAt(at + 1), prime));
}

function classOf(unit: number): number {
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
