// A map of bounded size that forgets what was not touched longest, in two generations.

export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  entries(): readonly (readonly [string, T])[];
}

export function createRecent<T>(generationSize: number, entries: Iterable<readonly [string, T]> = []): Recent<T> {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  const set = (key: string, value: T): void => {
    if (young.size >= generationSize && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  for (const [key, value] of entries) set(key, value);
  return {
    set,
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const aged = old.get(key);
      if (aged !== undefined) set(key, aged);
      return aged;
    },
    entries: () => [...[...old].filter(([key]) => !young.has(key)), ...young],
  };
}
