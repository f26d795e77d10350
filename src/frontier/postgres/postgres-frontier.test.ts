import { describeFrontier } from '../../../test/conformance/frontier.ts';
import type { FrontierPlace, OpenFrontier } from '../../../test/conformance/frontier-tools.ts';
import { describeWith } from '../../../test/servers/needs.ts';
import { freshDatabase } from '../../../test/servers/postgres.ts';
import { openPostgres } from '../../store/postgres/postgres.ts';
import { openPostgresFrontier } from './postgres-frontier.ts';

let address: string | null = null;
const tables = ['task', 'host', 'robots', 'lane', 'lease', 'url', 'series', 'turn', 'worker'];

/** One database for all, emptied: creating one takes a second. */
async function makePlace(): Promise<FrontierPlace> {
  address ??= await freshDatabase();
  return openPlace(address);
}

async function openPlace(at: string): Promise<FrontierPlace> {
  let store = openPostgres(at);
  for (const table of tables) await store.query(`DELETE FROM ${table}`);
  const [task] = await store.query<{ id: number }>(
    `INSERT INTO task(name, created_ms, options, state) VALUES('test', 0, '{}', 'new') RETURNING task_id AS id`,
  );
  let opened: OpenFrontier | null = null;
  let sessions = 0;
  const place: FrontierPlace = {
    open: async (options) => {
      const holder = `worker ${++sessions}`;
      opened = { frontier: await openPostgresFrontier(store, task!.id, { ...options, holder }), store };
      return opened;
    },
    reopen: async (options) => {
      if (options.unclean !== true) await opened?.frontier.close();
      await store.close();
      store = openPostgres(at);
      return place.open(options);
    },
    remove: async () => {
      await store.close();
    },
  };
  return place;
}

describeWith('postgis', () => describeFrontier('PostgreSQL frontier', makePlace, 30));
