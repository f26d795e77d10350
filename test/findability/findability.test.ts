// Checks the recorded findability experiment: 30 questions answered from the list of file names alone.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rows = readFileSync(new URL('./answers.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [question: string, expected: string, answered: string]);

it('names files that exist', () => {
  expect(rows.map(([, expected]) => expected).filter((file) => !existsSync(file))).toEqual([]);
});

it('was answered correctly for at least 27 of 30 questions', () => {
  expect(rows).toHaveLength(30);
  expect(rows.filter(([, expected, answered]) => expected === answered).length).toBeGreaterThanOrEqual(27);
});
