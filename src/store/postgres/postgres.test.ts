// The PostgreSQL store: transactions, rollbacks, restarts, migrations, and secrets in messages.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../../../test/servers/needs.ts';
import { freshDatabase, type PostgresServer, startPostgres } from '../../../test/servers/postgres.ts';
import type { GeotrawlError } from '../../model/errors.ts';
import { clientOf, openPostgres, type PostgresStore } from './postgres.ts';

const addProblem = 'INSERT INTO url_problem VALUES($1, $2, $3, 1, 0)';
const countProblems = (store: PostgresStore) =>
  store.query<{ count: number }>('SELECT count(*) AS count FROM url_problem').then(([row]) => row!.count);

describeWith('postgis', () => {
  it('commits what resolves, rolls back what rejects, and then notifies listeners', async () => {
    const store = openPostgres(await freshDatabase());
    const ends: boolean[] = [];
    await store.transact(async (transaction) => {
      transaction.onEnd((committed) => void ends.push(committed));
      await clientOf(transaction).query(addProblem, ['u', 'c', 'm']);
    });
    const failing = store.transact(async (transaction) => {
      transaction.onEnd((committed) => void ends.push(committed));
      await clientOf(transaction).query(addProblem, ['v', 'c', 'm']);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(ends).toEqual([true, false]);
    expect(await countProblems(store)).toBe(1);
    await store.close();
  });

  it('runs one transaction of the process at a time', async () => {
    const store = openPostgres(await freshDatabase());
    const steps: string[] = [];
    const work = (name: string) => () =>
      store.transact(async (transaction) => {
        steps.push(`${name} begins`);
        await clientOf(transaction).query('SELECT pg_sleep(0.02)');
        steps.push(`${name} ends`);
      });
    await Promise.all([work('a')(), work('b')()]);
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    await store.close();
  });

  it('reports a read-only database, and which permission a user lacks to create tables', async () => {
    const address = await freshDatabase();
    const [store, name] = [openPostgres(address), new URL(address).pathname.slice(1)];
    await store.ready();
    await store.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await store.close();
    const standby = openPostgres(address);
    expect(await countProblems(standby)).toBe(0);
    const writing = standby.transact((transaction) => clientOf(transaction).query(addProblem, ['u', 'c', 'm']));
    await expect(writing).rejects.toMatchObject({ code: 'store.write', message: /read-only/ });
    await expect(standby.query(`INSERT INTO url_problem VALUES('u', 'c', 'm', 1, 0)`)).rejects.toMatchObject({
      code: 'store.write',
    });
    await standby.close();
    const empty = await freshDatabase();
    const owner = openPostgres(empty, { migrations: [] });
    const role = `reader_${name}`;
    await owner.query(`REVOKE ALL ON SCHEMA public FROM PUBLIC; CREATE ROLE ${role} LOGIN`);
    const reader = openPostgres(Object.assign(new URL(empty), { username: role }).href);
    await expect(reader.ready()).rejects.toMatchObject({ code: 'store.open', message: /GRANT CREATE/ });
    await reader.close();
    await owner.query(`DROP ROLE ${role}`);
    await owner.close();
  });

  it('ends the transaction of a suspended process, and repeats its work when it resumes', async () => {
    const address = await freshDatabase();
    const [sleeper, other] = [openPostgres(address, { longestPauseMs: 1000 }), openPostgres(address)];
    await other.transact((transaction) => clientOf(transaction).query(addProblem, ['a', 'c', 'm']));
    let wakeUp: () => void = () => undefined;
    const waking = new Promise<void>((resolve) => {
      wakeUp = resolve;
    });
    let tries = 0;
    const bump = 'UPDATE url_problem SET count = count + 1';
    const sleeping = sleeper.transact(async (transaction) => {
      await clientOf(transaction).query(bump);
      if (++tries === 1) await waking;
    });
    while (tries === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    // Waits for the row until the sleeper has been cut off.
    await other.transact((transaction) => clientOf(transaction).query(bump));
    wakeUp();
    await sleeping;
    expect([tries, await other.query('SELECT count FROM url_problem')]).toEqual([2, [{ count: 3 }]]);
    await Promise.all([sleeper.close(), other.close()]);
  });

  it('repeats work that lost a deadlock against another process', async () => {
    const address = await freshDatabase();
    const [one, other] = [openPostgres(address), openPostgres(address)];
    await one.transact(async (transaction) => {
      for (const url of ['a', 'b']) await clientOf(transaction).query(addProblem, [url, 'c', 'm']);
    });
    const bump = (store: PostgresStore, urls: readonly string[]) =>
      store.transact(async (transaction) => {
        for (const url of urls) {
          await clientOf(transaction).query('UPDATE url_problem SET count = count + 1 WHERE url = $1', [url]);
          await clientOf(transaction).query('SELECT pg_sleep(0.05)');
        }
      });
    await Promise.all([bump(one, ['a', 'b']), bump(other, ['b', 'a'])]);
    expect(await one.query('SELECT sum(count) AS sum FROM url_problem')).toEqual([{ sum: 6 }]);
    await Promise.all([one.close(), other.close()]);
  });

  it('migrates once when several processes open a new database at the same time', async () => {
    const address = await freshDatabase();
    const stores = Array.from({ length: 5 }, () => openPostgres(address));
    await Promise.all(stores.map((store) => store.ready()));
    expect(await stores[0]!.query('SELECT count(*) AS count FROM geotrawl_format')).toEqual([{ count: 1 }]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('rejects a database of a newer version', async () => {
    const address = await freshDatabase();
    const store = openPostgres(address);
    await store.query('UPDATE geotrawl_format SET version = version + 1');
    await store.close();
    const later = openPostgres(address);
    await expect(later.ready()).rejects.toMatchObject({ code: 'store.migration' });
    await later.close();
  });

  it('reports an unreachable server with a code and without the password', async () => {
    const store = openPostgres('postgres://me:hush@127.0.0.1:1/maps?sslpassword=hush2');
    const error = (await store.ready().catch((reason: unknown) => reason)) as GeotrawlError;
    expect(error).toMatchObject({ code: 'store.connection', retry: true });
    expect(error.message).toContain('postgres://me@127.0.0.1:1/maps');
    expect(JSON.stringify([error.message, error.facts])).not.toContain('hush');
    await store.close();
  });
});

describeWith('postgis', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  it('waits for a restarting server, and repeats the interrupted transaction', async () => {
    const store = openPostgres(await server.createDatabase());
    let times = 0;
    await store.transact(async (transaction) => {
      times++;
      await clientOf(transaction).query(addProblem, ['u', 'c', 'm']);
      if (times > 1) return;
      await server.kill();
      void server.start();
      await clientOf(transaction).query(addProblem, ['v', 'c', 'm']);
    });
    expect(times).toBe(2);
    expect(await countProblems(store)).toBe(1);
    await store.close();
  });
});
