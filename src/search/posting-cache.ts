// What was read from the index and is asked for again and again; what was not asked for lately goes.

export interface PostingCache<Key, Value> {
  /** Null for a word that is known not to be in the segment; undefined where nobody has looked. */
  get(key: Key): Value | null | undefined;
  set(key: Key, value: Value | null): void;
}

/** What an entry takes besides its bytes. */
const entryBytes = 120;

/**
 * Segments never change, and their numbers are not used again: what is kept stays true. Two generations: what is asked for
 * again moves to the young one, and when that is full the old one goes.
 */
export function createPostingCache<Key, Value>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
): PostingCache<Key, Value> {
  let young = new Map<Key, Value | null>();
  let old = new Map<Key, Value | null>();
  let bytes = 0;
  const set = (key: Key, value: Value | null) => {
    young.set(key, value);
    bytes += entryBytes + (value === null ? 0 : bytesOf(value));
    if (bytes <= maxBytes / 2) return;
    old = young;
    young = new Map();
    bytes = 0;
  };
  return {
    get: (key) => {
      const known = young.get(key);
      if (known !== undefined) return known;
      const value = old.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
  };
}
