// Local files with copies of the search index: one shared for searching, and one per process that builds segments.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite, type SqliteStore } from '../../store/sqlite/sqlite.ts';
import { prepareReplica } from './replica-rows.ts';

export interface ReplicaFiles {
  /** For searching, shared by all processes on this machine. */
  shared(): SqliteStore;
  /** For building segments, private to this process until they are published. */
  own(): SqliteStore;
}

/** Short, because SQLite's busy handler blocks the thread; callers retry instead. */
const busyMs = 20;

/** `name` identifies the database. */
export function openReplicaFiles(folder: string, name: string): ReplicaFiles {
  const base = join(folder, `search-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`);
  return {
    shared: () => {
      mkdirSync(folder, { recursive: true });
      const store = openSqlite(`${base}.db`);
      prepareReplica(store.database);
      store.database.exec(`PRAGMA busy_timeout = ${busyMs}`);
      return store;
    },
    own: () => {
      mkdirSync(folder, { recursive: true });
      return openOwn(base);
    },
  };
}

/** Reuses files of processes that have ended. */
function openOwn(base: string): SqliteStore {
  for (let number = 1; ; number++) {
    const lock = `${base}-${number}.pid`;
    if (!claim(lock)) continue;
    const store = openSqlite(`${base}-${number}.db`);
    return {
      ...store,
      close: async () => {
        await store.close();
        rmSync(lock, { force: true });
      },
    };
  }
}

/** False if a running process holds it. */
function claim(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (isAlive(Number(readFileSync(lock, 'utf8')))) return false;
  rmSync(lock, { force: true });
  return claim(lock);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
