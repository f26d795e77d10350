// Stored crawl tasks: creates, finds and lists them, and ensures that only one process runs a task.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GeotrawlError } from '../model/errors.ts';
import { type SqlStore, statement, type Work } from '../store/sql/sql.ts';

/** `stopped`: by a user or a limit; can be resumed. `done`: nothing is left to do. */
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
  /** As given to `createTask`. */
  readonly options: unknown;
  readonly state: TaskState;
  /** Id of the process that runs it, or ran it when it died; null after a clean stop. */
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
  'task_id AS id, name, created_ms AS "createdMs", options, state, runner, pages, requests, bytes, resources';
const byName = statement<TaskRow>(`SELECT ${columns} FROM task WHERE name = ?`);
const newestFirst = statement<TaskRow>(`SELECT ${columns} FROM task ORDER BY task_id DESC`);
const insert = statement(
  `INSERT INTO task(name, created_ms, options, state) VALUES(?, ?, ?, 'new') ON CONFLICT DO NOTHING`,
);
const runnerOf = statement<{ name: string; runner: string | null }>('SELECT name, runner FROM task WHERE task_id = ?');
const setRunner = statement('UPDATE task SET state = ?, runner = ? WHERE task_id = ?');
const add = statement(`UPDATE task SET pages = pages + ?, requests = requests + ?, bytes = bytes + ?,
  resources = resources + ? WHERE task_id = ?`);
const optionsNow = statement<{ options: string }>('SELECT options FROM task WHERE task_id = ?');
/** On PostgreSQL the row is locked until the change is committed. */
const optionsOf = statement<{ options: string }>({
  sqlite: 'SELECT options FROM task WHERE task_id = ?',
  postgres: 'SELECT options FROM task WHERE task_id = ? FOR UPDATE',
});
const setOptions = statement('UPDATE task SET options = ? WHERE task_id = ?');

export async function createTask(
  store: SqlStore,
  { name, options, nowMs }: { readonly name: string; readonly options: unknown; readonly nowMs: number },
): Promise<Task> {
  return store.transact((transaction) =>
    store.within(transaction, function* () {
      const added = yield* insert.run(name, Math.round(nowMs), JSON.stringify(options));
      if (added === 0) {
        throw new GeotrawlError(
          'usage.bad-argument',
          `A crawl named "${name}" already exists. Resume it with --resume ${name}, or choose another name.`,
          { facts: { name } },
        );
      }
      return readTask((yield* byName.get(name))!);
    }),
  );
}

/** Throws `crawl.task-not-found`. */
export async function getTask(store: SqlStore, name: string): Promise<Task> {
  const row = await store.read(() => byName.get(name));
  if (row === undefined) {
    throw new GeotrawlError(
      'crawl.task-not-found',
      `There is no crawl named "${name}" in this database. Check the name, or the file given with --db.`,
      { facts: { name } },
    );
  }
  return readTask(row);
}

/** Newest first. */
export async function listTasks(store: SqlStore): Promise<readonly Task[]> {
  return (await store.read(() => newestFirst.all())).map(readTask);
}

/** The right to run a task, held by one process at a time; on PostgreSQL by any number, which share it by leases. */
export interface TaskClaim {
  /** The last run died or failed: its last requests may not be recorded. */
  readonly unclean: boolean;
  /** The clean end of a run: everything is recorded. */
  release(state: 'stopped' | 'done'): Promise<void>;
  /** The end of a failed run: it can be resumed, but its last requests may be unrecorded. */
  abandon(): Promise<void>;
}

/** Claims of this process. A claim whose release couldn't be stored is dropped anyway, so the task can be resumed here. */
const heldHere = new Set<string>();

/**
 * Claims the task for this process. Throws `crawl.task-running` if a live process runs it, and `crawl.database-busy` if
 * a server and another process would crawl into the same database: crawl delays are kept within a process, and a server
 * runs permanently. Short crawls on the command line may run side by side.
 */
export async function claimTask(store: SqlStore, task: number): Promise<TaskClaim> {
  const change = (state: TaskState, runner: string | null) =>
    store.transact((transaction) => store.within(transaction, () => setRunner.run(state, runner, task)));
  if (store.engine === 'postgres') {
    await change('running', null);
    return { ...joinTask(store, task), abandon: async () => void (await change('stopped', null)) };
  }
  // Process ids are reused, and in containers always the same: the other parts distinguish us from a predecessor.
  const runner = `${process.pid}@${randomUUID()}@${startOf(process.pid) ?? ''}`;
  const unclean = await store.transact((transaction) =>
    store.within(transaction, function* () {
      const last = lastRunner(yield* runnerOf.get(task), task);
      yield* requireNoServer(task);
      yield* setRunner.run('running', runner, task);
      return last !== null;
    }),
  );
  heldHere.add(runner);
  const giveUp = async (state: TaskState, left: string | null) => {
    heldHere.delete(runner);
    await change(state, left);
  };
  return { unclean, release: (state) => giveUp(state, null), abandon: () => giveUp('stopped', abandoned) };
}

/**
 * One worker's part in a running task. Leases show which other workers are on it or gone; a failure of one doesn't affect
 * the others.
 */
export function joinTask(store: SqlStore, task: number): TaskClaim {
  const release = async (state: TaskState) => {
    await store.transact((transaction) => store.within(transaction, () => setRunner.run(state, null, task)));
  };
  return { unclean: true, release, abandon: async () => undefined };
}

/** The process that ran the task last, if it didn't end cleanly; throws if it is still running. */
function lastRunner(row: { name: string; runner: string | null } | undefined, task: number): string | null {
  if (row === undefined) throw new Error(`task ${task} is not in this database`);
  const { name, runner } = row;
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

/** Null if there is none, and on PostgreSQL, where any number may. */
export function otherRunner(store: SqlStore): Promise<OtherRunner | null> {
  return store.read(() => findOther(false));
}

const running = statement<{ name: string; runner: string }>(`SELECT name, runner FROM task
  WHERE state = 'running' AND runner IS NOT NULL`);
const runningByServers = statement<{ name: string; runner: string }>(`SELECT name, runner FROM task
  WHERE state = 'running' AND runner IS NOT NULL AND task_id IN (SELECT task_id FROM owned_task)`);
const owned = statement('SELECT 1 FROM owned_task WHERE task_id = ?');

function* findOther(isServer: boolean): Work<OtherRunner | null> {
  const rows = yield* (isServer ? runningByServers : running).all();
  const other = rows.find(({ runner }) => pidOf(runner) !== process.pid && isAlive(runner));
  return other === undefined ? null : { name: other.name, pid: pidOf(other.runner) };
}

/** A server's crawl runs alone; any other must not run beside a server. */
function* requireNoServer(task: number): Work<void> {
  const isOurs = (yield* owned.get(task)) !== undefined;
  const other = yield* findOther(!isOurs);
  if (other === null) return;
  const { name, pid } = other;
  throw new GeotrawlError(
    'crawl.database-busy',
    `Process ${pid} is crawling into this database ("${name}"). A server and another crawl would together send twice as many requests to a host. Wait for it, stop it, have the server do both, or use another database (--db).`,
    { retry: true, facts: { name, pid } },
  );
}

/** Adds to the task's totals, inside the transaction that stores what is counted. */
export function* addToTask(task: number, totals: TaskTotals): Work<void> {
  yield* add.run(totals.pages, totals.requests, totals.bytes, totals.resources, task);
}

function readTask(row: TaskRow): Task {
  const { runner, options, ...rest } = row;
  return {
    ...rest,
    options: JSON.parse(options),
    runner: runner === null || runner === abandoned ? null : pidOf(runner),
  };
}

/** Stored when a run failed. */
const abandoned = 'nobody';

function pidOf(runner: string): number {
  return Number.parseInt(runner, 10);
}

function isAlive(runner: string): boolean {
  if (runner === abandoned) return false;
  const pid = pidOf(runner);
  if (pid === process.pid) return heldHere.has(runner);
  try {
    // Signal 0 only checks whether the process exists.
    process.kill(pid, 0);
    const [recorded, now] = [runner.split('@')[2] ?? '', startOf(pid)];
    // The id may have been reused.
    return recorded === '' || now === null || recorded === now;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH') return false;
    if (code === 'EPERM') return true;
    throw error;
  }
}

/** Changes the options inside the transaction that makes the change true; others may have changed them as well. */
export function* changeTaskOptions<Options>(task: number, change: (stored: Options) => Options): Work<void> {
  const row = yield* optionsOf.get(task);
  if (row !== undefined) yield* setOptions.run(JSON.stringify(change(JSON.parse(row.options) as Options)), task);
}

export async function readTaskOptions<Options>(store: SqlStore, task: number): Promise<Options | null> {
  const row = await store.read(() => optionsNow.get(task));
  return row === undefined ? null : (JSON.parse(row.options) as Options);
}

/** Start time of a process in ticks since boot (proc(5), field 22); null if unknown. */
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
