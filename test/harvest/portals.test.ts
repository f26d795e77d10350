// Four types of portals with thousands of records: none lost, none duplicated, later only changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { harvestOnce, storedRecords } from './harvest-run.ts';
import { isHidden, type PortalQuirk, type PortalShape, servePortal } from './portal-servers.ts';
import { changeRecords, makeCatalog } from './synthetic-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-portals-'));
const table: Record<string, unknown>[] = [];
afterAll(() => {
  console.table(table);
  rmSync(folder, { recursive: true, force: true });
});

const cases: readonly [PortalShape, PortalQuirk, number][] = [
  ['ckan', 'none', 10_000],
  ['ckan', 'capped-at-64', 1000],
  ['ckan', 'order-refused', 1000],
  ['ckan', 'private-and-deleted', 1000],
  ['ckan', 'record-that-fails', 1000],
  ['ckan', 'entries-that-are-none', 1000],
  ['ckan', 'shrinking', 1000],
  ['geonetwork-4', 'none', 1000],
  ['geonetwork-4', 'window-of-10000', 12_345],
  ['geonetwork-4', 'record-that-fails', 1000],
  ['geonetwork-4', 'shrinking', 1000],
  ['geonetwork-3', 'none', 10_000],
  ['geonetwork-3', 'capped-at-64', 1000],
  ['oai-pmh', 'none', 10_000],
  ['oai-pmh', 'token-expires-once', 1000],
  ['oai-pmh', 'private-and-deleted', 1000],
];

/** The full run has 10,000 records everywhere. */
const leastRecords = process.env.GEOTRAWL_TEST_FULL === '1' ? 10_000 : 0;

const paths: Readonly<Record<PortalShape, string>> = {
  ckan: '/api/3/action/package_search',
  'geonetwork-3': '/geonetwork/srv/api/site',
  'geonetwork-4': '/geonetwork/srv/api/site',
  'oai-pmh': '/oai?verb=Identify',
};

it.each(cases)('harvests all of %s with the quirk: %s', { timeout: 120_000 }, async (shape, quirk, size) => {
  const catalog = makeCatalog(Math.max(size, leastRecords));
  const server = await servePortal(catalog, shape, quirk);
  const db = join(folder, `${shape}-${quirk}.db`);
  try {
    const url = `${server.url}${paths[shape]}`;
    const first = await harvestOnce(url, db);
    expect(first).toMatchObject({ ended: 'complete', kind: shape.replace(/-[34]$/, ''), since: null });
    const cost = { requests: catalog.requests, sent: catalog.sent };
    const lost = { 'record-that-fails': 'record-000742', 'entries-that-are-none': 'record-000307' }[quirk as string];
    const listed = catalog.records.filter((record) => !isHidden(record, quirk) && record.id !== lost);
    const stored = (await storedRecords(db)).map(({ id }) => id);
    const kept = new Set(stored);
    expect(listed.filter(({ id }) => !kept.has(id))).toEqual([]);
    if (quirk !== 'shrinking') expect(stored.length).toBe(listed.length);
    expect(first.skipped).toBe(quirk === 'record-that-fails' ? 1 : 0);

    Object.assign(catalog, { requests: 0, sent: 0 });
    const changed = changeRecords(catalog, [3, 77, 501, 901, 951]);
    const second = await harvestOnce(url, db);
    expect(second).toMatchObject({ ended: 'complete', changed: changed.length });
    const revised = (await storedRecords(db)).filter(({ title }) => title.endsWith('revised')).map(({ id }) => id);
    expect(revised).toEqual([...changed].sort());
    // Where a catalog counts in days, the day of its newest record comes again: 144 of them, in all pages.
    expect(catalog.sent).toBeLessThanOrEqual(shape === 'oai-pmh' || shape === 'geonetwork-3' ? 300 : 20);
    table.push({
      shape,
      quirk,
      records: Math.max(size, leastRecords),
      ...cost,
      stored: stored.length,
      again: catalog.requests,
      sentAgain: catalog.sent,
    });
  } finally {
    await server.close();
  }
});
