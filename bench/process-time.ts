// CPU time of other processes, from Linux's /proc.
import { readdirSync, readFileSync } from 'node:fs';
import type { PostgresStore } from '../src/store/postgres/postgres.ts';

/** utime and stime of a process, in seconds (proc(5), fields 14 and 15; 100 ticks a second). */
export function processorSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

/** How long the main thread of a process was runnable without a core, in seconds (proc(5), schedstat). */
export function waitedSeconds(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9;
}

/** The parent of all processes of the database; null if it is on another machine. */
export async function postmasterOf(store: PostgresStore): Promise<number | null> {
  const [row] = await store.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  try {
    return Number(statOf(row!.pid)[1]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/** Fields of proc(5) from the state on: parent, …, utime, stime and those of children that have ended. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** CPU time of all processes of a database. */
export function serverSeconds(postmaster: number | null): number {
  if (postmaster === null) return Number.NaN;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  let ticks = 0;
  for (const pid of pids) {
    const fields = readable(Number(pid));
    if (fields === null) continue;
    if (Number(pid) === postmaster) ticks += [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    else if (Number(fields[1]) === postmaster) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / 100;
}

function readable(pid: number): string[] | null {
  try {
    return statOf(pid);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ESRCH') throw error;
    return null;
  }
}
