// Cache of index entries that were used recently.

export interface PostingCache<Key, Value> {
  /** Null if the segment is known not to have it; undefined if not cached. */
  get(segment: number, key: Key): Value | null | undefined;
  set(segment: number, key: Key, value: Value | null): void;
}

/** Overhead of an entry. */
const entryBytes = 120;

/** By segment, then key: both in one number would exceed small integers, which maps look up several times as fast. */
type Generation<Key, Value> = Map<number, Map<Key, Value | null>>;

/**
 * Entries never go stale, because segments are immutable and their numbers aren't reused. Two generations instead of an
 * exact LRU: used entries move to the young one, and when it is full the old one is dropped.
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
