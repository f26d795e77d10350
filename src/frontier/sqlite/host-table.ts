// Hosts in SQLite: their ids, their politeness state, their robots files, and one task's counts for them.
import { LRUCache } from 'lru-cache';
import { copyString } from '../../base/text/copy-string.ts';
import { siteOf } from '../../base/url/url.ts';
import type { ErrorCode } from '../../model/errors.ts';
import type { HostUpdate, RobotsRecord } from '../../model/frontier.ts';
import type { SqlDatabase, SqlStatement } from '../../store/sqlite/driver.ts';
import { readSqlite } from '../../store/sqlite/read.ts';
import { prepareAll } from './prepare-statements.ts';

/** Ids and keys cached in memory. */
const cachedHosts = 100_000;

/** A row of `host`. */
export interface HostRow {
  readonly host: number;
  readonly key: string;
  readonly site: string;
  readonly address: string | null;
  readonly nextAtMs: number;
  readonly delayMs: number | null;
  readonly latencyEwmaMs: number | null;
  readonly strikes: number;
  readonly forgiveAtMs: number;
  readonly failures: number;
  readonly why: ErrorCode | null;
}

/** A row of `lane`. */
export interface Account {
  readonly spent: number;
  readonly services: number;
  readonly dry: number;
}

const sql = {
  byKey: 'SELECT host_id FROM host WHERE key = ?',
  byId: `SELECT host_id AS host, key, site, address, next_at_ms AS nextAtMs, delay_ms AS delayMs,
    latency_ms AS latencyEwmaMs, strikes, forgive_at_ms AS forgiveAtMs, failures, why FROM host WHERE host_id = ?`,
  keyById: 'SELECT key FROM host WHERE host_id = ?',
  insert: 'INSERT INTO host(key, site) VALUES(?, ?)',
  update: `UPDATE host SET next_at_ms = ?, delay_ms = coalesce(?, delay_ms), latency_ms = coalesce(?, latency_ms),
    strikes = coalesce(?, strikes), forgive_at_ms = coalesce(?, forgive_at_ms), failures = coalesce(?, failures),
    address = coalesce(?, address), why = iif(?, ?, why) WHERE host_id = ?`,
  robots: 'SELECT status, body, fetched_ms AS fetchedAtMs, expires_ms AS expiresAtMs FROM robots WHERE host_id = ?',
  putRobots: 'INSERT OR REPLACE INTO robots VALUES(?, ?, ?, ?, ?)',
  account: 'SELECT spent, services, dry FROM lane WHERE task_id = ? AND host_id = ?',
  charge: `INSERT INTO lane VALUES(?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET spent = spent + excluded.spent,
    services = services + excluded.services, dry = iif(excluded.services > 0, 0, dry + excluded.dry)`,
};

export class HostTable {
  readonly #task: number;
  readonly #statements: Readonly<Record<keyof typeof sql, SqlStatement>>;
  readonly #ids = new LRUCache<string, number>({ max: cachedHosts });
  readonly #keys = new LRUCache<number, string>({ max: cachedHosts });

  constructor(database: SqlDatabase, task: number) {
    this.#task = task;
    this.#statements = prepareAll(database, sql);
  }

  /** Null if no task has met this host. */
  idOf(key: string): number | null {
    const cached = this.#ids.get(key);
    if (cached !== undefined) return cached;
    const row = this.#statements.byKey.get(key) as { host_id: number } | undefined;
    if (row === undefined) return null;
    this.remember(key, row.host_id);
    return row.host_id;
  }

  /** Only inside a transaction. The id is not cached: call `remember` once it is committed. */
  insert(key: string): { readonly host: number; readonly site: string } {
    const site = siteOf(new URL(key).hostname);
    return { host: Number(this.#statements.insert.run(key, site).lastInsertRowid), site };
  }

  remember(key: string, host: number): void {
    // A key sliced from a link would keep the entire page in memory.
    const own = copyString(key);
    this.#ids.set(own, host);
    this.#keys.set(host, own);
  }

  keyOf(host: number): string {
    const cached = this.#keys.get(host);
    if (cached !== undefined) return cached;
    const row = readSqlite(() => this.#statements.keyById.get(host)) as { key: string } | undefined;
    if (row === undefined) throw new Error(`host ${host} has URLs but no row`);
    this.remember(row.key, host);
    return row.key;
  }

  row(host: number): HostRow | null {
    return (this.#statements.byId.get(host) as HostRow | undefined) ?? null;
  }

  robots(host: number): RobotsRecord | null {
    return (this.#statements.robots.get(host) as RobotsRecord | undefined) ?? null;
  }

  /** Writes the fields of the update and leaves the others. */
  store(news: HostUpdate): void {
    const { host, nextAtMs, delayMs, latencyEwmaMs, strikes, forgiveAtMs, failures, address, why } = news;
    const delays = [roundedUp(nextAtMs), roundedUp(delayMs), latencyEwmaMs ?? null, strikes ?? null];
    const failing = [roundedUp(forgiveAtMs), failures ?? null, address ?? null, why === undefined ? 0 : 1, why ?? null];
    this.#statements.update.run(...delays, ...failing, host);
    if (news.robots === undefined) return;
    const { status, body, fetchedAtMs, expiresAtMs } = news.robots;
    this.#statements.putRobots.run(host, status, body, roundedUp(fetchedAtMs), roundedUp(expiresAtMs));
  }

  account(host: number): Account {
    const row = this.#statements.account.get(this.#task, host) as Account | undefined;
    return row ?? { spent: 0, services: 0, dry: 0 };
  }

  /** Adds to the host's counts; a page that led to a service resets `dry`. */
  charge(host: number, { spent, services, dry }: Account): void {
    this.#statements.charge.run(this.#task, host, spent, services, services > 0 ? 0 : dry);
  }
}

/** Rounding up is the polite side. */
function roundedUp(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.ceil(ms);
}
