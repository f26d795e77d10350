import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mapInOrder } from './map-in-order.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe('mapInOrder', () => {
  it('keeps the input order and the concurrency limit', async () => {
    let active = 0;
    let most = 0;
    const work = async (ms: number) => {
      most = Math.max(most, ++active);
      await wait(ms);
      active--;
      return ms;
    };
    expect(await collect(mapInOrder([30, 1, 20, 2, 10, 3], work, 3))).toEqual([30, 1, 20, 2, 10, 3]);
    expect(most).toBe(3);
  });

  it('yields a result while the stream is silent, and can be stopped then', async () => {
    async function* slow() {
      yield 'one';
      await new Promise(() => {});
    }
    for await (const result of mapInOrder(slow(), async (item) => item, 8)) {
      expect(result).toBe('one');
      break;
    }
  });

  it('throws the first failure in order; later ones have no effect', async () => {
    const work = async (item: number) => {
      if (item > 1) throw new Error(`no ${item}`);
      return item;
    };
    const yielded: number[] = [];
    const reading = (async () => {
      for await (const result of mapInOrder([0, 1, 2, 3, 4], work, 5)) {
        await wait(5);
        yielded.push(result);
      }
    })();
    await expect(reading).rejects.toThrow('no 2');
    expect(yielded).toEqual([0, 1]);
  });

  it('passes on a failure of the stream', async () => {
    async function* broken() {
      yield 1;
      throw new Error('cut');
    }
    await expect(collect(mapInOrder(broken(), async (item) => item, 2))).rejects.toThrow('cut');
    expect(await collect(mapInOrder([], async (item) => item, 2))).toEqual([]);
  });
});
