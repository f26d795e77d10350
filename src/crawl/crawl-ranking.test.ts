// The learned state of an ordering, shared by the workers of a crawl, on both engines.
import { expect, it } from 'vitest';
import { openEmptyPostgres } from '../../test/servers/empty-postgres.ts';
import { describeWith } from '../../test/servers/needs.ts';
import { systemClock } from '../base/time/system-clock.ts';
import { readTaskOptions } from '../frontier/task-table.ts';
import { type SqlStore, statement } from '../store/sql/sql.ts';
import { openSqlite } from '../store/sqlite/sqlite.ts';
import { openCrawlRanking } from './crawl-ranking.ts';
import { openStoredOptions, type StoredCrawlOptions } from './stored-crawl-options.ts';

const plan: StoredCrawlOptions = { seeds: [], include: [], exclude: [], region: null, kinds: null, settings: {} };
const addTask = statement<{ id: number }>(`INSERT INTO task(name, created_ms, options, state)
  VALUES('shared', 0, ?, 'running') RETURNING task_id AS id`);

function testRanking(engine: string, open: () => Promise<SqlStore>): void {
  it(`starts from the state others have learned, and keeps the state with most visits (${engine})`, async () => {
    const store = await open();
    const row = await store.transact((transaction) =>
      store.within(transaction, () => addTask.get(JSON.stringify(plan))),
    );
    const stored = async () => (await readTaskOptions<StoredCrawlOptions>(store, row!.id))!;
    const join = async () =>
      openCrawlRanking(openStoredOptions(store, await stored(), row!.id), 'learned', systemClock)!;
    const teach = ({ rank }: Awaited<ReturnType<typeof join>>, visits: number) => {
      for (let n = 0; n < visits; n++)
        rank.learn({ url: `http://h${n % 3}.example/${n}`, found: n % 2, page: null, failed: false, costMs: 5 });
    };
    const [first, early] = [await join(), await join()];
    const fresh = JSON.stringify(first.rank.save());
    teach(first, 40);
    await first.save(store);
    const learned = JSON.stringify(first.rank.save());
    expect(learned).not.toBe(fresh);
    const joined = await join();
    expect(JSON.stringify(joined.rank.save())).toBe(learned);
    // Joined before anything was stored, and has learned little since.
    teach(early, 3);
    await early.save(store);
    expect((await stored()).ranking).toMatchObject({ taught: 40 });
    teach(joined, 1);
    await joined.save(store);
    expect((await stored()).ranking).toMatchObject({ taught: 41 });
    await store.close();
  });
}

testRanking('SQLite', async () => openSqlite(':memory:'));
describeWith('postgis', () => testRanking('PostgreSQL', () => openEmptyPostgres()));
