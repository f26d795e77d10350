// Decoded postings of words that are asked for again and again; those not asked for lately go.
import type { PostingList } from './posting-list.ts';

/** About 60 MB: a posting takes six bytes. */
const keptPostings = 10_000_000;
/** What a list takes besides, counted in postings: lists of words that are not there are short, and many. */
const listCost = 20;

export interface PostingCache {
  /** Null for a word that is known not to be in the segment; undefined where nobody has looked. */
  get(key: number): PostingList | null | undefined;
  set(key: number, list: PostingList | null): void;
}

/**
 * Segments never change, and their numbers are not used again: what is kept stays true. Two generations: what is asked for
 * again moves to the young one, and when that is full the old one goes.
 */
export function createPostingCache(): PostingCache {
  let young = new Map<number, PostingList | null>();
  let old = new Map<number, PostingList | null>();
  let cost = 0;
  const set = (key: number, list: PostingList | null) => {
    young.set(key, list);
    cost += listCost + (list?.docs.length ?? 0);
    if (cost <= keptPostings / 2) return;
    old = young;
    young = new Map();
    cost = 0;
  };
  return {
    get: (key) => {
      const known = young.get(key);
      if (known !== undefined) return known;
      const list = old.get(key);
      if (list !== undefined) set(key, list);
      return list;
    },
    set,
  };
}
