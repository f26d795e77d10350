// The corpus of script cases (fixtures/scripts): recall per tier and per library, precision, and traps without results.
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { fileCandidates } from '../file-candidates.ts';

interface Case {
  readonly file: string;
  readonly library: string;
  readonly tier: string;
  readonly expected: readonly string[];
  readonly forbidden: readonly string[];
}

interface Tally {
  cases: number;
  expected: number;
  found: number;
  extra: number;
  forbidden: number;
}

const folder = new URL('../../../fixtures/scripts/', import.meta.url);
const cases = readFileSync(new URL('expected.tsv', folder), 'utf8').trim().split('\n').slice(1).map(readRow);
const tallies = new Map<string, Tally>();

function readRow(row: string): Case {
  const [file = '', library = '', tier = '', , expected = '', forbidden = ''] = row.split('\t');
  const list = (cell: string) => cell.split('|').filter((url) => url !== '');
  return { file, library, tier, expected: list(expected), forbidden: list(forbidden) };
}

function candidatesOf({ file }: Case): string[] {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const pageUrl = /<base href="([^"]+)"/.exec(text)?.[1] ?? null;
  return fileCandidates(text, { name: file, pageUrl }).map(({ url }) => url);
}

function count(key: string, entry: Case, urls: readonly string[]): void {
  const tally = tallies.get(key) ?? { cases: 0, expected: 0, found: 0, extra: 0, forbidden: 0 };
  tallies.set(key, tally);
  tally.cases++;
  tally.expected += entry.expected.length;
  tally.found += entry.expected.filter((url) => urls.includes(url)).length;
  tally.extra += urls.filter((url) => !entry.expected.includes(url)).length;
  if (entry.forbidden.some((url) => urls.includes(url))) tally.forbidden++;
}

function recall(tiers: readonly string[]): number {
  const chosen = tiers.map((tier) => tallies.get(`tier ${tier}`)!);
  return chosen.reduce((sum, { found }) => sum + found, 0) / chosen.reduce((sum, { expected }) => sum + expected, 0);
}

for (const entry of cases) {
  const urls = candidatesOf(entry);
  count(`tier ${entry.tier}`, entry, urls);
  count(`library ${entry.library}`, entry, urls);
  count('all', entry, urls);
}

afterAll(() => {
  const rows = [...tallies].map(([key, { cases: n, expected, found, extra, forbidden }]) =>
    [key.padEnd(22), n, `${found}/${expected}`, extra, forbidden].join('\t'),
  );
  process.stdout.write(`\ncases by\t\tn\tfound\textra\tcases with a forbidden URL\n${rows.join('\n')}\n`);
});

describe('the corpus of script cases', () => {
  it('has at least 120 cases over every library and tier', () => {
    expect(cases.length).toBeGreaterThanOrEqual(120);
    const libraries = 'ol2 ol3 leaflet arcgis maplibre cesium deckgl google geoext terria mapstore masterportal';
    expect(new Set(cases.map(({ library }) => library))).toEqual(new Set([...libraries.split(' '), 'other', 'none']));
  });

  it('finds at least .98 of the literal and .80 of the other URLs', () => {
    expect(recall(['literal'])).toBeGreaterThanOrEqual(0.98);
    for (const tier of ['variable', 'concatenated', 'config'])
      expect([tier, recall([tier]) >= 0.8]).toEqual([tier, true]);
  });

  it('finds no URL of a comment, a text or a library in at least 95 % of the cases with some', () => {
    const traps = cases.filter(({ forbidden }) => forbidden.length > 0);
    expect(traps.length).toBeGreaterThanOrEqual(20);
    expect(1 - tallies.get('all')!.forbidden / traps.length).toBeGreaterThanOrEqual(0.95);
  });

  it('finds every URL found when its case was written', () => {
    const missing = cases.flatMap((entry) => {
      const urls = candidatesOf(entry);
      return entry.expected.filter((url) => !urls.includes(url)).map((url) => `${entry.file}: ${url}`);
    });
    expect(missing).toEqual([]);
  });

  it('finds little else', () => {
    const { found, extra } = tallies.get('all')!;
    expect(found / (found + extra)).toBeGreaterThanOrEqual(0.95);
  });
});
