// Crawl tasks at rest: making, finding and listing them, and seeing to it that one process at a time runs one.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GeotrawlError } from '../model/errors.ts';
import type { Transaction } from '../model/store.ts';
import { databaseOf, type SqliteStore } from '../store/sqlite.ts';
import { readSqlite } from '../store/sqlite-read.ts';

/** `stopped`: by its user or a limit, can be resumed. `done`: nothing was left to do. */
export type TaskState = 'new' | 'running' | 'stopped' | 'done';

export interface TaskTotals {
  readonly pages: number;
  readonly requests: number;
  readonly bytes: number;
  readonly resources: number;
}

export interface Task extends TaskTotals {
  readonly id: number;
  readonly name: string;
  readonly createdMs: number;
  /** What the task was made with, as given to `createTask`. */
  readonly options: unknown;
  readonly state: TaskState;
  /** Process id of the one that runs it, or ran it when it died; null after a clean stop. */
  readonly runner: number | null;
}

interface TaskRow extends TaskTotals {
  id: number;
  name: string;
  createdMs: number;
  options: string;
  state: TaskState;
  runner: string | null;
}

const columns =
  'task_id AS id, name, created_ms AS createdMs, options, state, runner, pages, requests, bytes, resources';

export async function createTask(
  store: SqliteStore,
  { name, options, nowMs }: { readonly name: string; readonly options: unknown; readonly nowMs: number },
): Promise<Task> {
  return store.transact(async () => {
    const { database } = store;
    if (database.prepare('SELECT 1 FROM task WHERE name = ?').get(name) !== undefined) {
      throw new GeotrawlError(
        'usage.bad-argument',
        `There is a crawl named "${name}" already. Continue it with --resume ${name}, or choose another name.`,
        { facts: { name } },
      );
    }
    const insert = database.prepare(`INSERT INTO task(name, created_ms, options, state) VALUES(?, ?, ?, 'new')`);
    insert.run(name, Math.round(nowMs), JSON.stringify(options));
    return getTask(store, name);
  });
}

/** Throws `crawl.task-not-found`. */
export function getTask(store: SqliteStore, name: string): Task {
  const row = readSqlite(() => store.database.prepare(`SELECT ${columns} FROM task WHERE name = ?`).get(name));
  if (row === undefined) {
    throw new GeotrawlError(
      'crawl.task-not-found',
      `There is no crawl named "${name}" in this database. Check the name, or the file given with --db.`,
      { facts: { name } },
    );
  }
  return readTask(row as TaskRow);
}

/** Newest first. */
export function listTasks(store: SqliteStore): readonly Task[] {
  const rows = readSqlite(() => store.database.prepare(`SELECT ${columns} FROM task ORDER BY task_id DESC`).all());
  return (rows as TaskRow[]).map(readTask);
}

/** The right to run a task, held by one runner at a time. */
export interface TaskClaim {
  /** The last runner died or gave up: its last requests may not be on record. */
  readonly unclean: boolean;
  /** The clean end of a run: nothing of it is unrecorded. */
  release(state: 'stopped' | 'done'): Promise<void>;
  /** The end of a run that broke off: free to be resumed, but its last requests may be unrecorded. */
  abandon(): Promise<void>;
}

/** Claims this process holds. A claim that could not be written back is given up all the same, so the task can be resumed here. */
const heldHere = new Set<string>();

/**
 * Marks the task as run by us. Throws `crawl.task-running` while another live process, or this one, runs it, and
 * `crawl.database-busy` while a server and somebody else would crawl into this database: pauses per host are kept within a
 * process, and a server is there all the time. Short crawls on the command line may be begun side by side.
 */
export async function claimTask(store: SqliteStore, task: number): Promise<TaskClaim> {
  const { database } = store;
  // Process ids are used again, in containers always the same: the rest tells us from our predecessor.
  const runner = `${process.pid}@${randomUUID()}@${startOf(process.pid) ?? ''}`;
  const unclean = await store.transact(async () => {
    const last = lastRunner(store, task);
    requireNoServer(store, task);
    database.prepare(`UPDATE task SET state = 'running', runner = ? WHERE task_id = ?`).run(runner, task);
    return last !== null;
  });
  heldHere.add(runner);
  const giveUp = async (state: TaskState, left: string | null) => {
    heldHere.delete(runner);
    await store.transact(async () => {
      database.prepare('UPDATE task SET state = ?, runner = ? WHERE task_id = ?').run(state, left, task);
    });
  };
  return { unclean, release: (state) => giveUp(state, null), abandon: () => giveUp('stopped', nobody) };
}

/** Who ran the task last, if they did not end cleanly; throws when they still do. */
function lastRunner(store: SqliteStore, task: number): string | null {
  const row = store.database.prepare('SELECT name, runner FROM task WHERE task_id = ?').get(task);
  if (row === undefined) throw new Error(`task ${task} is not in this database`);
  const { name, runner } = row as { name: string; runner: string | null };
  if (runner === null || !isAlive(runner)) return runner;
  const pid = pidOf(runner);
  throw new GeotrawlError(
    'crawl.task-running',
    `The crawl "${name}" is being run by process ${pid}. Wait for it, or stop it first (Ctrl-C there, or kill ${pid}).`,
    { retry: true, facts: { name, pid } },
  );
}

/** Another live process that crawls into this database. */
export interface OtherRunner {
  readonly name: string;
  readonly pid: number;
}

/** Null where nobody else does; only servers are looked for where `isServer` is asked. */
export function otherRunner(store: SqliteStore, isServer = false): OtherRunner | null {
  const rows = readSqlite(() =>
    store.database
      .prepare(
        `SELECT name, runner FROM task WHERE state = 'running' AND runner IS NOT NULL
        AND (?1 = 0 OR task_id IN (SELECT task_id FROM owned_task))`,
      )
      .all(isServer ? 1 : 0),
  ) as { name: string; runner: string }[];
  const other = rows.find(({ runner }) => pidOf(runner) !== process.pid && isAlive(runner));
  return other === undefined ? null : { name: other.name, pid: pidOf(other.runner) };
}

/** A server's task has nobody beside it; any other has no server beside it. */
function requireNoServer(store: SqliteStore, task: number): void {
  const isOurs = store.database.prepare('SELECT 1 FROM owned_task WHERE task_id = ?').get(task) !== undefined;
  const other = otherRunner(store, !isOurs);
  if (other === null) return;
  const { name, pid } = other;
  throw new GeotrawlError(
    'crawl.database-busy',
    `Process ${pid} is crawling into this database ("${name}"). A server and a crawl beside it would ask hosts twice as often. Wait for it, stop it, have the server do both, or use another database (--db).`,
    { retry: true, facts: { name, pid } },
  );
}

/** Adds to the task's totals, inside the transaction that stores what is counted. */
export function addToTask(transaction: Transaction, task: number, totals: TaskTotals): void {
  databaseOf(transaction)
    .prepare(
      `UPDATE task SET pages = pages + ?, requests = requests + ?, bytes = bytes + ?, resources = resources + ?
      WHERE task_id = ?`,
    )
    .run(totals.pages, totals.requests, totals.bytes, totals.resources, task);
}

function readTask(row: TaskRow): Task {
  const { runner, options, ...rest } = row;
  return { ...rest, options: JSON.parse(options), runner: runner === null || runner === nobody ? null : pidOf(runner) };
}

/** Stands where a runner gave up without a clean end. */
const nobody = 'nobody';

function pidOf(runner: string): number {
  return Number.parseInt(runner, 10);
}

function isAlive(runner: string): boolean {
  if (runner === nobody) return false;
  const pid = pidOf(runner);
  if (pid === process.pid) return heldHere.has(runner);
  try {
    // Signal 0 only asks whether the process is there.
    process.kill(pid, 0);
    const [begun, now] = [runner.split('@')[2] ?? '', startOf(pid)];
    // The same number may be another process by now.
    return begun === '' || now === null || begun === now;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH') return false;
    if (code === 'EPERM') return true;
    throw error;
  }
}

/** Replaces what the task was made with, inside the transaction that makes the change true. */
export function saveTaskOptions(transaction: Transaction, task: number, options: unknown): void {
  databaseOf(transaction).prepare('UPDATE task SET options = ? WHERE task_id = ?').run(JSON.stringify(options), task);
}

/** When a process began, in ticks since the machine did (proc(5), field 22); null where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return null;
    throw error;
  }
}
