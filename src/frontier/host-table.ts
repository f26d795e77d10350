// Hosts in SQLite: their ids, what politeness remembers of them, their robots files, and one task's account with them.
import { detach } from '../base/detach.ts';
import { siteOf } from '../base/url.ts';
import type { ErrorCode } from '../model/errors.ts';
import type { HostNews, RobotsRecord } from '../model/frontier.ts';
import type { SqlDatabase } from '../store/sqlite.ts';
import { makeBoundedMap } from './bounded-map.ts';

/** Ids and keys kept at hand. */
const cachedHosts = 50_000;

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

export interface HostTable {
  /** Null when no task has met this host. */
  idOf(key: string): number | null;
  /** Only inside a transaction. The id is not cached: tell `remember` once it is committed. */
  insert(key: string): { readonly host: number; readonly site: string };
  remember(key: string, host: number): void;
  keyOf(host: number): string;
  row(host: number): HostRow | null;
  robots(host: number): RobotsRecord | null;
  /** Writes what the news tell and leaves the rest. */
  store(news: HostNews): void;
  account(host: number): Account;
  /** Adds to the account; a page that led to a service ends the dry spell. */
  charge(host: number, change: Account): void;
}

const hostColumns = `host_id AS host, key, site, address, next_at_ms AS nextAtMs, delay_ms AS delayMs,
  latency_ms AS latencyEwmaMs, strikes, forgive_at_ms AS forgiveAtMs, failures, why`;

export function makeHostTable(database: SqlDatabase, task: number): HostTable {
  const byKey = database.prepare('SELECT host_id FROM host WHERE key = ?');
  const byId = database.prepare(`SELECT ${hostColumns} FROM host WHERE host_id = ?`);
  const keyById = database.prepare('SELECT key FROM host WHERE host_id = ?');
  const insert = database.prepare('INSERT INTO host(key, site) VALUES(?, ?)');
  const robots = database.prepare(
    'SELECT status, body, fetched_ms AS fetchedAtMs, expires_ms AS expiresAtMs FROM robots WHERE host_id = ?',
  );
  const putRobots = database.prepare('INSERT OR REPLACE INTO robots VALUES(?, ?, ?, ?, ?)');
  const update = database.prepare(
    `UPDATE host SET next_at_ms = ?, delay_ms = coalesce(?, delay_ms), latency_ms = coalesce(?, latency_ms),
      strikes = coalesce(?, strikes), forgive_at_ms = coalesce(?, forgive_at_ms), failures = coalesce(?, failures),
      address = coalesce(?, address), why = iif(?, ?, why) WHERE host_id = ?`,
  );
  const account = database.prepare('SELECT spent, services, dry FROM lane WHERE task_id = ? AND host_id = ?');
  const charge = database.prepare(
    `INSERT INTO lane VALUES(?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET spent = spent + excluded.spent,
      services = services + excluded.services, dry = iif(excluded.services > 0, 0, dry + excluded.dry)`,
  );
  const ids = makeBoundedMap<string, number>(cachedHosts);
  const keys = makeBoundedMap<number, string>(cachedHosts);
  const remember = (key: string, host: number): void => {
    // A key cut out of a link would keep the whole page in memory.
    const own = detach(key);
    ids.set(own, host);
    keys.set(host, own);
  };
  return {
    remember,
    idOf: (key) => {
      const cached = ids.get(key);
      if (cached !== undefined) return cached;
      const row = byKey.get(key) as { host_id: number } | undefined;
      if (row === undefined) return null;
      remember(key, row.host_id);
      return row.host_id;
    },
    insert: (key) => {
      const site = siteOf(new URL(key).hostname);
      return { host: Number(insert.run(key, site).lastInsertRowid), site };
    },
    keyOf: (host) => {
      const cached = keys.get(host);
      if (cached !== undefined) return cached;
      const row = keyById.get(host) as { key: string } | undefined;
      if (row === undefined) throw new Error(`host ${host} has URLs but no row`);
      remember(row.key, host);
      return row.key;
    },
    row: (host) => (byId.get(host) as HostRow | undefined) ?? null,
    robots: (host) => (robots.get(host) as RobotsRecord | undefined) ?? null,
    store: (news) => {
      const { host, nextAtMs, delayMs, latencyEwmaMs, strikes, forgiveAtMs, failures, address, why } = news;
      const pace = [whole(nextAtMs), whole(delayMs), latencyEwmaMs ?? null, strikes ?? null];
      const trouble = [whole(forgiveAtMs), failures ?? null, address ?? null, why === undefined ? 0 : 1, why ?? null];
      update.run(...pace, ...trouble, host);
      if (news.robots === undefined) return;
      const { status, body, fetchedAtMs, expiresAtMs } = news.robots;
      putRobots.run(host, status, body, whole(fetchedAtMs), whole(expiresAtMs));
    },
    account: (host) => (account.get(task, host) as Account | undefined) ?? { spent: 0, services: 0, dry: 0 },
    charge: (host, { spent, services, dry }) => {
      charge.run(task, host, spent, services, services > 0 ? 0 : dry);
    },
  };
}

/** Later is the polite side to round to. */
function whole(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.ceil(ms);
}
