// Records of a harvested catalog are searchable until they are removed from the catalog.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openCatalog } from '../../src/open-catalog.ts';
import { serveCsw } from './csw-server.ts';
import { harvestOnce } from './harvest-run.ts';
import { changeRecords, makeCatalog } from './synthetic-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-searchable-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds a catalog by its records, also after a harvest of changes', async () => {
  const made = makeCatalog(300);
  const server = await serveCsw(made, 'none');
  const db = join(folder, 'searchable.db');
  const found = async (text: string) => {
    const catalog = openCatalog({ db });
    try {
      const { items } = await catalog.search({ words: text });
      return items.map(({ resource }) => [resource.kind, resource.layerCount]);
    } finally {
      await catalog.close();
    }
  };
  try {
    await harvestOnce(`${server.url}/csw`, db);
    expect(await found('sheet 299')).toEqual([['csw', 300]]);
    changeRecords(made, [7]);
    await harvestOnce(`${server.url}/csw`, db);
    expect(await found('sheet revised')).toEqual([['csw', 300]]);
    expect(await found('sheet 299')).toEqual([['csw', 300]]);
    made.records = made.records.slice(0, 200);
    await harvestOnce(`${server.url}/csw`, db, { isFull: true });
    expect(await found('sheet 150')).toEqual([['csw', 200]]);
    expect(await found('299')).toEqual([]);
  } finally {
    await server.close();
  }
});
