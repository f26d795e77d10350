// A map that forgets: two generations, the older dropped when the younger is full.

export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/** Holds at least the `limit` entries used last, at most twice as many. */
export function makeBoundedMap<Key, Value>(limit: number): BoundedMap<Key, Value> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  const set = (key: Key, value: Value): void => {
    if (young.size >= limit) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    set,
    get: (key) => {
      const known = young.get(key);
      if (known !== undefined) return known;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
  };
}
