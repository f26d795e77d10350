// The best few against sorting everything.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestOf } from './best-of.ts';

it('gives what sorting everything would give', () => {
  const compare = (a: number, b: number) => a - b;
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 1000, size: 'max' }), fc.nat(20), (all, count) => {
      expect(bestOf(all, count, compare)).toEqual({ total: all.length, best: all.toSorted(compare).slice(0, count) });
    }),
  );
});
