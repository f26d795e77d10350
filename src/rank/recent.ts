// A map of bounded size that forgets what was not touched longest, in two generations.

export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  entries(): readonly (readonly [string, T])[];
}

export function createRecent<T>(generationSize: number, entries: Iterable<readonly [string, T]> = []): Recent<T> {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  // Whoever scores a link asks for the same host and the same page again and again.
  let lastKey: string | null = null;
  let lastValue: T | undefined;
  const set = (key: string, value: T): void => {
    if (young.size >= generationSize && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
    lastKey = key;
    lastValue = value;
  };
  for (const [key, value] of entries) set(key, value);
  return {
    set,
    get(key) {
      if (key === lastKey) return lastValue;
      let value = young.get(key);
      if (value === undefined) {
        value = old.get(key);
        if (value !== undefined) set(key, value);
      }
      lastKey = key;
      lastValue = value;
      return value;
    },
    entries: () => [...[...old].filter(([key]) => !young.has(key)), ...young],
  };
}
