// The files in which a machine keeps copies of the search index: one for all who search, and one for each who makes segments.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite, type SqliteStore } from '../../store/sqlite/sqlite.ts';
import { prepareReplica } from './replica-rows.ts';

export interface ReplicaFiles {
  /** The copy that is searched, by every process on this machine. */
  shared(): SqliteStore;
  /** One of this process alone, in which it makes segments: nobody else sees them before they are published. */
  own(): SqliteStore;
}

/** A process that waits for another one's copying looks again instead: waiting here would stop everything else it does. */
const busyMs = 20;

/** `name` tells databases apart. */
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

/** Files of earlier processes are taken over where these are gone. */
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

/** False where a living process has it. */
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
  // A file of this process: an earlier store of it, or a process before a restart that had the same number.
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
