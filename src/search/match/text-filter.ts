// Evaluates a phrase condition on the index: which records of a segment contain it, and how prominently.
import { LRUCache } from 'lru-cache';
import { mayBePart, wordsOfPhrase } from '../../query/searched-texts.ts';
import type { PostingList } from '../index/posting-list.ts';
import { type SearchField, searchFields } from '../index/search-document.ts';
import type { Segment, SegmentRows } from '../index/segment-rows.ts';

const bitOf = (field: SearchField) => 1 << searchFields.indexOf(field);
const textBits = 2 ** searchFields.length - 1 - bitOf('topic');
/** Weights in the service's own texts; the most prominent field counts. */
const weights: readonly (readonly [bit: number, weight: number])[] = [
  [bitOf('title'), 8],
  [bitOf('keywords'), 4],
  [bitOf('abstract'), 2],
];

/** Results per segment: `narrow`, `judge` and later pages evaluate the same phrases. */
const keptResults = 16;
const kept = new WeakMap<Segment['number'], LRUCache<string, Uint8Array>>();

/** Combinations of words tried for a phrase; if there are more, records are read. */
const groupLimit = 2000;

/** The index can't decide; the record has to be read. */
export const doubtful = 255;

/** By record: 0 without the phrase, otherwise its weight, at least 1; or `doubtful`. */
export function recordsWithText(phrase: string, segment: Segment, rows: SegmentRows): Uint8Array {
  // A segment is reopened when records die; its columns, and this function of it, stay the same.
  const results = kept.get(segment.number) ?? new LRUCache<string, Uint8Array>({ max: keptResults });
  kept.set(segment.number, results);
  const words = wordsOfPhrase(phrase);
  const key = words.join(' ');
  const known = results.get(key);
  if (known !== undefined) return known;
  const found = new Uint8Array(segment.number('rid').length);
  const { groups, isSure } = groupsOf(words, rows);
  for (const group of groups) {
    const list = rows.postingsOf({ words: group, isPhrase: true }, segment.id, null);
    if (list !== null) markRecords(list, segment, found, isSure);
  }
  if (groups.length === 0 && !isSure) found.fill(doubtful);
  results.set(key, found);
  return found;
}

interface Groups {
  /** Ids of consecutive words. */
  readonly groups: readonly (readonly number[])[];
  /** False if they are only the beginning of the phrase. */
  readonly isSure: boolean;
}

/** All combinations of index words that contain the phrase. */
function groupsOf(words: readonly string[], rows: SegmentRows): Groups {
  const [first = '', ...middle] = words;
  const last = middle.pop();
  if (last === undefined) return { groups: wordsLike(first, rows, () => true).map((id) => [id]), isSure: true };
  const firsts = wordsLike(first, rows, (word) => word.endsWith(first));
  const between = middle.map((word) => rows.wordId(word));
  if (firsts.length === 0 || between.includes(null)) return { groups: [], isSure: true };
  if (firsts.length > groupLimit) return { groups: [], isSure: false };
  const begun = firsts.map((id) => [id, ...(between as number[])]);
  const lasts = rows.wordsFrom(last, groupLimit);
  if (begun.length * lasts.length >= groupLimit) return { groups: begun, isSure: false };
  return { groups: begun.flatMap((group) => lasts.map(({ id }) => [...group, id])), isSure: true };
}

/** The word itself, and longer words that contain it. */
function wordsLike(word: string, rows: SegmentRows, fits: (longer: string) => boolean): readonly number[] {
  const ids = new Set<number>();
  const own = rows.wordId(word);
  if (own !== null) ids.add(own);
  if (mayBePart(word))
    for (const { id, word: longer } of rows.wordsWith(word, Number.POSITIVE_INFINITY)) if (fits(longer)) ids.add(id);
  return [...ids];
}

function markRecords(
  { docs, fields }: PostingList,
  { recordOf, number }: Segment,
  found: Uint8Array,
  isSure: boolean,
): void {
  const layer = number('layer');
  for (let n = 0; n < docs.length; n++) {
    if ((fields[n]! & textBits) === 0) continue;
    const record = recordOf[docs[n]!]!;
    const weight = isSure ? (layer[docs[n]!]! < 0 ? weightOf(fields[n]!) : 1) : doubtful;
    if (weight > found[record]!) found[record] = weight;
  }
}

function weightOf(fields: number): number {
  return weights.find(([bit]) => (fields & bit) !== 0)?.[1] ?? 1;
}
