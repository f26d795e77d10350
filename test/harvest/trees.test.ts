// Tree-shaped catalogs: harvested completely and not beyond, none lost, none duplicated, later only changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { harvestOnce, storedRecords } from './harvest-run.ts';
import { changeRecords, makeCatalog, type SyntheticRecord } from './synthetic-catalog.ts';
import {
  folderOfRecord,
  foldersInTree,
  isSpoiled,
  oddFolder,
  serveTree,
  type TreeQuirk,
  type TreeShape,
  treeRoots,
} from './tree-servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-trees-'));
const table: Record<string, unknown>[] = [];
afterAll(() => {
  console.table(table);
  rmSync(folder, { recursive: true, force: true });
});

const size = 240;
const cases: readonly [TreeShape, TreeQuirk][] = [
  ['arcgis', 'none'],
  ['arcgis', 'folder-that-fails'],
  ['arcgis', 'folders-closed'],
  ['arcgis', 'endless'],
  ['arcgis', 'bad-entries'],
  ['waf-apache', 'none'],
  ['waf-nginx', 'none'],
  ['waf-iis', 'none'],
  ['waf-apache', 'folder-that-fails'],
  ['waf-apache', 'folders-closed'],
  ['waf-apache', 'bad-entries'],
  ['waf-apache', 'html-instead'],
  ['thredds', 'none'],
  ['thredds', 'folder-that-fails'],
  ['thredds', 'loops'],
  ['thredds', 'bad-entries'],
  ['thredds', 'html-instead'],
];

/** Problem codes that report the quirk. */
const codes: Partial<Record<TreeQuirk, string>> = {
  'folder-that-fails': 'catalog.record-unreadable',
  'folders-closed': 'http.restricted',
  loops: 'catalog.paging-odd',
  endless: 'catalog.partly-read',
  'html-instead': 'catalog.partly-read',
};

/** Identifiers end in the number of the record in every type of catalog. */
function numbersOf(stored: readonly { readonly id: string }[]): readonly number[] {
  const numbers = stored.map(({ id }) => /record-(\d{6})/.exec(id)?.[1]).filter((number) => number !== undefined);
  return numbers.map(Number).sort((one, other) => one - other);
}

it.each(cases)('harvests all of %s with the quirk: %s', { timeout: 60_000 }, async (shape, quirk) => {
  const catalog = makeCatalog(size);
  const server = await serveTree(catalog, shape, quirk);
  const db = join(folder, `${shape}-${quirk}.db`);
  const url = `${server.url}${treeRoots[shape]}`;
  try {
    const first = await harvestOnce(url, db);
    expect(first).toMatchObject({ ended: 'complete', isResumed: false });
    const cost = { requests: catalog.requests, sent: catalog.sent };
    const hidesFolder = quirk === 'folder-that-fails' || quirk === 'html-instead';
    const isLost = (record: SyntheticRecord) => hidesFolder && folderOfRecord(record) === oddFolder;
    const isNoFile = (record: SyntheticRecord) =>
      quirk === 'bad-entries' && !shape.startsWith('waf') && isSpoiled(record);
    const expected = catalog.records.filter((record) => !isLost(record) && !isNoFile(record));
    expect(numbersOf(await storedRecords(db))).toEqual(numbersOf(expected));
    const code = codes[quirk];
    const reported = first.problems.map((problem) => problem.code as string);
    expect(reported).toEqual(
      code === undefined ? reported.filter((one) => one.startsWith('xml.')) : expect.arrayContaining([code]),
    );

    Object.assign(catalog, { requests: 0, sent: 0 });
    const changed = changeRecords(catalog, [3, 77, 181, 139, 239]).map((id) => Number(id.slice(-6)));
    catalog.records = catalog.records.filter(({ id }) => id !== 'record-000100');
    const second = await harvestOnce(url, db);
    // A renamed service is another one to a directory, and the old one is gone.
    const isSeen = (number: number) => !hidesFolder || number % foldersInTree !== oddFolder;
    expect(second).toMatchObject({ ended: 'complete', changed: changed.filter(isSeen).length });
    const isWaf = shape.startsWith('waf');
    if (isWaf) expect(catalog.sent).toBe(second.changed);
    const gone = (await storedRecords(db)).filter((record) => record.gone !== null);
    // An incomplete harvest marks nothing as gone.
    const isWhole = !hidesFolder && quirk !== 'endless';
    expect(numbersOf(gone).includes(100)).toBe(isWhole);
    if (isWhole && shape !== 'arcgis') expect(gone.length).toBe(1);
    const again = { again: catalog.requests, sentAgain: catalog.sent };
    table.push({ shape, quirk, ...cost, stored: expected.length, ...again, problems: reported.join(' ') });
  } finally {
    await server.close();
  }
});

it('loses no records of a tree whose server was down', async () => {
  const catalog = makeCatalog(size);
  const server = await serveTree(catalog, 'waf-apache', 'down-for-a-while');
  const db = join(folder, 'down.db');
  const url = `${server.url}${treeRoots['waf-apache']}`;
  try {
    expect(await harvestOnce(url, db)).toMatchObject({ ended: 'failed' });
    catalog.sent = 1000;
    expect(await harvestOnce(url, db)).toMatchObject({ ended: 'complete', isResumed: true, skipped: 0, records: size });
    expect(numbersOf(await storedRecords(db))).toEqual(numbersOf(catalog.records));
  } finally {
    await server.close();
  }
});

it.each(['arcgis', 'waf-apache', 'thredds'] as const)('resumes at its position in %s', async (shape) => {
  const whole = makeCatalog(size);
  const catalog = makeCatalog(size);
  const servers = [await serveTree(whole, shape, 'none'), await serveTree(catalog, shape, 'none')];
  const db = join(folder, `${shape}-parts.db`);
  try {
    await harvestOnce(`${servers[0]!.url}${treeRoots[shape]}`, join(folder, `${shape}-whole.db`));
    const url = `${servers[1]!.url}${treeRoots[shape]}`;
    let parts = 1;
    while ((await harvestOnce(url, db, {}, 40)).ended === 'limited') parts++;
    expect(parts).toBeGreaterThan(3);
    expect(numbersOf(await storedRecords(db))).toEqual(numbersOf(catalog.records));
    // Every run requests the seed once, and nothing else twice.
    expect(catalog.requests).toBeLessThanOrEqual(whole.requests + parts);
    expect(catalog.sent).toBe(whole.sent);
  } finally {
    for (const server of servers) await server.close();
  }
});
