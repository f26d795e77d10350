// What one process publishes of the search index, another one finds, and all of a machine read one copy of it.
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

/** Two that search and one of them makes segments. */
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

  it('is read by all who search in one file, and words inside others are found there', async () => {
    await withFolder(async (folder) => {
      const store = await openEmptyPostgres();
      const { put, foundBy } = openTwo(store, openReplicaFiles(folder, 'a database'));
      await put(makeResource('id-1', { title: 'Landeswasserstraßen' }));
      // Both at once: one of them copies.
      expect(await foundBy('wasserstrassen')).toEqual(['id-1', 'id-1']);
      await put(makeResource('id-2', { title: 'Wasserstraßen' }));
      expect(await foundBy('wasserstrassen')).toEqual(['id-2,id-1', 'id-2,id-1']);
      const files = readdirSync(folder).filter((name) => name.endsWith('.db'));
      expect(files.map((name) => name.replace(/^search-[0-9a-f]+/, '')).sort()).toEqual(['-1.db', '.db']);
      await store.close();
      expect(readdirSync(folder).filter((name) => name.endsWith('.pid'))).toEqual([]);
    });
  });

  it('begins anew for all of them where a backup has replaced what was published', async () => {
    await withFolder(async (folder) => {
      const store = await openEmptyPostgres();
      const { put, foundBy } = openTwo(store, openReplicaFiles(folder, 'a database'));
      await put(makeResource('id-1', { title: 'Rivers' }), makeResource('id-2', { title: 'Lakes' }));
      expect(await foundBy('lakes')).toEqual(['id-2', 'id-2']);
      const tables = ['record', 'word', 'value', 'segment', 'column', 'pack'].map(
        (name) => `DELETE FROM search_${name}`,
      );
      await store.query(`${tables.join('; ')}; UPDATE search_state SET version = 0`);
      // The same words get other numbers, which those who remember the old ones would not find.
      await put(makeResource('id-3', { title: 'Lakes and rivers' }));
      expect(await foundBy('lakes')).toEqual(['id-3', 'id-3']);
      expect(await foundBy('rivers')).toEqual(['id-3', 'id-3']);
      await store.close();
    });
  });

  it('forgets segments of a process that ended while it made them', async () => {
    await withFolder(async (folder) => {
      const store = await openEmptyPostgres();
      const files = openReplicaFiles(folder, 'a database');
      // As it is left by one that was killed: a word that nobody else knows has a number.
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

  it('answers with the copy as it is where a process that refreshes it is asleep', async () => {
    await withFolder(async (folder) => {
      const store = await openEmptyPostgres();
      const files = openReplicaFiles(folder, 'a database');
      const { put, foundBy } = openTwo(store, files);
      await put(makeResource('id-1', { title: 'Rivers' }));
      expect(await foundBy('rivers')).toEqual(['id-1', 'id-1']);
      const asleep = files.shared();
      asleep.database.exec('BEGIN IMMEDIATE');
      await put(makeResource('id-2', { title: 'Rivers' }));
      expect(await foundBy('rivers')).toEqual(['id-1', 'id-1']);
      asleep.database.exec('ROLLBACK');
      await asleep.close();
      expect(await foundBy('rivers')).toEqual(['id-1,id-2', 'id-1,id-2']);
      await store.close();
    });
  });

  it('tells who asks a server that the copy is being made, and is there in the end', async () => {
    await withFolder(async (folder) => {
      const store = await openEmptyPostgres();
      const files = openReplicaFiles(folder, 'a database');
      await openTwo(store, inMemory).put(makeResource('id-1', { title: 'Rivers' }));
      // Another process is at it.
      const other = files.shared();
      other.database.exec('BEGIN IMMEDIATE');
      const server = openPostgresSearch(store, files, { read: async () => null, isTended: true });
      await expect(server.find({ words: 'rivers' })).rejects.toMatchObject({
        ...{ code: 'request.preparing', retry: true, facts: { retryAfter: 10 } },
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
