// Retired terms stay retired: names in the code, words of the product and habits of a translation (the list is terminology.ts).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scan, scannedFiles } from './terminology.ts';

/** Folders and files still being reworded; this list must only shrink. */
const pending: readonly RegExp[] = [
  /^(?:src\/(?!describe\/|extract\/)|(?:test|lab|bench|scripts)\/)/,
  /^docs\/(?:architecture|config|decisions|kinds|life-of-a-url|tutorial|write-a-connector)\b/,
  /^(?:CONTRIBUTING\.md|examples\/satellite-archive\/|web\/crawl\.ts)/,
];

describe('the scan for retired terms', () => {
  it.each([
    ['src/crawl/crawl-bell.ts', '', 'names'],
    ['src/serve/glance.test.ts', '', 'names'],
    ['src/a.ts', 'const crew = createCrew();', 'names'],
    ['src/a.ts', 'export interface ClusterMember {}', 'names'],
    ['src/a.ts', 'type HttpAnswer = string;', 'names'],
    ['src/a.ts', 'const best = bestWay(record);', 'names'],
    ['src/a.ts', "const summary = 'take all records of catalogs';", 'product'],
    ['docs/a.md', 'Datasets and services that are there\nseveral ways.', 'product'],
    ['docs/a.md', '- **Happened:** The host was down.', 'product'],
    ['src/a.ts', "const label = 'OGC-API-RECORDS';", 'product'],
    ['src/a.ts', "const message = 'This is no number.';", 'habits'],
    ['src/a.ts', '// The crawl goes\n// on from here.', 'habits'],
    ['docs/a.md', 'The file lies in the folder, for whoever reads it.', 'habits'],
  ])('finds one in %s: %s', (file, text, group) => {
    expect(scan(file, text).map((match) => match.group)).toContain(group);
  });

  it.each([
    ['src/a.ts', 'const always = gateway(answer, inFlightRequests, preflight, landCover);'],
    ['src/a.ts', '// The answer of a survey. There is no limit, and it is no longer pending.'],
    ['docs/a.md', 'A proxy stands in for the server. It takes into account the crawl delay.'],
    ['src/base/text/plan-text.ts', 'export const planText = 1;'],
  ])('accepts %s: %s', (file, text) => {
    expect(scan(file, text)).toEqual([]);
  });
});

it('finds none in this repository', () => {
  const files = scannedFiles().filter((file) => !pending.some((pattern) => pattern.test(file)));
  const matches = files.flatMap((file) =>
    scan(file, readFileSync(file, 'utf8')).map(({ line, text }) => `${file}:${line} ${text}`),
  );
  expect(matches).toEqual([]);
}, 60_000);
