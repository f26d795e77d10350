// Harvests of a CSW with thousands of records, whatever its paging errors: none lost, none duplicated, later only changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type CswQuirk, cswQuirks, failing, serveCsw } from './csw-server.ts';
import { harvestOnce, storedRecords } from './harvest-run.ts';
import { changeRecords, makeCatalog, makeRecord } from './synthetic-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-harvest-'));
const table: Record<string, unknown>[] = [];
afterAll(() => {
  console.table(table);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * The full run has 10,000 records; otherwise ten pages show the quirk. In random order each pass finds two thirds of the
 * missing records, which takes ten times the requests: 1,000 are enough.
 */
const isFull = process.env.GEOTRAWL_TEST_FULL === '1';
const sizeWith = (quirk: CswQuirk) => (quirk === 'none' || (isFull && quirk !== 'never-sorted') ? 10_000 : 1000);

it.each(cswQuirks)('harvests all of a CSW with the quirk: %s', { timeout: 120_000 }, async (quirk) => {
  const catalog = makeCatalog(sizeWith(quirk));
  const before = new Set(catalog.records.map(({ id }) => id));
  const server = await serveCsw(catalog, quirk);
  const db = join(folder, `${quirk}.db`);
  try {
    const first = await harvestOnce(`${server.url}/csw`, db);
    expect(first).toMatchObject({ ended: 'complete', isResumed: false, since: null });
    const cost = { requests: catalog.requests, sent: catalog.sent };
    const lost = lostWith(quirk).map((number) => makeRecord(number, 1).id);
    const stayed = catalog.records.filter(({ id }) => before.has(id) && !lost.includes(id)).map(({ id }) => id);
    const stored = (await storedRecords(db)).map(({ id }) => id);
    const kept = new Set(stored);
    expect(stayed.filter((id) => !kept.has(id))).toEqual([]);
    expect(kept.size).toBe(stored.length);
    if (quirk !== 'shrinking' && quirk !== 'growing') expect(stored).toEqual(stayed);
    expect(first.skipped).toBe(lost.length);

    Object.assign(catalog, { requests: 0, sent: 0 });
    const changed = changeRecords(catalog, [3, 77, 500, 901, 950]);
    const second = await harvestOnce(`${server.url}/csw`, db);
    expect(second).toMatchObject({ ended: 'complete', changed: changed.length });
    const revised = (await storedRecords(db)).filter(({ title }) => title.endsWith('revised')).map(({ id }) => id);
    expect(revised).toEqual([...changed].sort());
    // The newest record of the first harvest is sent again: a change in the same second must not be missed.
    if (quirk !== 'filter-rejected')
      expect(catalog.sent).toBeLessThanOrEqual((changed.length + 2) * (quirk === 'ends-in-repeats' ? 5 : 2));
    table.push({
      quirk,
      records: catalog.records.length,
      requests: cost.requests,
      sent: cost.sent,
      stored: stored.length,
      'again: requests': catalog.requests,
      'again: sent': catalog.sent,
    });
  } finally {
    await server.close();
  }
});

/** Positions of records that no request can fetch. */
function lostWith(quirk: CswQuirk): readonly number[] {
  if (quirk === 'records-that-fail') return failing;
  return quirk === 'record-breaks-xml' ? [742] : [];
}
