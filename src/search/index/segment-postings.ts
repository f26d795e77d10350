// Postings of words and phrases, read when they are asked for and kept as long as there is room.
import type { SqlDatabase } from '../../store/sqlite/driver.ts';
import { type Among, phraseList } from './phrase-list.ts';
import { createPostingCache } from './posting-cache.ts';
import { decodePostings, type PostingList, placeStarts, placesAt, type TermOffsets } from './posting-list.ts';

/** Postings of a segment lie together, in the order of their words: it is merged and removed in one sweep. */
export const wordLimit = 2 ** 32;

const listBytes = 60_000_000;
const placeBytes = 20_000_000;
const phraseBytes = 10_000_000;

/** Words that are looked for together. */
export interface WordGroup {
  readonly words: readonly number[];
  /** They must follow each other in this order. */
  readonly isPhrase: boolean;
}

export interface SegmentPostings {
  /** How many documents of a segment have the word. */
  count(word: number, segment: number): number;
  postings(word: number, segment: number): PostingList | null;
  /** Documents that have all words; at least those among the ones named, null for all. */
  postingsOf(group: WordGroup, segment: number, among: Among | null): PostingList | null;
}

export function openSegmentPostings(database: SqlDatabase): SegmentPostings {
  const find = database.prepare('SELECT documents, list FROM search_posting WHERE posting = ?');
  const lists = createPostingCache<number, PostingList>(listBytes, ({ docs }) => docs.length * 6);
  const phrases = createPostingCache<string, PostingList>(phraseBytes, ({ docs }) => docs.length * 7);
  const places = openPlaces(database);
  const postings = (word: number, segment: number): PostingList | null => {
    const known = lists.get(segment, word);
    if (known !== undefined) return known;
    const row = find.get(segment * wordLimit + word) as { documents: number; list: Uint8Array } | undefined;
    const read = row === undefined ? null : decodePostings(row.list, row.documents);
    lists.set(segment, word, read);
    return read;
  };
  const together = ({ words, isPhrase }: WordGroup, segment: number, among: Among | null): PostingList | null => {
    const own: PostingList[] = [];
    for (const word of words) {
      const list = postings(word, segment);
      if (list === null) return null;
      own.push(list);
    }
    const wordPlaces = () => (isPhrase ? words.map((word) => places(segment, word)) : null);
    return phraseList({ lists: own, places: wordPlaces, among });
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
      // What was looked for among a few is not all there is.
      if (among === null || made === null) phrases.set(segment, key, made);
      return made;
    },
  };
}

interface StoredPlaces {
  readonly content: Uint8Array;
  /** Where each document's places begin. */
  readonly starts: Uint32Array;
}

const noPlaces: StoredPlaces = { content: new Uint8Array(0), starts: new Uint32Array(0) };

function openPlaces(database: SqlDatabase): (segment: number, word: number) => TermOffsets {
  const find = database.prepare('SELECT documents, places FROM search_posting WHERE posting = ?');
  const cache = createPostingCache<number, StoredPlaces>(
    placeBytes,
    ({ content, starts }) => content.length + starts.length * 4,
  );
  const read = (segment: number, word: number): StoredPlaces | null => {
    const known = cache.get(segment, word);
    if (known !== undefined) return known;
    const row = find.get(segment * wordLimit + word) as { documents: number; places: Uint8Array } | undefined;
    const stored = row === undefined ? null : { content: row.places, starts: placeStarts(row.places, row.documents) };
    cache.set(segment, word, stored);
    return stored;
  };
  return (segment, word) => {
    const { content, starts } = read(segment, word) ?? noPlaces;
    return { at: (n) => (starts.length === 0 ? [] : placesAt(content, starts[n]!)) };
  };
}
