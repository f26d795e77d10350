// Duplicates are found as well as the README says.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type AllMeasured, measureAll } from './experiment.ts';

it('reaches results.json on the labelled scenes: no false positives, and nearly all duplicates', async () => {
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
