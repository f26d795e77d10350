import { expect, it } from 'vitest';
import { seededRandom } from '../base/random/seeded-random.ts';
import { createRecent } from './recent.ts';

it('forgets in the order of two plain generations, whatever it remembers of the last key', () => {
  const recent = createRecent<number>(5);
  let [young, old] = [new Map<string, number>(), new Map<string, number>()];
  const set = (key: string, value: number): void => {
    if (young.size >= 5 && !young.has(key)) [old, young] = [young, new Map()];
    young.set(key, value);
  };
  const get = (key: string): number | undefined => {
    const aged = old.get(key);
    if (!young.has(key) && aged !== undefined) set(key, aged);
    return young.get(key);
  };
  const random = seededRandom(7);
  for (let step = 0; step < 5000; step++) {
    const key = `key ${Math.floor(random.next() * 14)}`;
    if (random.next() < 0.4) {
      recent.set(key, step);
      set(key, step);
    } else expect(recent.get(key)).toBe(get(key));
  }
});
