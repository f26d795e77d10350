// The best page against sorting everything.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBestPage } from './best-page.ts';

it('gives the page that sorting everything would give, shallow and deep', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 300 }),
      fc.oneof(fc.integer({ min: 0, max: 310 }), fc.constant(2500)),
      fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(2100)),
      (scores, offset, limit) => {
        const page = createBestPage(offset, limit);
        scores.forEach((score, n) => {
          page.add(n, score);
        });
        const sorted = scores.map((score, key) => ({ key, score })).sort((a, b) => b.score - a.score || a.key - b.key);
        expect(page.page()).toEqual(sorted.slice(offset, offset + limit));
        expect(page.count).toBe(scores.length);
      },
    ),
  );
});

it('selects deep pages of large results', () => {
  const page = createBestPage(90_000, 10);
  for (let n = 0; n < 100_000; n++) page.add(n, (n * 7919) % 100_000);
  expect(page.page().map(({ score }) => score)).toEqual(Array.from({ length: 10 }, (_, n) => 9_999 - n));
});
