// Search is as good as the README says, and each thing it does beside finding words makes it better.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measureSearch, type SearchQuality } from './experiment.ts';

it('reaches the quality in results.json on the judged collection, better with each expansion', async () => {
  const measured = await measureSearch();
  const written = JSON.parse(readFileSync(new URL('results.json', import.meta.url), 'utf8')) as SearchQuality;
  expect(measured).toEqual(written);
  expect(measured.queries).toBeGreaterThanOrEqual(120);
  expect(measured.languages.length).toBeGreaterThanOrEqual(6);
  const { everything, ...without } = measured.byVariant;
  expect(everything!.ndcg10).toBeGreaterThan(0.8);
  for (const [name, { ndcg10 }] of Object.entries(without)) expect(ndcg10, name).toBeLessThan(everything!.ndcg10);
});
