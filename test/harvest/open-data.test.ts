// Portals that page by number only up to 10,000: none lost, none duplicated, later only changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { harvestOnce, storedRecords } from './harvest-run.ts';
import { idIn, type OpenDataQuirk, type OpenDataShape, openDataPaths, serveOpenData } from './open-data-servers.ts';
import { changeRecords, makeCatalog } from './synthetic-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-open-data-'));
const table: Record<string, unknown>[] = [];
afterAll(() => {
  console.table(table);
  rmSync(folder, { recursive: true, force: true });
});

const cases: readonly [OpenDataShape, OpenDataQuirk, number][] = [
  ['arcgis-hub', 'none', 11_000],
  ['arcgis-hub', 'capped-at-64', 1000],
  ['arcgis-hub', 'order-refused', 1000],
  ['arcgis-hub', 'record-that-fails', 1000],
  ['arcgis-hub', 'entries-that-are-none', 1000],
  ['arcgis-hub', 'shrinking', 2000],
  ['arcgis-portal', 'none', 11_000],
  ['arcgis-portal', 'self-refused', 1000],
  ['arcgis-portal', 'capped-at-64', 1000],
  ['arcgis-portal', 'record-that-fails', 1000],
  ['arcgis-portal', 'entries-that-are-none', 1000],
  ['arcgis-portal', 'shrinking', 2000],
  ['arcgis-portal', 'touched', 1000],
  ['socrata', 'none', 11_000],
  ['socrata', 'capped-at-64', 1000],
  ['socrata', 'order-refused', 1000],
  ['socrata', 'record-that-fails', 1000],
  ['socrata', 'entries-that-are-none', 1000],
  ['socrata', 'shrinking', 2000],
  ['socrata', 'never-ends', 1000],
  ['opendatasoft', 'none', 11_000],
  ['opendatasoft', 'capped-at-64', 1000],
  ['opendatasoft', 'order-refused', 1000],
  ['opendatasoft', 'record-that-fails', 1000],
  ['opendatasoft', 'entries-that-are-none', 1000],
  ['opendatasoft', 'shrinking', 2000],
  ['erddap', 'none', 3000],
  ['erddap', 'order-refused', 3000],
  ['erddap', 'entries-that-are-none', 1000],
];

it.each(cases)('harvests all of %s with the quirk: %s', { timeout: 60_000 }, async (shape, quirk, size) => {
  const catalog = makeCatalog(size);
  const server = await serveOpenData(catalog, shape, quirk);
  const db = join(folder, `${shape}-${quirk}.db`);
  const url = `${server.url}${openDataPaths[shape]}`;
  try {
    const first = await harvestOnce(url, db);
    expect(first).toMatchObject({ ended: 'complete', kind: shape, since: null });
    const cost = { requests: catalog.requests, sent: catalog.sent };
    const lost = { 'record-that-fails': 'record-000242', 'entries-that-are-none': 'record-000307' }[quirk as string];
    const listed = catalog.records.filter(({ id }) => id !== lost).map((record) => idIn(shape, record));
    const stored = (await storedRecords(db)).map(({ id }) => id);
    const kept = new Set(stored);
    expect(listed.filter((id) => !kept.has(id))).toEqual([]);
    if (quirk !== 'shrinking') expect(stored.length).toBe(listed.length);
    expect(first.skipped).toBe(quirk === 'record-that-fails' ? 1 : 0);
    expect(first.problems.map(({ code }) => code)).toEqual(
      quirk === 'record-that-fails'
        ? ['catalog.record-unreadable']
        : quirk === 'never-ends'
          ? ['catalog.paging-odd']
          : [],
    );

    Object.assign(catalog, { requests: 0, sent: 0 });
    const changed = changeRecords(catalog, [3, 77, 501, 901, 951]).map((id) =>
      idIn(shape, { id, title: '', modified: '' }),
    );
    const second = await harvestOnce(url, db);
    expect(second).toMatchObject({ ended: 'complete', changed: changed.length });
    const revised = (await storedRecords(db)).filter(({ title }) => title.endsWith('revised')).map(({ id }) => id);
    expect(revised).toEqual([...changed].sort());
    // By date, the page in which what is known begins comes whole; without order or dates, everything does.
    const isCompared = shape === 'erddap' || (shape === 'arcgis-hub' && quirk === 'order-refused');
    if (!isCompared) expect(catalog.sent).toBeLessThanOrEqual(220);
    table.push({ shape, quirk, ...cost, stored: stored.length, again: catalog.requests, sentAgain: catalog.sent });
  } finally {
    await server.close();
  }
});

it.each(['arcgis-hub', 'arcgis-portal', 'socrata', 'opendatasoft'] as const)(
  'resumes at its position in %s',
  async (shape) => {
    const catalog = makeCatalog(11_000);
    const server = await serveOpenData(catalog, shape, 'none');
    const db = join(folder, `${shape}-parts.db`);
    try {
      const url = `${server.url}${openDataPaths[shape]}`;
      let parts = 1;
      for (; ; parts++) {
        const { ended, isResumed } = await harvestOnce(url, db, {}, 2500);
        expect(isResumed).toBe(parts > 1);
        if (ended === 'complete') break;
      }
      expect(parts).toBe(5);
      expect((await storedRecords(db)).map(({ id }) => id)).toEqual(
        catalog.records.map((record) => idIn(shape, record)),
      );
      // The seed is looked at once in every run.
      expect(catalog.sent).toBeLessThanOrEqual(11_000 + parts * 100);
    } finally {
      await server.close();
    }
  },
);
