import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFrontier } from '../../test/conformance/frontier.ts';
import type { FrontierPlace } from '../../test/conformance/frontier-tools.ts';
import { openSqlite, type SqliteStore } from '../store/sqlite.ts';
import { openSqliteFrontier } from './sqlite-frontier.ts';
import { createTask } from './task-table.ts';

async function makePlace(): Promise<FrontierPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-frontier-'));
  let store: SqliteStore = openSqlite(join(folder, 'test.db'));
  const { id } = await createTask(store, { name: 'test', options: {}, nowMs: 0 });
  const place: FrontierPlace = {
    open: async (options) => ({ frontier: await openSqliteFrontier(store, id, options), store }),
    reopen: async (options) => {
      await store.close();
      store = openSqlite(join(folder, 'test.db'));
      return place.open(options);
    },
    remove: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
  return place;
}

describeFrontier('SQLite frontier', makePlace);
