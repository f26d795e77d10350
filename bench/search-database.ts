// The synthetic catalog as a database, recorded and indexed as by a crawl.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlCatalog } from '../src/catalog/sql-catalog.ts';
import { openSqliteSearch } from '../src/search/sqlite/sqlite-search.ts';
import { openSqlite, type SqliteStore } from '../src/store/sqlite/sqlite.ts';
import { findingOf, makeService, servicesFor } from './search-catalog.ts';

export interface Built {
  readonly layers: number;
  readonly services: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
  /** Of one 25 ms slice: wall and processor time. */
  readonly longestMs: number;
  readonly longestCpuMs: number;
}

/** Records the services as a crawl would, then indexes them; only indexing is measured. */
async function build(file: string, layers: number): Promise<Built> {
  const store = openSqlite(file);
  const catalog = openSqlCatalog(store);
  const search = openSqliteSearch(store, { read: catalog.get });
  const services = servicesFor(layers);
  for (let n = 0; n < services; )
    await store.transact(async (transaction) => {
      for (const end = Math.min(services, n + 100); n < end; n++) {
        const { resource } = await catalog.record(transaction, findingOf(makeService(n)));
        await search.index(transaction, resource);
      }
    });
  const before = bytesOf(store);
  const started = process.cpuUsage();
  let longestMs = 0;
  let longestCpuMs = 0;
  for (let isDone = false; !isDone; ) {
    const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
    isDone = await search.tend(25);
    longestMs = Math.max(longestMs, performance.now() - startedMs);
    longestCpuMs = Math.max(longestCpuMs, cpuMsSince(cpu));
  }
  const cpuSeconds = cpuMsSince(started) / 1000;
  const { documents } = store.database.prepare('SELECT sum(documents) AS documents FROM search_segment').get() as {
    documents: number;
  };
  // Merged segments are removed once no search can be reading them.
  store.database.exec('UPDATE search_unfinished SET touched_ms = 0');
  while (!(await search.tend(1000)));
  store.database.exec('VACUUM');
  const megabytes = (bytesOf(store) - before) / 1e6;
  await store.close();
  return { layers: documents - services, services, cpuSeconds, megabytes, longestMs, longestCpuMs };
}

function bytesOf({ database }: SqliteStore): number {
  const pages = database.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size');
  return (pages.get() as { bytes: number }).bytes;
}

export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Reuses one built earlier by the same code. */
export async function buildOnce(folder: string, layers: number): Promise<Built> {
  const note = join(folder, `built-${layers}.json`);
  if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8')) as Built;
  const built = await build(fileIn(folder, layers), layers);
  writeFileSync(note, JSON.stringify(built));
  return built;
}

export function fileIn(folder: string, layers: number): string {
  return join(folder, `search-${layers}.db`);
}
