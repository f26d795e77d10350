// Reads beside the transaction of the same store are reported, on both engines.
import { describe, expect, it } from 'vitest';
import { openEmptyPostgres } from '../../../test/servers/empty-postgres.ts';
import { describeWith } from '../../../test/servers/needs.ts';
import { openSqlite } from '../sqlite/sqlite.ts';
import { type SqlStore, statement } from './sql.ts';

const count = statement<{ count: number }>('SELECT count(*) AS count FROM url_problem');

function testOwnTransactions(engine: string, open: () => Promise<SqlStore>): void {
  describe(engine, () => {
    it('rejects reads and transactions inside a transaction of the same store', async () => {
      const store = await open();
      const readsDeepInside = async () => {
        await Promise.resolve();
        return store.read(() => count.get());
      };
      const beside = /inside a transaction of the same store/;
      await expect(store.transact(() => readsDeepInside())).rejects.toThrow(beside);
      await expect(store.transact(() => store.transact(async () => {}))).rejects.toThrow(beside);
      const reading = store.transact((transaction) => store.within(transaction, () => count.get()));
      expect(await reading).toEqual({ count: 0 });
      await store.close();
    });

    it('allows reads by others, and by work that outlives its transaction', async () => {
      const [store, other] = [await open(), await open()];
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      let later: Promise<unknown> = Promise.resolve();
      const transacting = store.transact(async (transaction) => {
        later = ended.then(() => store.read(() => count.get()));
        transaction.onEnd(() => setImmediate(end));
        expect(await other.read(() => count.get())).toEqual({ count: 0 });
      });
      expect(await store.read(() => count.get())).toEqual({ count: 0 });
      await transacting;
      expect(await later).toEqual({ count: 0 });
      await Promise.all([store.close(), other.close()]);
    });

    it('finds a transaction around that of another store', async () => {
      const [store, other] = [await open(), await open()];
      const nested = store.transact(() => other.transact(() => store.read(() => count.get())));
      await expect(nested).rejects.toThrow('inside a transaction');
      await Promise.all([store.close(), other.close()]);
    });
  });
}

testOwnTransactions('SQLite', async () => openSqlite(':memory:'));
describeWith('postgis', () => testOwnTransactions('PostgreSQL', () => openEmptyPostgres()));
