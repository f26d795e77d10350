// Indexed words within one or two edits of a mistyped word.
import type { MatchedWord } from '../index/index-words.ts';
import type { SegmentRows } from '../index/segment-rows.ts';

/** Shorter words are close to too many others. */
const shortest = 4;
/** From this length, two edits are allowed. */
const longWord = 8;
/** Words compared per part. */
const comparedLimit = 2000;
const nearLimit = 5;

/**
 * A word with k edits, cut into k + 1 parts, keeps at least one part unchanged: words with such a part are compared.
 * Only words at the smallest distance are returned.
 */
export function fuzzyTerms(word: string, rows: SegmentRows): readonly MatchedWord[] {
  const letters = [...word];
  if (letters.length < shortest || /\d/.test(word)) return [];
  const edits = letters.length >= longWord ? 2 : 1;
  const candidates = new Map<number, MatchedWord>();
  const size = Math.ceil(letters.length / (edits + 1));
  for (let start = 0; start < letters.length; start += size) {
    const part = letters.slice(start, start + size).join('');
    const found = start === 0 ? rows.wordsFrom(part, comparedLimit) : rows.wordsWith(part, comparedLimit);
    for (const each of found) {
      // Most words are too long or too short; a letter is one or two UTF-16 units.
      const { length } = each.word;
      if (length >= letters.length - edits && length <= 2 * (letters.length + edits)) candidates.set(each.id, each);
    }
  }
  const near = [...candidates.values()]
    .map((each) => ({ each, distance: editDistance(letters, [...each.word], edits) }))
    .filter(({ distance }) => distance <= edits)
    .sort((one, other) => one.distance - other.distance || (one.each.word < other.each.word ? -1 : 1));
  return near
    .filter(({ distance }) => distance === near[0]!.distance)
    .slice(0, nearLimit)
    .map(({ each }) => each);
}

/** Optimal string alignment (restricted Damerau–Levenshtein) distance; above `limit`, any value greater than it. */
function editDistance(one: readonly string[], other: readonly string[], limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let k = 1; k <= other.length; k++) {
      const same = one[i - 1] === other[k - 1] ? 0 : 1;
      let cost = Math.min(last[k]! + 1, row[k - 1]! + 1, last[k - 1]! + same);
      if (i > 1 && k > 1 && one[i - 1] === other[k - 2] && one[i - 2] === other[k - 1])
        cost = Math.min(cost, before[k - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) > limit) return limit + 1;
    before = last;
    last = row;
  }
  return last[other.length]!;
}
