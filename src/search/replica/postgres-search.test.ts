// Segments published by one process are found by others, and all processes of a machine share one copy.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeResource } from '../../../test/conformance/made-records.ts';
import { openEmptyPostgres } from '../../../test/servers/empty-postgres.ts';
import { describeWith } from '../../../test/servers/needs.ts';
import type { Resource } from '../../model/resource.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import { openSqlite } from '../../store/sqlite/sqlite.ts';
import { openPostgresSearch } from './postgres-search.ts';
import { openReplicaFiles, type ReplicaFiles } from './replica-file.ts';
import { prepareReplica, setBuilding } from './replica-rows.ts';

const inMemory: ReplicaFiles = { shared: () => openSqlite(':memory:'), own: () => openSqlite(':memory:') };

/** Two searches, one of which builds segments. */
function openTwo(store: PostgresStore, files: ReplicaFiles) {
  const stored = new Map<string, Resource>();
  const read = async (id: string) => stored.get(id) ?? null;
  const [maker, reader] = [
    openPostgresSearch(store, files, { read }),
    openPostgresSearch(store, files, { read, isTended: true }),
  ];
  return {
    put: async (...resources: readonly Resource[]) => {
      for (const resource of resources) {
        stored.set(resource.id, resource);
        await store.transact((transaction) => maker.index(transaction, resource));
      }
      while (!(await maker.tend(1000)));
    },
    foundBy: async (words: string) => {
      const found = await Promise.all([maker, reader].map((search) => search.find({ words })));
      return found.map(({ hits }) => hits.map(({ id }) => id).join());
    },
  };
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-replica-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describeWith('postgis', () => {
  it('is the same for every process', async () => {
    const store = await openEmptyPostgres();
    const { put, foundBy } = openTwo(store, inMemory);
    await put(makeResource('id-1', { title: 'Rivers' }));
    await put(makeResource('id-2', { title: 'Lakes' }));
    expect(await foundBy('rivers')).toEqual(['id-1', 'id-1']);
    await put(makeResource('id-1', { title: 'Forests' }));
    expect(await foundBy('rivers')).toEqual(['', '']);
    expect(await foundBy('forests')).toEqual(['id-1', 'id-1']);
    await store.close();
  });

  it('is shared in one file, where words are found inside others', async () => {
    await withFolder(async (folder) => {
      const store = await openEmptyPostgres();
      const { put, foundBy } = openTwo(store, openReplicaFiles(folder, 'a database'));
      await put(makeResource('id-1', { title: 'Landeswasserstraßen' }));
      // Both at once: one of them refreshes the copy.
      expect(await foundBy('wasserstrassen')).toEqual(['id-1', 'id-1']);
      await put(makeResource('id-2', { title: 'Wasserstraßen' }));
      expect(await foundBy('wasserstrassen')).toEqual(['id-2,id-1', 'id-2,id-1']);
      const files = readdirSync(folder).filter((name) => name.endsWith('.db'));
      expect(files.map((name) => name.replace(/^search-[0-9a-f]+/, '')).sort()).toEqual(['-1.db', '.db']);
      await store.close();
      expect(readdirSync(folder).filter((name) => name.endsWith('.pid'))).toEqual([]);
    });
  });

  it('is reset for all of them after the database was restored from a backup', async () => {
    await withFolder(async (folder) => {
      const store = await openEmptyPostgres();
      const { put, foundBy } = openTwo(store, openReplicaFiles(folder, 'a database'));
      await put(makeResource('id-1', { title: 'Rivers' }), makeResource('id-2', { title: 'Lakes' }));
      expect(await foundBy('lakes')).toEqual(['id-2', 'id-2']);
      const tables = ['record', 'word', 'value', 'segment', 'column', 'pack'].map(
        (name) => `DELETE FROM search_${name}`,
      );
      await store.query(`${tables.join('; ')}; UPDATE search_state SET version = 0`);
      // The same words get other numbers, so cached ones would find nothing.
      await put(makeResource('id-3', { title: 'Lakes and rivers' }));
      expect(await foundBy('lakes')).toEqual(['id-3', 'id-3']);
      expect(await foundBy('rivers')).toEqual(['id-3', 'id-3']);
      await store.close();
    });
  });

  it('drops segments of a process that died while building them', async () => {
    await withFolder(async (folder) => {
      const store = await openEmptyPostgres();
      const files = openReplicaFiles(folder, 'a database');
      // As left by a killed process: an unpublished word has a number.
      const left = files.own();
      prepareReplica(left.database);
      setBuilding(left.database, true);
      left.database.exec(`INSERT INTO search_word(word) VALUES('unpublished')`);
      await left.close();
      const { put, foundBy } = openTwo(store, files);
      await put(makeResource('id-1', { title: 'Unpublished lakes' }));
      expect(await foundBy('unpublished')).toEqual(['id-1', 'id-1']);
      await store.close();
    });
  });

  it('searches the outdated copy while a suspended process refreshes it', async () => {
    await withFolder(async (folder) => {
      const store = await openEmptyPostgres();
      const files = openReplicaFiles(folder, 'a database');
      const { put, foundBy } = openTwo(store, files);
      await put(makeResource('id-1', { title: 'Rivers' }));
      expect(await foundBy('rivers')).toEqual(['id-1', 'id-1']);
      const suspended = files.shared();
      suspended.database.exec('BEGIN IMMEDIATE');
      await put(makeResource('id-2', { title: 'Rivers' }));
      expect(await foundBy('rivers')).toEqual(['id-1', 'id-1']);
      suspended.database.exec('ROLLBACK');
      await suspended.close();
      expect(await foundBy('rivers')).toEqual(['id-1,id-2', 'id-1,id-2']);
      await store.close();
    });
  });

  it('responds that the copy is being made, until it is complete', async () => {
    await withFolder(async (folder) => {
      const store = await openEmptyPostgres();
      const files = openReplicaFiles(folder, 'a database');
      await openTwo(store, inMemory).put(makeResource('id-1', { title: 'Rivers' }));
      // Another process is refreshing it.
      const other = files.shared();
      other.database.exec('BEGIN IMMEDIATE');
      const server = openPostgresSearch(store, files, { read: async () => null, isTended: true });
      await expect(server.find({ words: 'rivers' })).rejects.toMatchObject({
        code: 'request.preparing',
        retry: true,
        facts: { retryAfter: 10 },
      });
      other.database.exec('ROLLBACK');
      await other.close();
      const request = async () => {
        for (;;)
          try {
            return await server.find({ words: 'rivers' });
          } catch (error) {
            if ((error as { code?: string }).code !== 'request.preparing') throw error;
          }
      };
      expect((await request()).hits.map(({ id }) => id)).toEqual(['id-1']);
      await store.close();
    });
  });
});
