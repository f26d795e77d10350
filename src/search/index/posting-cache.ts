// What was read from the index and is asked for again and again; what was not asked for lately goes.

export interface PostingCache<Key, Value> {
  /** Null for a word that is known not to be in the segment; undefined where nobody has looked. */
  get(segment: number, key: Key): Value | null | undefined;
  set(segment: number, key: Key, value: Value | null): void;
}

/** What an entry takes besides its bytes. */
const entryBytes = 120;

/** By segment, then by key: segment and word in one number would be no small integer, which maps find several times as slowly. */
type Generation<Key, Value> = Map<number, Map<Key, Value | null>>;

/**
 * Segments never change, and their numbers are not used again: what is kept stays true. Two generations: what is asked for
 * again moves to the young one, and when that is full the old one goes.
 */
export function createPostingCache<Key, Value>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
): PostingCache<Key, Value> {
  let young: Generation<Key, Value> = new Map();
  let old: Generation<Key, Value> = new Map();
  let bytes = 0;
  const set = (segment: number, key: Key, value: Value | null) => {
    const own = young.get(segment) ?? new Map<Key, Value | null>();
    young.set(segment, own.set(key, value));
    bytes += entryBytes + (value === null ? 0 : bytesOf(value));
    if (bytes <= maxBytes / 2) return;
    old = young;
    young = new Map();
    bytes = 0;
  };
  return {
    get: (segment, key) => {
      const known = young.get(segment)?.get(key);
      if (known !== undefined) return known;
      const value = old.get(segment)?.get(key);
      if (value !== undefined) set(segment, key, value);
      return value;
    },
    set,
  };
}
