// Postings of words and phrases, read on demand and cached.
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import { phraseList, type RecordRuns } from './phrase-list.ts';
import { createPostingCache } from './posting-cache.ts';
import { decodePostings, type PostingList, positionStarts, positionsAt, type WordPositions } from './posting-list.ts';

/** Keys are segment × this + word: a segment's postings are consecutive, so that it is merged and removed in one pass. */
export const wordLimit = 2 ** 32;

const listBytes = 60_000_000;
const positionBytes = 20_000_000;
const phraseBytes = 10_000_000;

/** Words that a document must all have. */
export interface WordGroup {
  readonly words: readonly number[];
  /** They must be consecutive, in this order. */
  readonly isPhrase: boolean;
}

export interface SegmentPostings {
  /** How many documents of a segment have the word. */
  count(word: number, segment: number): number;
  postings(word: number, segment: number): PostingList | null;
  /** Documents that have all words; with `among` at least those of these records. */
  postingsOf(group: WordGroup, segment: number, among: RecordRuns | null): PostingList | null;
}

export function openSegmentPostings(database: SqlDatabase): SegmentPostings {
  const find = database.prepare('SELECT documents, list FROM search_posting WHERE posting = ?');
  const lists = createPostingCache<number, PostingList>(listBytes, ({ docs }) => docs.length * 6);
  const phrases = createPostingCache<string, PostingList>(phraseBytes, ({ docs }) => docs.length * 7);
  const positions = openPositions(database);
  const postings = (word: number, segment: number): PostingList | null => {
    const known = lists.get(segment, word);
    if (known !== undefined) return known;
    const row = find.get(segment * wordLimit + word) as { documents: number; list: Uint8Array } | undefined;
    const read = row === undefined ? null : decodePostings(row.list, row.documents);
    lists.set(segment, word, read);
    return read;
  };
  const together = ({ words, isPhrase }: WordGroup, segment: number, among: RecordRuns | null): PostingList | null => {
    const own: PostingList[] = [];
    for (const word of words) {
      const list = postings(word, segment);
      if (list === null) return null;
      own.push(list);
    }
    const positionsOfAll = () => (isPhrase ? words.map((word) => positions(segment, word)) : null);
    return phraseList({ lists: own, positions: positionsOfAll, among });
  };
  return {
    count: (word, segment) => postings(word, segment)?.docs.length ?? 0,
    postings,
    postingsOf: (group, segment, among) => {
      const { words, isPhrase } = group;
      if (words.length === 1) return postings(words[0]!, segment);
      const key = `${isPhrase} ${words.join(' ')}`;
      const known = phrases.get(segment, key);
      if (known !== undefined) return known;
      const made = together(group, segment, among);
      // A list restricted to some records is incomplete.
      if (among === null || made === null) phrases.set(segment, key, made);
      return made;
    },
  };
}

interface StoredPositions {
  readonly content: Uint8Array;
  /** Where those of each document begin. */
  readonly starts: Uint32Array;
}

const noPositions: StoredPositions = { content: new Uint8Array(0), starts: new Uint32Array(0) };

function openPositions(database: SqlDatabase): (segment: number, word: number) => WordPositions {
  const find = database.prepare('SELECT documents, places FROM search_posting WHERE posting = ?');
  const cache = createPostingCache<number, StoredPositions>(
    positionBytes,
    ({ content, starts }) => content.length + starts.length * 4,
  );
  const read = (segment: number, word: number): StoredPositions | null => {
    const known = cache.get(segment, word);
    if (known !== undefined) return known;
    const row = find.get(segment * wordLimit + word) as { documents: number; places: Uint8Array } | undefined;
    const stored =
      row === undefined ? null : { content: row.places, starts: positionStarts(row.places, row.documents) };
    cache.set(segment, word, stored);
    return stored;
  };
  return (segment, word) => {
    const { content, starts } = read(segment, word) ?? noPositions;
    return { at: (n) => (starts.length === 0 ? [] : positionsAt(content, starts[n]!)) };
  };
}
