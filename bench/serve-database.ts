// A copy of the synthetic catalog for a server to write to.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCatalogIn } from '../src/open-catalog.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { buildOnce, fileIn } from './search-database.ts';

/** Completely indexed. Synthetic records have no duplicates, so none are looked for. */
export async function copyOf(kept: string, folder: string, layers: number): Promise<string> {
  await buildOnce(kept, layers);
  const db = join(folder, 'serve.db');
  copyFileSync(fileIn(kept, layers), db);
  const store = openSqlite(db);
  store.database.exec('DELETE FROM duplicate_pending');
  const catalog = openCatalogIn(store);
  while (!(await catalog.tend(1000)));
  await catalog.close();
  return db;
}
