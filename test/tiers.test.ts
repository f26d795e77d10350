// The lists of test/tiers.ts: every entry still matches a test file.
import { readdirSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { excludedFrom } from './tiers.ts';

const testFiles = ['src', 'lab', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts')),
);

it.each(excludedFrom('fast'))('%s matches a test file', (glob) => {
  expect(testFiles.some((file) => matchesGlob(file, glob))).toBe(true);
});
