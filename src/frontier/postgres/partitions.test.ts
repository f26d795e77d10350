// URLs in PostgreSQL are partitioned by host: a query for a host's URLs reads one partition.
import { expect, it } from 'vitest';
import { noon, offerOf as page, run } from '../../../test/conformance/frontier-tools.ts';
import { describeWith } from '../../../test/servers/needs.ts';
import { addRunningTask, freshDatabase } from '../../../test/servers/postgres.ts';
import { openPostgres } from '../../store/postgres/postgres.ts';
import { openPostgresFrontier } from './postgres-frontier.ts';

describeWith('postgis', () => {
  it('spreads hosts over all partitions, and reads one of them for a host', async () => {
    const store = openPostgres(await freshDatabase());
    const task = await addRunningTask(store);
    const frontier = await openPostgresFrontier(store, task, { nowMs: noon, holder: 'one' });
    const offers = Array.from({ length: 400 }, (_, n) => page(`http://h${n}.example/`));
    await run({ frontier, store }, offers);
    const parts = await store.query<{ part: string }>('SELECT DISTINCT tableoid::regclass::text AS part FROM url');
    expect(parts).toHaveLength(32);
    const plan = await store.query<Record<string, string>>(
      `EXPLAIN SELECT fp FROM url WHERE task_id = ${task} AND host_id = 7 AND pool = 0 AND state = 0 ORDER BY ord LIMIT 16`,
    );
    const touched = plan.flatMap((row) => Object.values(row)[0]!.match(/url_\d+(?=\s|$)/g) ?? []);
    expect(new Set(touched).size).toBe(1);
    await frontier.close();
    await store.close();
  });
});
