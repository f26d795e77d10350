// Server-side state of crawl tasks: owner, visibility and desired state.
import type { StoredCrawlOptions } from '../../crawl/stored-crawl-options.ts';
import { isHeldInPostgres } from '../../store/leader-lease.ts';
import { statement, type Work } from '../../store/sql/sql.ts';
import type { Role } from '../http/principal.ts';

/** The owner's desired state; `none` until the first start. */
export type DesiredState = 'none' | 'run' | 'pause' | 'stop';

export interface OwnedTask {
  readonly id: number;
  readonly name: string;
  readonly createdMs: number;
  readonly plan: StoredCrawlOptions;
  /** The state of the crawl itself: `done` when the frontier is empty. */
  readonly state: string;
  readonly pages: number;
  readonly requests: number;
  readonly bytes: number;
  readonly resources: number;
  /** Null with `--local`, and when the owner was deleted. */
  readonly owner: { readonly id: number; readonly name: string; readonly role: Role } | null;
  readonly isShared: boolean;
  readonly desiredState: DesiredState;
  /** Why the last run ended by itself. */
  readonly ended: string | null;
  readonly startedMs: number | null;
  readonly everyMs: number | null;
  readonly nextMs: number | null;
  /** The owner's request, for creating a similar crawl. */
  readonly madeFrom: unknown;
  /** Some server is running it now; always false for a file, where the only server knows by itself. */
  readonly isHeld: boolean;
}

type Row = Omit<OwnedTask, 'plan' | 'owner' | 'isShared' | 'madeFrom' | 'isHeld'> & {
  isHeld: number | boolean;
  options: string;
  ownerId: number | null;
  ownerName: string | null;
  role: Role | null;
  isShared: number;
  madeFrom: string;
};

const columns = `task_id AS id, task.name AS name, task.created_ms AS "createdMs", options, state, pages, requests,
  bytes, resources, owned_task.person_id AS "ownerId", person.name AS "ownerName", role, is_shared AS "isShared", wish AS "desiredState",
  ended, started_ms AS "startedMs", every_ms AS "everyMs", next_ms AS "nextMs", made_from AS "madeFrom"`;
const tables = 'owned_task JOIN task USING(task_id) LEFT JOIN person ON person.person_id = owned_task.person_id';
const selection = (condition: string) =>
  statement<Row>({
    sqlite: `SELECT ${columns}, 0 AS "isHeld" FROM ${tables} ${condition}`,
    postgres: `SELECT ${columns}, ${isHeldInPostgres(`'crawl ' || task_id`)} AS "isHeld" FROM ${tables} ${condition}`,
  });
const newestFirst = selection('ORDER BY task_id DESC');
const byId = selection('WHERE task_id = ?');
const running = selection(`WHERE wish = 'run' ORDER BY started_ms`);
const wantedOf = statement<{ count: number }>(
  `SELECT count(*) AS count FROM owned_task WHERE wish = 'run' AND person_id IS NOT DISTINCT FROM ?`,
);

/** Newest first. */
export function* listOwnedTasks(): Work<readonly OwnedTask[]> {
  return (yield* newestFirst.all()).map(readRow);
}

/** Null if it isn't a task of the server. */
export function* findOwnedTask(id: number): Work<OwnedTask | null> {
  const row = yield* byId.get(id);
  return row === undefined ? null : readRow(row);
}

/** A crawl not created by the server. */
export interface ExternalCrawl {
  readonly name: string;
  readonly createdMs: number;
  /** `running` also if its process was killed: resuming it clears that up. */
  readonly state: string;
  readonly pages: number;
  readonly resources: number;
}

const mostOutside = 50;

const outside = statement<ExternalCrawl>(`SELECT name, created_ms AS "createdMs", state, pages, resources FROM task
  WHERE task_id NOT IN (SELECT task_id FROM owned_task) ORDER BY task_id DESC LIMIT ${mostOutside}`);

/** Started on the command line, newest first. */
export function externalCrawls(): Work<readonly ExternalCrawl[]> {
  return outside.all();
}

/** Tasks that should run, oldest start first. */
export function* wantedTasks(): Work<readonly OwnedTask[]> {
  return (yield* running.all()).map(readRow);
}

export function* countWanted(person: number | null): Work<number> {
  return (yield* wantedOf.get(person))!.count;
}

export interface NewOwnedTask {
  readonly task: number;
  readonly person: number | null;
  readonly isShared: boolean;
  readonly everyMs: number | null;
  readonly madeFrom: unknown;
}

const insert = statement(
  `INSERT INTO owned_task(task_id, person_id, is_shared, wish, every_ms, made_from) VALUES(?, ?, ?, 'none', ?, ?)`,
);
const setDesiredState = statement('UPDATE owned_task SET wish = ?, ended = ? WHERE task_id = ?');
const setStart = statement(
  `UPDATE owned_task SET wish = 'run', ended = NULL, started_ms = ?, next_ms = ? + every_ms WHERE task_id = ?`,
);
const setNext = statement('UPDATE owned_task SET next_ms = ? WHERE task_id = ?');
const unschedule = statement('UPDATE owned_task SET every_ms = NULL, next_ms = NULL WHERE task_id = ?');
const takeDue = statement(
  'UPDATE owned_task SET every_ms = NULL, next_ms = NULL WHERE task_id = ? AND every_ms IS NOT NULL AND next_ms = ?',
);
const setShared = statement('UPDATE owned_task SET is_shared = ? WHERE task_id = ?');
const setEnd = statement(`UPDATE owned_task SET wish = ?, ended = ? WHERE task_id = ? AND wish = 'run'`);
/** Workers on other machines poll this; the local crawl process is notified. */
const halt = statement({
  sqlite: '',
  postgres: `UPDATE task SET state = 'stopped' WHERE task_id = ? AND state = 'running'`,
});
const deletions = [
  ...['owned_task', 'task_event', 'url', 'lane', 'task'].map((table) => `DELETE FROM ${table} WHERE task_id = ?`),
  ...['lease', 'series'].map((table) => ({ sqlite: '', postgres: `DELETE FROM ${table} WHERE task_id = ?` })),
].map((text) => statement(text));

export function* insertOwnedTask(made: NewOwnedTask): Work<void> {
  const { task, person, isShared, everyMs, madeFrom } = made;
  yield* insert.run(task, person, isShared ? 1 : 0, everyMs, JSON.stringify(madeFrom));
}

export function* saveDesiredState(task: number, desired: DesiredState, ended: string | null): Work<void> {
  yield* setDesiredState.run(desired, ended, task);
  if (desired !== 'run') yield* halt.run(task);
}

/** A start counts from now, and so does the next run of a schedule. */
export function* saveStart(task: number, nowMs: number): Work<void> {
  yield* setStart.run(nowMs, nowMs, task);
}

/** When a schedule is due next. */
export function* saveNext(task: number, nextMs: number): Work<void> {
  yield* setNext.run(nextMs, task);
}

/** Moves the schedule to the crawl created from this one. */
export function* endSchedule(task: number): Work<void> {
  yield* unschedule.run(task);
}

/** The same for a due schedule; false if another server was faster. */
export function* takeSchedule(task: number, dueMs: number): Work<boolean> {
  return (yield* takeDue.run(task, dueMs)) === 1;
}

export function* saveShared(task: number, isShared: boolean): Work<void> {
  yield* setShared.run(isShared ? 1 : 0, task);
}

/** Deletes queue and events as well; discoveries stay in the catalog. */
export function* deleteOwnedTask(task: number): Work<void> {
  for (const deletion of deletions) yield* deletion.run(task);
}

/** Ends a run, unless the desired state changed meanwhile. */
export function* saveEnd(task: number, desired: DesiredState, ended: string): Work<void> {
  yield* setEnd.run(desired, ended, task);
}

/** The lease of a server on a running crawl. */
export function leaderLeaseOf(task: number): string {
  return `crawl ${task}`;
}

function readRow({ options, ownerId, ownerName, role, isShared, madeFrom, isHeld, ...row }: Row): OwnedTask {
  const owner = ownerId === null || ownerName === null || role === null ? null : { id: ownerId, name: ownerName, role };
  const read = { plan: JSON.parse(options) as StoredCrawlOptions, owner, madeFrom: JSON.parse(madeFrom) as unknown };
  return { ...row, ...read, isShared: isShared === 1, isHeld: isHeld === true };
}
