// data.json, DCAT-AP, OpenSearch and INSPIRE Atom: none lost, none doubled, and later only what changed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type FeedQuirk, type FeedShape, serveFeeds } from './feed-servers.ts';
import { harvestOnce, harvestOnceEach, storedLinks, storedRecords } from './harvest-run.ts';
import { changeRecords, makeCatalog } from './synthetic-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-feeds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const paths: Readonly<Record<FeedShape, string>> = {
  'data-json': '/data.json',
  'dcat-ap': '/catalog.jsonld',
  opensearch: '/geo/description.xml',
  'two-step': '/eo/description.xml',
  inspire: '/atom/service.xml',
};
const kinds: Readonly<Record<FeedShape, string>> = {
  'data-json': 'dcat',
  'dcat-ap': 'dcat',
  opensearch: 'opensearch',
  'two-step': 'opensearch-items',
  inspire: 'atom',
};

const whole: readonly [FeedShape, FeedQuirk, number][] = [
  ['data-json', 'none', 10_000],
  ['data-json', 'nested', 1000],
  ['data-json', 'identifiers-repeated', 1000],
  ['dcat-ap', 'none', 3000],
  ['opensearch', 'none', 10_000],
  ['opensearch', 'capped-at-64', 1000],
  ['opensearch', 'by-page', 1000],
  ['opensearch', 'by-link', 300],
  ['opensearch', 'as-rss', 1000],
  ['opensearch', 'as-geojson', 1000],
  ['opensearch', 'total-missing', 1000],
  ['opensearch', 'total-is-of-page', 1000],
  ['opensearch', 'repeats-last-page', 1000],
  ['opensearch', 'record-that-fails', 1000],
  ['opensearch', 'filter-rejected', 1000],
  ['two-step', 'none', 1000],
  ['inspire', 'none', 230],
  ['inspire', 'missing-feeds', 160],
  ['inspire', 'feeds-elsewhere', 160],
  ['inspire', 'feed-is-itself', 160],
];

/** Whether the protocol and the quirk support requests for changes. */
const asksForChanges = (shape: FeedShape, quirk: FeedQuirk) =>
  shape === 'inspire' || (shape === 'opensearch' && quirk !== 'filter-rejected' && quirk !== 'repeats-last-page');

it.each(whole)('harvests all of %s with the quirk: %s', { timeout: 60_000 }, async (shape, quirk, size) => {
  const catalog = makeCatalog(size);
  const server = await serveFeeds(catalog, shape, quirk);
  const db = join(folder, `${shape}-${quirk}.db`);
  const url = `${server.url}${paths[shape]}`;
  const harvest = async () => {
    const harvests = await harvestOnceEach(url, db, shape === 'two-step' ? { items: true } : {});
    return harvests.find(({ kind }) => kind === kinds[shape])!;
  };
  try {
    const first = await harvest();
    expect(first).toMatchObject({
      ended: 'complete',
      since: null,
      records: quirk === 'record-that-fails' ? 999 : size,
    });
    const lost = quirk === 'record-that-fails' ? ['record-000742'] : [];
    const expected = quirk === 'identifiers-repeated' ? repeatedIds(size) : catalog.records.map(({ id }) => id);
    const stored = (await storedRecords(db)).map(({ id }) => id).filter((id) => !/^s\d$/.test(id));
    const kept = new Set(stored);
    expect(expected.filter((id) => !kept.has(id)).slice(0, 5)).toEqual(lost);
    expect(stored.length).toBe(size - lost.length);
    expect(first.skipped).toBe(lost.length);
    expect(first.problems.map(({ code }) => code)).toEqual(problemsOf(quirk));

    Object.assign(catalog, { requests: 0, sent: 0 });
    const changed = changeRecords(catalog, [3, 77, 101, 155]);
    const second = await harvest();
    expect(second).toMatchObject({ ended: 'complete', changed: changed.length });
    const revised = (await storedRecords(db)).filter(({ title }) => title.endsWith('revised'));
    expect(revised.length).toBe(changed.length);
    expect((await storedRecords(db)).filter(({ gone }) => gone !== null)).toEqual([]);
    if (asksForChanges(shape, quirk)) expect(catalog.sent).toBeLessThanOrEqual((changed.length + 1) * 2);
  } finally {
    await server.close();
  }
});

function repeatedIds(size: number): readonly string[] {
  const name = (number: number) => `record-${String(number).padStart(6, '0')}`;
  return Array.from({ length: size }, (_, number) => (number % 10 === 1 ? `${name(number - 1)}#2` : name(number)));
}

function problemsOf(quirk: FeedQuirk): readonly string[] {
  const unreadable = ['record-that-fails', 'identifiers-repeated', 'missing-feeds'];
  if (unreadable.includes(quirk)) return ['catalog.record-unreadable'];
  return quirk === 'repeats-last-page' ? ['catalog.paging-odd'] : [];
}

const partly: readonly [FeedShape, FeedQuirk, number, string][] = [
  ['data-json', 'broken-dataset', 999, 'catalog.record-unreadable'],
  ['data-json', 'cut-off', 999, 'catalog.partly-read'],
  ['dcat-ap', 'next-to-itself', 400, 'catalog.paging-odd'],
  ['dcat-ap', 'next-on-another-host', 400, 'catalog.paging-odd'],
];

it.each(partly)(
  'keeps the available part of %s and reports the loss, with the quirk: %s',
  async (shape, quirk, had, code) => {
    const catalog = makeCatalog(1000);
    const server = await serveFeeds(catalog, shape, quirk);
    const db = join(folder, `partly-${shape}-${quirk}.db`);
    try {
      const url = `${server.url}${paths[shape]}`;
      const first = await harvestOnce(url, db);
      expect(first).toMatchObject({ ended: 'complete', records: had, skipped: 1 });
      expect(first.problems.map((problem) => problem.code)).toContain(code);
      // An incomplete harvest doesn't mark records as gone.
      catalog.records.splice(100, 5);
      await harvestOnce(url, db, { isFull: true });
      expect((await storedRecords(db)).filter(({ gone }) => gone !== null)).toEqual([]);
    } finally {
      await server.close();
    }
  },
);

it('keeps datasets without identifiers by their content', async () => {
  const catalog = makeCatalog(500);
  const server = await serveFeeds(catalog, 'data-json', 'identifiers-missing');
  const db = join(folder, 'without.db');
  const url = `${server.url}/data.json`;
  expect(await harvestOnce(url, db)).toMatchObject({ records: 500, changed: 500 });
  expect(await harvestOnce(url, db)).toMatchObject({ records: 500, changed: 0 });
  await server.close();
});

it('harvests the collections of a two-step search, and their products only on request', async () => {
  const server = await serveFeeds(makeCatalog(300), 'two-step', 'none');
  const db = join(folder, 'collections.db');
  const url = `${server.url}/eo/description.xml`;
  expect(await harvestOnce(url, db)).toMatchObject({ ended: 'complete', kind: 'opensearch', records: 3 });
  expect(await harvestOnceEach(`${url}?parent=s1`, db)).toHaveLength(1);
  await server.close();
});

const resumed: readonly [FeedShape, FeedQuirk, number][] = [
  ['dcat-ap', 'none', 1000],
  ['opensearch', 'by-page', 1000],
  ['inspire', 'none', 230],
];

it.each(resumed)('resumes at its position in %s (%s)', { timeout: 60_000 }, async (shape, quirk, size) => {
  const catalog = makeCatalog(size);
  const server = await serveFeeds(catalog, shape, quirk);
  const db = join(folder, `resumed-${shape}.db`);
  const url = `${server.url}${paths[shape]}`;
  try {
    expect(await harvestOnce(url, db, {}, 200)).toMatchObject({ ended: 'limited', records: 200 });
    const second = await harvestOnce(url, db);
    expect(second).toMatchObject({ ended: 'complete', isResumed: true, records: size, changed: size });
    expect((await storedRecords(db)).map(({ id }) => id)).toEqual(catalog.records.map(({ id }) => id));
    // Every run reads the first page of a DCAT catalog to identify it.
    expect(catalog.sent).toBe(shape === 'dcat-ap' ? size + 200 : size);
  } finally {
    await server.close();
  }
});

it('gives a dataset of INSPIRE its metadata and the downloads of its own feed', async () => {
  const server = await serveFeeds(makeCatalog(2), 'inspire', 'none');
  const db = join(folder, 'downloads.db');
  await harvestOnce(`${server.url}/atom/service.xml`, db);
  const [links] = await storedLinks(db);
  expect(links?.map(({ url }) => url)).toEqual([
    `${server.url}/md/record-000000`,
    'http://127.0.0.1:9/record-000000.gml',
    'http://127.0.0.1:9/record-000000.zip',
  ]);
  await server.close();
});
