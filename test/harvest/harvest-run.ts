// Harvests a loopback catalog through the crawl, as the command does, and reads what was stored.
import type { Config } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import type { HarvestRequest } from '../../src/crawl/crawl-task.ts';
import type { CatalogRecord } from '../../src/model/connector.ts';
import type { HarvestEvent } from '../../src/model/report.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';

export async function harvestOnce(
  url: string,
  db: string,
  request: HarvestRequest = {},
  maxRecords = 1_000_000,
): Promise<HarvestEvent> {
  const harvests = await harvestOnceEach(url, db, request, maxRecords);
  const [only] = harvests;
  if (only === undefined || harvests.length > 1) throw new Error(`${harvests.length} harvests instead of one`);
  return only;
}

/** All harvests of a URL: with `items`, it may be a catalog of two types. */
export async function harvestOnceEach(
  url: string,
  db: string,
  request: HarvestRequest = {},
  maxRecords = 1_000_000,
): Promise<readonly HarvestEvent[]> {
  const harvests: HarvestEvent[] = [];
  const settings: Partial<Config> = {
    db,
    'network.allowPrivate': true,
    'politeness.delayMs': 0,
    'crawl.depth': 0,
    'render.mode': 'off',
    'crawl.harvestRecords': maxRecords,
  };
  for await (const event of crawl({ seeds: [url], settings, harvest: { isOnly: true, ...request } }))
    if (event.type === 'harvest') harvests.push(event);
  return harvests;
}

export interface StoredRecord {
  readonly id: string;
  readonly title: string;
  readonly modified: string;
  readonly gone: number | null;
}

/** Ordered by identifier. */
export async function storedRecords(db: string): Promise<readonly StoredRecord[]> {
  const store = openSqlite(db);
  const rows = store.database
    .prepare('SELECT id, title, modified, gone_ms AS gone FROM harvest_record ORDER BY id')
    .all() as StoredRecord[];
  await store.close();
  return rows;
}

/** The links of the records, ordered by identifier. */
export async function storedLinks(db: string): Promise<readonly CatalogRecord['links'][]> {
  const store = openSqlite(db);
  const rows = store.database.prepare('SELECT links FROM harvest_record ORDER BY id').all() as {
    links: string | null;
  }[];
  await store.close();
  return rows.map(({ links }) => (links === null ? [] : (JSON.parse(links) as CatalogRecord['links'])));
}
