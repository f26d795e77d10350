// Secrets in URLs of records: kept for visits, never shown.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openCatalog } from '../../src/open-catalog.ts';
import { serveCsw } from './csw-server.ts';
import { harvestOnce } from './harvest-run.ts';
import { makeCatalog } from './synthetic-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = `<?xml version="1.0"?><csw:GetRecordsResponse xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dct="http://purl.org/dc/terms/"><csw:SearchResults numberOfRecordsMatched="1" numberOfRecordsReturned="1" nextRecord="0"><csw:Record><dc:identifier>http://127.0.0.1:9/wms?apikey=hunter2</dc:identifier><dc:title>Soils</dc:title><dct:references scheme="OGC:WMS">http://me:hunter2@127.0.0.1:9/wms?token=hunter2&amp;map=soils</dct:references></csw:Record></csw:SearchResults></csw:GetRecordsResponse>`;

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

it('masks secrets in the identifiers and links of records', async () => {
  const catalog = makeCatalog(1);
  catalog.instead = () => ({ type: 'application/xml', text: page });
  const server = await serveCsw(catalog, 'none');
  const db = join(folder, 'catalog.db');
  try {
    const harvest = await harvestOnce(`${server.url}/csw?token=hunter2`, db);
    const opened = openCatalog({ db });
    const records = await listOf(opened.records());
    const resources = await listOf(opened.all());
    await opened.close();
    expect(records).toHaveLength(1);
    expect(records[0]?.links.map(({ url }) => url)).toContain('http://***@127.0.0.1:9/wms?token=***&map=soils');
    expect(JSON.stringify([harvest, records, resources])).not.toContain('hunter2');
  } finally {
    await server.close();
  }
});
