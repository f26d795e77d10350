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
  const told = await harvestOnceEach(url, db, request, maxRecords);
  const [only] = told;
  if (only === undefined || told.length > 1) throw new Error(`${told.length} harvests were told of, not one`);
  return only;
}

/** Every harvest that was told of: with `items`, an address may be a catalog in two ways. */
export async function harvestOnceEach(
  url: string,
  db: string,
  request: HarvestRequest = {},
  maxRecords = 1_000_000,
): Promise<readonly HarvestEvent[]> {
  const told: HarvestEvent[] = [];
  const settings: Partial<Config> = {
    ...{ db, 'network.allowPrivate': true, 'politeness.delayMs': 0, 'crawl.depth': 0, 'render.mode': 'off' },
    'crawl.harvestRecords': maxRecords,
  };
  for await (const event of crawl({ seeds: [url], settings, harvest: { isOnly: true, ...request } }))
    if (event.type === 'harvest') told.push(event);
  return told;
}

export interface StoredRecord {
  readonly id: string;
  readonly title: string;
  readonly modified: string;
  readonly gone: number | null;
}

/** In the order of their identifiers. */
export async function storedRecords(db: string): Promise<readonly StoredRecord[]> {
  const store = openSqlite(db);
  const rows = store.database
    .prepare('SELECT id, title, modified, gone_ms AS gone FROM harvest_record ORDER BY id')
    .all() as StoredRecord[];
  await store.close();
  return rows;
}

/** What the records lead to, in the order of their identifiers. */
export async function storedLinks(db: string): Promise<readonly CatalogRecord['links'][]> {
  const store = openSqlite(db);
  const rows = store.database.prepare('SELECT links FROM harvest_record ORDER BY id').all() as {
    links: string | null;
  }[];
  await store.close();
  return rows.map(({ links }) => (links === null ? [] : (JSON.parse(links) as CatalogRecord['links'])));
}
