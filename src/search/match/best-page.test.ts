// Pages of best results against sorting everything.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestPage, type Ranked } from './best-page.ts';

function rankedBy(scores: readonly number[]): Ranked {
  // Ties run against the order of the arrays, so that mixing them up shows.
  const ties = scores.map((_, n) => scores.length - n);
  return { count: scores.length, scores: Float64Array.from(scores), tie: (n) => ties[n]! };
}

it('equals sorting everything: shallow and deep, after a cursor and with exclusions', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 300 }),
      fc.oneof(fc.integer({ min: 0, max: 310 }), fc.constant(25_000)),
      fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(21_000)),
      fc.option(fc.record({ score: fc.integer({ min: 0, max: 50 }), tie: fc.integer({ min: 0, max: 300 }) })),
      (scores, offset, limit, after) => {
        const ranked = rankedBy(scores);
        const skip = new Set([3, 5, 8].filter((n) => n < scores.length));
        const sorted = scores
          .map((score, n) => ({ n, score, tie: ranked.tie(n) }))
          .filter(({ n }) => !skip.has(n))
          .filter(
            ({ score, tie }) => after === null || score < after.score || (score === after.score && tie > after.tie),
          )
          .sort((a, b) => b.score - a.score || a.tie - b.tie)
          .map(({ n }) => n);
        expect(bestPage(ranked, { offset, limit, after, skip })).toEqual(sorted.slice(offset, offset + limit));
      },
    ),
  );
});

it('selects deep pages of large results', () => {
  const ranked = rankedBy(Array.from({ length: 100_000 }, (_, n) => (n * 7919) % 100_000));
  const page = bestPage(ranked, { offset: 90_000, limit: 10, after: null, skip: new Set() });
  expect(page.map((n) => ranked.scores[n])).toEqual(Array.from({ length: 10 }, (_, n) => 9_999 - n));
});
