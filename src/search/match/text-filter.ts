// A phrase in the texts of records, told from the index: which records of a segment have it, and how prominently.
import { LRUCache } from 'lru-cache';
import { mayBePart, wordsOfPhrase } from '../../query/searched-texts.ts';
import type { PostingList } from '../index/posting-list.ts';
import { type SearchField, searchFields } from '../index/search-document.ts';
import type { Segment, SegmentRows } from '../index/segment-rows.ts';

const bitOf = (field: SearchField) => 1 << searchFields.indexOf(field);
/** Concepts are no text. */
const textBits = 2 ** searchFields.length - 1 - bitOf('topic');
/** What it weighs where the service itself says it; the most prominent field counts. */
const weights: readonly (readonly [bit: number, weight: number])[] = [
  [bitOf('title'), 8],
  [bitOf('keywords'), 4],
  [bitOf('abstract'), 2],
];

/** Answers kept for each segment: `narrow`, `judge` and the pages behind ask for the same. */
const keptResponses = 16;
const kept = new WeakMap<Segment['number'], LRUCache<string, Uint8Array>>();

/** Words put together to look for a phrase; where there would be more, records are read. */
const groupLimit = 2000;

/** Stands for "may be": the record has to be read. */
export const doubtful = 255;

/** By record: 0 where the phrase is not, otherwise its weight, at least 1; or `doubtful`. */
export function recordsWithText(phrase: string, segment: Segment, rows: SegmentRows): Uint8Array {
  // Segments are opened anew when something dies in them; what they have stays the same.
  const answers = kept.get(segment.number) ?? new LRUCache<string, Uint8Array>({ max: keptResponses });
  kept.set(segment.number, answers);
  const words = wordsOfPhrase(phrase);
  const key = words.join(' ');
  const known = answers.get(key);
  if (known !== undefined) return known;
  const found = new Uint8Array(segment.number('rid').length);
  const { groups, isSure } = groupsOf(words, rows);
  for (const group of groups) {
    const list = rows.postingsOf({ words: group, isPhrase: true }, segment.id, null);
    if (list !== null) markRecords(list, segment, found, isSure);
  }
  if (groups.length === 0 && !isSure) found.fill(doubtful);
  answers.set(key, found);
  return found;
}

interface Groups {
  /** Ids of words that follow each other. */
  readonly groups: readonly (readonly number[])[];
  /** False where they are only the beginning of the phrase. */
  readonly isSure: boolean;
}

/** The ways in which the phrase may be written. */
function groupsOf(words: readonly string[], rows: SegmentRows): Groups {
  const [first = '', ...rest] = words;
  const last = rest.pop();
  if (last === undefined) return { groups: wordsLike(first, rows, () => true).map((id) => [id]), isSure: true };
  const firsts = wordsLike(first, rows, (word) => word.endsWith(first));
  const between = rest.map((word) => rows.wordId(word));
  if (firsts.length === 0 || between.includes(null)) return { groups: [], isSure: true };
  if (firsts.length > groupLimit) return { groups: [], isSure: false };
  const begun = firsts.map((id) => [id, ...(between as number[])]);
  const lasts = rows.wordsFrom(last, groupLimit);
  if (begun.length * lasts.length >= groupLimit) return { groups: begun, isSure: false };
  return { groups: begun.flatMap((group) => lasts.map(({ id }) => [...group, id])), isSure: true };
}

/** The word itself, and those that contain it in the right place. */
function wordsLike(word: string, rows: SegmentRows, isInPlace: (longer: string) => boolean): readonly number[] {
  const ids = new Set<number>();
  const own = rows.wordId(word);
  if (own !== null) ids.add(own);
  if (mayBePart(word))
    for (const { id, word: longer } of rows.wordsWith(word, Number.POSITIVE_INFINITY))
      if (isInPlace(longer)) ids.add(id);
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
