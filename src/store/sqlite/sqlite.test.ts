import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/sqlite/index.ts';
import { type SqlDatabase, systemDriver } from './driver.ts';
import { databaseOf, openSqlite } from './sqlite.ts';

describe('openSqlite', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'geotrawl-store-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('creates folder, file and tables, and reopens them', async () => {
    const path = join(folder, 'deep', 'er', 'test.db');
    const first = openSqlite(path);
    first.database.exec(`INSERT INTO task(name, created_ms, options, state) VALUES('one', 1, '{}', 'new')`);
    await first.close();
    const second = openSqlite(path);
    expect(second.database.prepare('SELECT name FROM task').all()).toEqual([{ name: 'one' }]);
    expect(second.database.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length });
    await second.close();
  });

  it("throws store.open for a file that isn't a database, and closes it", () => {
    const path = join(folder, 'test.db');
    writeFileSync(
      path,
      'this is a text file that is long enough to be looked at as a database header, is it not?'.repeat(20),
    );
    expect(() => openSqlite(path)).toThrow(expect.objectContaining({ code: 'store.open' }));
    expect(() => openSqlite(folder)).toThrow(expect.objectContaining({ code: 'store.open' }));
  });

  it('throws store.migration for a file of a newer version', async () => {
    const path = join(folder, 'test.db');
    const store = openSqlite(path);
    store.database.exec('PRAGMA user_version = 999');
    await store.close();
    expect(() => openSqlite(path)).toThrow(expect.objectContaining({ code: 'store.migration' }));
  });
});

describe('transact', () => {
  const open = () => {
    const store = openSqlite(':memory:');
    store.database.exec('CREATE TABLE note(text TEXT UNIQUE)');
    const notes = () =>
      (store.database.prepare('SELECT text FROM note').all() as { text: string }[]).map(({ text }) => text);
    return { store, notes };
  };

  it('commits what resolves and rolls back what rejects, one after the other', async () => {
    const { store, notes } = open();
    const add = (text: string, fails: boolean) =>
      store.transact(async (transaction) => {
        databaseOf(transaction).prepare('INSERT INTO note VALUES(?)').run(text);
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (fails) throw new Error(text);
        return text;
      });
    const results = await Promise.allSettled([add('one', false), add('two', true), add('three', false)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(notes()).toEqual(['one', 'three']);
    await store.close();
  });

  it('notifies listeners of the outcome before the caller continues', async () => {
    const { store } = open();
    const ends: string[] = [];
    await store.transact(async (transaction) => {
      transaction.onEnd((committed) => ends.push(`first ${committed}`));
      transaction.onEnd((committed) => ends.push(`second ${committed}`));
    });
    ends.push('caller');
    const failing = store.transact(async (transaction) => {
      transaction.onEnd((committed) => ends.push(`third ${committed}`));
      throw new Error('abandon');
    });
    await expect(failing).rejects.toThrow('abandon');
    expect(ends).toEqual(['first true', 'second true', 'caller', 'third false']);
    await store.close();
  });

  it('wraps engine errors as store.write, and passes on all others', async () => {
    const { store, notes } = open();
    const insert = store.transact(async () => {
      store.database.exec(`INSERT INTO note VALUES('one'); INSERT INTO note VALUES('one')`);
    });
    await expect(insert).rejects.toMatchObject({ code: 'store.write' });
    const bug = new RangeError('ours');
    await expect(store.transact(async () => Promise.reject(bug))).rejects.toBe(bug);
    expect(notes()).toEqual([]);
    await store.close();
  });

  it('rolls back when the commit itself fails', async () => {
    let failing = false;
    const fault = Object.assign(new Error('disk full'), { code: 'ERR_SQLITE_ERROR' });
    const driver = (path: string): SqlDatabase => {
      const database = systemDriver()(path);
      return {
        prepare: (sql) => database.prepare(sql),
        close: () => database.close(),
        exec: (sql) => {
          if (failing && sql === 'COMMIT') throw fault;
          database.exec(sql);
        },
      };
    };
    const store = openSqlite(':memory:', { driver });
    store.database.exec('CREATE TABLE note(text TEXT)');
    failing = true;
    let ended: boolean | null = null;
    const work = store.transact(async (transaction) => {
      transaction.onEnd((committed) => {
        ended = committed;
      });
      store.database.exec(`INSERT INTO note VALUES('lost')`);
    });
    await expect(work).rejects.toMatchObject({ code: 'store.write', cause: fault });
    failing = false;
    expect(ended).toBe(false);
    expect(store.database.prepare('SELECT * FROM note').all()).toEqual([]);
    await store.close();
  });
});
