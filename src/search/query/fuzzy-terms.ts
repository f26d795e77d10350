// Words that differ from a mistyped one by a letter or two.
import type { MatchedWord } from '../index/index-words.ts';
import type { SegmentRows } from '../index/segment-rows.ts';

/** Shorter words are near too many others. */
const shortest = 4;
/** From this length on two slips are forgiven. */
const longWord = 8;
/** Words compared at most for one part. */
const comparedLimit = 2000;
const nearLimit = 5;

/**
 * A word with k slips, cut into k + 1 parts, keeps at least one of them whole: words with such a part are looked up and
 * compared. The nearest first; only the nearest distance counts.
 */
export function fuzzyTerms(word: string, rows: SegmentRows): readonly MatchedWord[] {
  const letters = [...word];
  if (letters.length < shortest || /\d/.test(word)) return [];
  const slips = letters.length >= longWord ? 2 : 1;
  const candidates = new Map<number, MatchedWord>();
  const size = Math.ceil(letters.length / (slips + 1));
  for (let start = 0; start < letters.length; start += size) {
    const part = letters.slice(start, start + size).join('');
    const found = start === 0 ? rows.wordsFrom(part, comparedLimit) : rows.wordsWith(part, comparedLimit);
    for (const each of found) {
      // Most words are too long or too short; a letter is one or two units of the text.
      const { length } = each.word;
      if (length >= letters.length - slips && length <= 2 * (letters.length + slips)) candidates.set(each.id, each);
    }
  }
  const near = [...candidates.values()]
    .map((each) => ({ each, distance: editDistance(letters, [...each.word], slips) }))
    .filter(({ distance }) => distance <= slips)
    .sort((one, other) => one.distance - other.distance || (one.each.word < other.each.word ? -1 : 1));
  return near
    .filter(({ distance }) => distance === near[0]!.distance)
    .slice(0, nearLimit)
    .map(({ each }) => each);
}

/** Letters to change, add, leave out or swap with their neighbor (Damerau, restricted); more than `most` is not counted out. */
function editDistance(one: readonly string[], other: readonly string[], most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
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
    if (Math.min(...row) > most) return most + 1;
    before = last;
    last = row;
  }
  return last[other.length]!;
}
