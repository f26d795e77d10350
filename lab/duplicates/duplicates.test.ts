// Duplicates are found as well as the README says.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type AllMeasured, measureAll } from './experiment.ts';

it('finds in the labelled scenes what results.json says: nothing wrong, and nearly all there is', async () => {
  const measured = await measureAll();
  const written = JSON.parse(readFileSync(new URL('results.json', import.meta.url), 'utf8')) as AllMeasured;
  expect(measured).toEqual(written);
  expect(measured.all.pairs).toBeGreaterThanOrEqual(200);
  // Most pairs are traps.
  expect(measured.all.same).toBeLessThan(measured.all.pairs / 2);
  for (const { precision, recall } of Object.values(measured)) {
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  }
});
