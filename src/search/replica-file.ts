// The file in which a process keeps its copy of the search index: kept for the next one, used by one at a time.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite, type SqliteStore } from '../store/sqlite.ts';

/** `name` tells databases apart. Files of earlier processes are taken over where these are gone. */
export function openReplicaFile(folder: string, name: string): SqliteStore {
  mkdirSync(folder, { recursive: true });
  const base = join(folder, `search-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`);
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
