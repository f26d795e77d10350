// The server's side of crawl tasks at rest: whose they are, who may see them, and what is wanted of them.
import type { Plan } from '../../crawl-plan.ts';
import type { Transaction } from '../../model/store.ts';
import { databaseOf, type SqliteStore } from '../../store/sqlite.ts';
import { readSqlite } from '../../store/sqlite-read.ts';
import type { Role } from '../people/person.ts';

/** What the owner wants; `none` until it is started for the first time. */
export type Wish = 'none' | 'run' | 'pause' | 'stop';

export interface OwnedTask {
  readonly id: number;
  readonly name: string;
  readonly createdMs: number;
  readonly plan: Plan;
  /** Of the crawl itself: `done` when nothing was left to do. */
  readonly state: string;
  readonly pages: number;
  readonly requests: number;
  readonly bytes: number;
  readonly resources: number;
  /** Null for the one person of `--local`, and when the owner is gone. */
  readonly owner: { readonly id: number; readonly name: string; readonly role: Role } | null;
  readonly isShared: boolean;
  readonly wish: Wish;
  /** Why the last run ended by itself. */
  readonly ended: string | null;
  readonly startedMs: number | null;
  readonly everyMs: number | null;
  readonly nextMs: number | null;
  /** What the owner asked for, to make another like it. */
  readonly madeFrom: unknown;
}

const columns = `task_id AS id, task.name AS name, task.created_ms AS createdMs, options, state, pages, requests, bytes,
  resources, owned_task.person_id AS ownerId, person.name AS ownerName, role, is_shared AS isShared, wish, ended,
  started_ms AS startedMs, every_ms AS everyMs, next_ms AS nextMs, made_from AS madeFrom`;
const tables = 'owned_task JOIN task USING(task_id) LEFT JOIN person ON person.person_id = owned_task.person_id';

type Row = Omit<OwnedTask, 'plan' | 'owner' | 'isShared' | 'madeFrom'> & {
  options: string;
  ownerId: number | null;
  ownerName: string | null;
  role: Role | null;
  isShared: number;
  madeFrom: string;
};

/** Newest first. */
export function listOwnedTasks(store: SqliteStore): readonly OwnedTask[] {
  const rows = readSqlite(() => store.database.prepare(`SELECT ${columns} FROM ${tables} ORDER BY task_id DESC`).all());
  return (rows as Row[]).map(readRow);
}

/** Null where there is none of the server's. */
export function findOwnedTask(store: SqliteStore, id: number): OwnedTask | null {
  const row = readSqlite(() => store.database.prepare(`SELECT ${columns} FROM ${tables} WHERE task_id = ?`).get(id));
  return row === undefined ? null : readRow(row as Row);
}

/** A crawl that is none of the server's. */
export interface OutsideCrawl {
  readonly name: string;
  readonly createdMs: number;
  /** `running` also where its process was killed: who resumes it finds out. */
  readonly state: string;
  readonly pages: number;
  readonly resources: number;
}

const mostOutside = 50;

/** Begun on the command line, newest first. */
export function outsideCrawls(store: SqliteStore): readonly OutsideCrawl[] {
  return readSqlite(() =>
    store.database
      .prepare(
        `SELECT name, created_ms AS createdMs, state, pages, resources FROM task
        WHERE task_id NOT IN (SELECT task_id FROM owned_task) ORDER BY task_id DESC LIMIT ?`,
      )
      .all(mostOutside),
  ) as OutsideCrawl[];
}

/** Those somebody wants to run, oldest start first. */
export function wantedTasks(store: SqliteStore): readonly OwnedTask[] {
  const rows = readSqlite(() =>
    store.database.prepare(`SELECT ${columns} FROM ${tables} WHERE wish = 'run' ORDER BY started_ms`).all(),
  );
  return (rows as Row[]).map(readRow);
}

export function countWanted(store: SqliteStore, person: number | null): number {
  const row = readSqlite(() =>
    store.database
      .prepare(`SELECT count(*) AS count FROM owned_task WHERE wish = 'run' AND person_id IS ?`)
      .get(person),
  );
  return (row as { count: number }).count;
}

export interface NewOwnedTask {
  readonly task: number;
  readonly person: number | null;
  readonly isShared: boolean;
  readonly everyMs: number | null;
  readonly madeFrom: unknown;
}

export function insertOwnedTask(transaction: Transaction, made: NewOwnedTask): void {
  databaseOf(transaction)
    .prepare(
      `INSERT INTO owned_task(task_id, person_id, is_shared, wish, every_ms, made_from) VALUES(?, ?, ?, 'none', ?, ?)`,
    )
    .run(made.task, made.person, made.isShared ? 1 : 0, made.everyMs, JSON.stringify(made.madeFrom));
}

export function saveWish(transaction: Transaction, task: number, wish: Wish, ended: string | null): void {
  databaseOf(transaction).prepare('UPDATE owned_task SET wish = ?, ended = ? WHERE task_id = ?').run(wish, ended, task);
}

/** A start counts from now, and so does the next time of a schedule. */
export function saveStart(transaction: Transaction, task: number, nowMs: number): void {
  databaseOf(transaction)
    .prepare(
      `UPDATE owned_task SET wish = 'run', ended = NULL, started_ms = ?1, next_ms = ?1 + every_ms WHERE task_id = ?2`,
    )
    .run(nowMs, task);
}

/** When a schedule is due next. */
export function saveNext(transaction: Transaction, task: number, nextMs: number): void {
  databaseOf(transaction).prepare('UPDATE owned_task SET next_ms = ? WHERE task_id = ?').run(nextMs, task);
}

/** The schedule goes over to the crawl that was made from this one. */
export function endSchedule(transaction: Transaction, task: number): void {
  databaseOf(transaction).prepare('UPDATE owned_task SET every_ms = NULL, next_ms = NULL WHERE task_id = ?').run(task);
}

export function saveShared(transaction: Transaction, task: number, isShared: boolean): void {
  databaseOf(transaction)
    .prepare('UPDATE owned_task SET is_shared = ? WHERE task_id = ?')
    .run(isShared ? 1 : 0, task);
}

/** With its queue and its events; what it found stays in the catalog. */
export function deleteOwnedTask(transaction: Transaction, task: number): void {
  const database = databaseOf(transaction);
  for (const table of ['owned_task', 'task_event', 'url', 'lane', 'task'])
    database.prepare(`DELETE FROM ${table} WHERE task_id = ?`).run(task);
}

/** The end of a run: only where nobody has wished for something else meanwhile. */
export function saveEnd(transaction: Transaction, task: number, wish: Wish, ended: string): void {
  databaseOf(transaction)
    .prepare(`UPDATE owned_task SET wish = ?, ended = ? WHERE task_id = ? AND wish = 'run'`)
    .run(wish, ended, task);
}

function readRow({ options, ownerId, ownerName, role, isShared, madeFrom, ...row }: Row): OwnedTask {
  const owner = ownerId === null || ownerName === null || role === null ? null : { id: ownerId, name: ownerName, role };
  return { ...row, plan: JSON.parse(options) as Plan, owner, isShared: isShared === 1, madeFrom: JSON.parse(madeFrom) };
}
