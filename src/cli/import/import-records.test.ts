// Importing on both engines: of two copies of a record in one file the later one wins.
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { openEmptyPostgres } from '../../../test/servers/empty-postgres.ts';
import { describeWith } from '../../../test/servers/needs.ts';
import { openSqlCatalog } from '../../catalog/sql-catalog.ts';
import { openSqlChecks } from '../../monitor/tables/sql-checks.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { openSqlite } from '../../store/sqlite/sqlite.ts';
import { importInto } from './import-records.ts';

function testImport(engine: string, open: () => Promise<SqlStore>): void {
  it(`keeps what was seen later, whichever comes first (${engine})`, async () => {
    const store = await open();
    const seen = (title: string, lastSeen: string) =>
      JSON.stringify({
        kind: 'wms',
        family: 'service',
        version: '1.3.0',
        title,
        layers: [],
        problems: [],
        endpoint: 'https://geo.example/wms',
        url: 'https://geo.example/wms?request=GetCapabilities',
        firstSeen: '2020-01-01T00:00:00.000Z',
        lastSeen,
      });
    const lines = [seen('Newer', '2026-01-02T00:00:00.000Z'), seen('Older', '2021-01-01T00:00:00.000Z')];
    const report = await importInto(store, Readable.from([lines.join('\n')]), 1);
    expect(report).toMatchObject({ read: 2, taken: 1, older: 1, refused: 0 });
    expect((await openSqlCatalog(store).get('https://geo.example/wms'))?.title).toBe('Newer');
    // Imported records used to wait for the next monitor start to be scheduled.
    expect(await openSqlChecks(store).counts(1)).toMatchObject({ monitored: 1, due: 1 });
    await store.close();
  });
}

testImport('SQLite', async () => openSqlite(':memory:'));
describeWith('postgis', () => testImport('PostgreSQL', () => openEmptyPostgres()));
