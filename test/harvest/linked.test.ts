// OGC API – Records and STAC with any type of paging: none lost, none duplicated, later only changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { harvestOnce, harvestOnceEach, storedRecords } from './harvest-run.ts';
import { type LinkedQuirk, type LinkedShape, serveLinked } from './linked-servers.ts';
import { changeRecords, makeCatalog } from './synthetic-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-linked-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const paths: Readonly<Record<LinkedShape, string>> = {
  records: '/api',
  'records-files': '/files/catalog.json',
  stac: '/stac',
  'stac-items': '/stac',
  'stac-search': '/stac',
  'stac-files': '/stac/catalog.json',
};
const kinds: Readonly<Record<LinkedShape, string>> = {
  records: 'ogc-api-records',
  'records-files': 'ogc-api-records',
  stac: 'stac-api',
  'stac-items': 'stac-item',
  'stac-search': 'stac-api',
  'stac-files': 'stac-catalog',
};

/** Whether the protocol and the quirk support requests for changes. */
const asksForChanges = (shape: LinkedShape, quirk: LinkedQuirk) =>
  (shape === 'records' || shape === 'stac-items') && !quirk.startsWith('filter-') && quirk !== 'next-begins-anew';

const whole: readonly [LinkedShape, LinkedQuirk, number][] = [
  ['records', 'none', 10_000],
  ['records', 'capped-at-64', 1000],
  ['records', 'next-missing', 1000],
  ['records', 'next-never-ends', 1000],
  ['records', 'next-begins-anew', 1000],
  ['records', 'next-repeats-last-page', 1000],
  ['records', 'next-with-wrong-scheme', 1000],
  ['records', 'next-by-token', 1000],
  ['records', 'filter-refused', 1000],
  ['records', 'filter-ignored', 1000],
  ['records', 'record-that-fails', 1000],
  ['records', 'several-collections', 1000],
  ['records-files', 'none', 200],
  ['records-files', 'cycle', 160],
  ['records-files', 'missing-files', 160],
  ['stac', 'none', 10_000],
  ['stac', 'capped-at-64', 1000],
  ['stac', 'next-never-ends', 1000],
  ['stac', 'next-begins-anew', 1000],
  ['stac', 'next-by-post', 1000],
  ['stac', 'limit-refused', 1000],
  ['stac-items', 'none', 3000],
  ['stac-items', 'next-by-token', 1000],
  ['stac-items', 'filter-refused', 1000],
  ['stac-search', 'none', 1000],
  ['stac-search', 'no-collections', 1000],
  ['stac-search', 'post-only', 1000],
  ['stac-search', 'next-by-post', 1000],
  ['stac-files', 'none', 400],
  ['stac-files', 'cycle', 160],
  ['stac-files', 'missing-files', 160],
  ['stac-files', 'remote-child', 160],
  ['stac-files', 'no-collections', 160],
];

it.each(whole)('harvests all of %s with the quirk: %s', { timeout: 60_000 }, async (shape, quirk, size) => {
  const catalog = makeCatalog(size);
  const server = await serveLinked(catalog, shape, quirk);
  const db = join(folder, `${shape}-${quirk}.db`);
  const url = `${server.url}${paths[shape]}`;
  const options = shape === 'stac-items' ? { items: true } : {};
  try {
    const first = (await harvestAll(url, db, options, kinds[shape]))!;
    expect(first).toMatchObject({ ended: 'complete', since: null });
    const lost = catalog.records.filter(({ id }) => isLost(id, quirk));
    const ids = catalog.records.filter((record) => !lost.includes(record)).map(({ id }) => id);
    const stored = (await storedRecords(db)).map(({ id }) => id.replace(/^.*\//, ''));
    const expected = new Set(shape === 'stac-items' ? [...ids, 'c0', 'c1', 'c2'] : ids);
    const kept = new Set(stored);
    expect([...expected].filter((id) => !kept.has(id)).slice(0, 5)).toEqual([]);
    expect(stored.length).toBe(expected.size);
    expect(first.skipped).toBe(quirk === 'next-begins-anew' && shape === 'stac' ? 1 : lost.length);
    expect(first.problems.map(({ code }) => code)).toEqual(problemsOf(quirk));

    Object.assign(catalog, { requests: 0, sent: 0 });
    const changed = changeRecords(catalog, [3, 78, 101, 155]);
    const second = (await harvestAll(url, db, options, kinds[shape]))!;
    expect(second).toMatchObject({ ended: 'complete', changed: changed.length });
    const revised = (await storedRecords(db)).filter(({ title }) => title.endsWith('revised'));
    expect(revised.map(({ id }) => id.replace(/^.*\//, '')).toSorted()).toEqual(changed);
    expect((await storedRecords(db)).filter(({ gone }) => gone !== null)).toEqual([]);
    if (asksForChanges(shape, quirk)) expect(catalog.sent).toBeLessThanOrEqual((changed.length + 1) * 4);
  } finally {
    await server.close();
  }
});

const broken: readonly [LinkedQuirk][] = [['next-to-itself'], ['next-on-another-host']];

it.each(broken)('stops reading a list and reports it, with the quirk: %s', async (quirk) => {
  const catalog = makeCatalog(1000);
  const server = await serveLinked(catalog, 'records', quirk);
  const db = join(folder, `broken-${quirk}.db`);
  try {
    const first = await harvestOnce(`${server.url}/api`, db);
    expect(first).toMatchObject({ ended: 'complete', records: 400, skipped: 1 });
    expect(first.problems.map(({ code }) => code)).toContain('catalog.paging-odd');
    // An incomplete harvest marks nothing as gone.
    catalog.records.splice(0, 5);
    await harvestOnce(`${server.url}/api`, db, { isFull: true });
    expect((await storedRecords(db)).filter(({ gone }) => gone !== null)).toEqual([]);
  } finally {
    await server.close();
  }
});

const resumed: readonly [LinkedShape, LinkedQuirk][] = [
  ['records', 'none'],
  ['stac', 'next-by-post'],
  ['stac-files', 'cycle'],
];

it.each(resumed)('resumes at its position in %s (%s)', { timeout: 60_000 }, async (shape, quirk) => {
  const catalog = makeCatalog(320);
  const server = await serveLinked(catalog, shape, quirk);
  const db = join(folder, `resumed-${shape}.db`);
  const url = `${server.url}${paths[shape]}`;
  try {
    const first = await harvestOnce(url, db, {}, 100);
    expect(first).toMatchObject({ ended: 'limited', records: 100 });
    const second = await harvestOnce(url, db);
    expect(second).toMatchObject({ ended: 'complete', isResumed: true, records: 320, changed: 320 });
    expect((await storedRecords(db)).map(({ id }) => id)).toEqual(catalog.records.map(({ id }) => id));
    // A STAC API shows the first ten of its collections whenever it is looked at.
    expect(catalog.sent).toBe(shape === 'stac' ? 340 : 320);
  } finally {
    await server.close();
  }
});

it("skips entries that aren't records", async () => {
  for (const shape of ['records', 'stac'] as const) {
    const catalog = makeCatalog(250);
    const server = await serveLinked(catalog, shape, 'entries-that-are-none');
    const db = join(folder, `none-${shape}.db`);
    const event = await harvestOnce(`${server.url}${paths[shape]}`, db);
    await server.close();
    expect(event).toMatchObject({ ended: 'complete', records: 247, skipped: 0 });
  }
});

async function harvestAll(url: string, db: string, options: object, kind: string) {
  return (await harvestOnceEach(url, db, options)).find((event) => event.kind === kind);
}

function isLost(id: string, quirk: LinkedQuirk): boolean {
  return (quirk === 'record-that-fails' && id === 'record-000742') || (quirk === 'missing-files' && id.endsWith('77'));
}

function problemsOf(quirk: LinkedQuirk): readonly string[] {
  if (quirk === 'record-that-fails' || quirk === 'missing-files') return ['catalog.record-unreadable'];
  const odd = ['next-missing', 'next-begins-anew', 'next-repeats-last-page', 'cycle', 'remote-child'];
  return odd.includes(quirk) ? ['catalog.paging-odd'] : [];
}
