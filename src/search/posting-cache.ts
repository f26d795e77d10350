// Decoded postings of words that are asked for again and again; those not asked for longest go first.
import type { PostingList } from './posting-list.ts';

/** About 60 MB: a posting takes six bytes. */
const keptPostings = 10_000_000;

export interface PostingCache {
  get(key: number): PostingList | undefined;
  set(key: number, list: PostingList): void;
}

/** Segments never change, and their numbers are not used again: what is kept stays true. */
export function createPostingCache(): PostingCache {
  const lists = new Map<number, PostingList>();
  let postings = 0;
  return {
    get: (key) => {
      const list = lists.get(key);
      if (list === undefined) return undefined;
      lists.delete(key);
      lists.set(key, list);
      return list;
    },
    set: (key, list) => {
      lists.set(key, list);
      postings += list.docs.length;
      for (const [oldest, { docs }] of lists) {
        if (postings <= keptPostings || oldest === key) break;
        lists.delete(oldest);
        postings -= docs.length;
      }
    },
  };
}
