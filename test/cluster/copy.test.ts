// A catalog copied from SQLite to PostgreSQL and back: nothing is lost, and searches have the same results.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DemoWeb } from '../../lab/demo-web/serve.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import { settleCopiedFrontier } from '../../src/frontier/rebuild-copied-frontier.ts';
import { openCatalogIn } from '../../src/open-catalog.ts';
import { publishCopied, readWrites } from '../../src/search/replica/publish-copied.ts';
import { copyDatabase } from '../../src/store/copy-database.ts';
import { openPostgres, type PostgresStore } from '../../src/store/postgres/postgres.ts';
import { type SqlStore, statement } from '../../src/store/sql/sql.ts';
import { openSqlite, type SqliteStore } from '../../src/store/sqlite/sqlite.ts';
import { demoOptions, startSteadyWeb } from '../faults/demo-crawl.ts';
import { fillEmptyTables } from '../migration-fixture.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';
import { makeTestFolder, type TestFolder } from '../servers/running-server.ts';

/** Rows by table, of all but the index, which is made anew. Every table has some. */
async function countRows(store: SqlStore, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const count = statement<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
    counts[table] = (await store.read(() => count.get()))!.count;
  }
  return counts;
}

const allTables = statement<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'
  AND name NOT LIKE 'search\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`);

async function exported(store: SqlStore): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const resource of openCatalogIn(store).all()) lines.push(JSON.stringify(resource));
  return lines;
}

describeWith('postgis', () => {
  let folder: TestFolder;
  let web: DemoWeb;
  let begun: SqliteStore;
  let postgres: PostgresStore;
  let back: SqlStore;

  beforeAll(async () => {
    folder = await makeTestFolder('copy');
    web = await startSteadyWeb();
    const db = `${folder.path}/begun.db`;
    for await (const _ of crawl(demoOptions(web, db, 20)));
    begun = openSqlite(db);
    fillEmptyTables(begun.database);
    postgres = openPostgres(await freshDatabase(), { cacheFolder: folder.path });
    back = openSqlite(`${folder.path}/back.db`);
    await copyDatabase(begun, postgres, settleCopiedFrontier);
    await copyDatabase(postgres, back, settleCopiedFrontier);
  });
  afterAll(async () => {
    for (const store of [begun, postgres, back]) await store.close();
    await web.close();
    await folder.remove();
  });

  it('has every row and the same exports', async () => {
    const tables = begun.readNow(() => allTables.all()).map(({ name }) => name);
    const rows = await countRows(begun, tables);
    expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([]);
    expect(await countRows(postgres, tables)).toEqual(rows);
    expect(await countRows(back, tables)).toEqual(rows);
    const lines = await exported(begun);
    expect(lines.length).toBeGreaterThan(20);
    expect(await exported(postgres)).toEqual(lines);
    expect(await exported(back)).toEqual(lines);
  });

  it('returns the same results on both engines, in the same order with the same scores', async () => {
    const [one, other] = [openCatalogIn(back), openCatalogIn(postgres)];
    const words = ['forest', 'elevation ireland', 'roads', '"sea charts"', 'wms -kenya', 'kind:csw', 'rivres', 'lakes'];
    const areas = [undefined, [-11, 51, -5, 56] as const, [28, -12, 52, 18] as const];
    for (const text of words)
      for (const extent of areas)
        for (const each of ['resource', 'layer'] as const) {
          const facets = ['kind', 'host', 'topic'];
          const query = { words: text, each, limit: 50, facets, ...(extent === undefined ? {} : { extent }) };
          expect(await other.search(query)).toEqual(await one.search(query));
        }
  });

  it('copies the index, and records still to be indexed', async () => {
    const source = openSqlite(`${folder.path}/indexed.db`);
    await copyDatabase(begun, source, settleCopiedFrontier);
    const here = openCatalogIn(source);
    while (!(await here.tend(1000)));
    const [{ id }] = source.database.prepare('SELECT id FROM resource LIMIT 1').all() as [{ id: string }];
    source.database.prepare('INSERT INTO search_pending VALUES(?, 1)').run(id);
    const target = openPostgres(await freshDatabase(), { cacheFolder: `${folder.path}/indexed` });
    const writes = readWrites(source);
    await copyDatabase(source, target, settleCopiedFrontier);
    expect(await publishCopied(source, target, writes)).toBe(true);
    expect(await target.query('SELECT id FROM search_pending')).toEqual([{ id }]);
    const there = openCatalogIn(target);
    const query = { words: 'forest', limit: 50, facets: ['kind', 'host', 'topic'] };
    expect((await there.list(query)).lines.length).toBeGreaterThan(3);
    expect(await there.list(query)).toEqual(await here.list(query));
    // The copy continues from there: new segments, and no number used twice.
    while (!(await there.tend(1000)));
    expect(await there.list(query)).toEqual(await here.list(query));
    expect(await publishCopied(source, target, writes), 'published already').toBe(false);
    await Promise.all([here.close(), there.close()]);
  });

  it("rejects a target that isn't empty", async () => {
    const copying = copyDatabase(begun, back, settleCopiedFrontier);
    await expect(copying).rejects.toMatchObject({ code: 'usage.bad-argument' });
  });

  it('fails rather than skip a table', async () => {
    const source = openSqlite(`${folder.path}/ahead.db`);
    source.database.exec("CREATE TABLE of_tomorrow(name TEXT PRIMARY KEY); INSERT INTO of_tomorrow VALUES('a')");
    const target = openPostgres(await freshDatabase(), { cacheFolder: folder.path });
    const copying = copyDatabase(source, target, settleCopiedFrontier);
    await expect(copying).rejects.toMatchObject({
      code: 'store.migration',
      message: expect.stringContaining('of_tomorrow'),
    });
    await Promise.all([source.close(), target.close()]);
  });
});
