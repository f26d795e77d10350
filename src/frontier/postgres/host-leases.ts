// Hosts for others than crawls: checks, and what pages load in a browser, take the same leases as crawls do. So a host is with
// one of all machines at a time, and its pause is kept between any two of them.
import { fingerprint } from '../../base/text/fingerprint.ts';
import { readUrl, siteOf } from '../../base/url/url.ts';
import type { Transaction } from '../../model/store.ts';
import { nowInPostgres as now } from '../../store/leader-lease.ts';
import { ignoreLoss } from '../../store/postgres/errors.ts';
import { clientOf, type PostgresStore } from '../../store/postgres/postgres.ts';

export interface HostTurns {
  /** What became of each wish. A host that somebody else has is let go by crawls after their visit. */
  take(hostKeys: readonly string[]): Promise<ReadonlyMap<string, TurnAnswer>>;
  /** As far as is known here: false where it was never taken, or this process slept past it. */
  isOurs(hostKey: string): boolean;
  /** Whether nobody has taken it over; until the transaction ends nobody does. */
  confirm(transaction: Transaction, hostKey: string): Promise<boolean>;
  /** Gives it back; nobody asks the host for so long. Answers whether a crawl has something to do there. */
  leave(hostKey: string, restMs: number): Promise<boolean>;
  close(): Promise<void>;
}

export interface TurnAnswer {
  readonly isTaken: boolean;
  /** Until when the host rests: from others' last request, or because it asked for it. */
  readonly waitMs: number;
}

export interface TurnOptions {
  /** Who we are, as leases name it. */
  readonly holder: string;
  /** How long hosts stay with a process that says nothing more; it says so four times as often. */
  readonly leaseMs: number;
  /** The pause of hosts that have none of their own. */
  readonly delayMs: number;
}

interface Held {
  readonly host: number;
  readonly epoch: number;
  /** By the clock of this process that is never set. */
  untilMs: number;
}

interface TakenRow {
  readonly key: string;
  readonly host: number;
  readonly waitMs: number;
  readonly epoch: number | null;
}

/** A host that is free this soon is taken already: whoever waits for the pause to end is late. */
const longestWaitMs = 10_000;

/**
 * Rests that hosts asked for are kept. That a crawl could not reach a host is no reason not to look whether it is back, a
 * pause from now: when it was asked last is not on record then.
 */
const take = `
  WITH free AS (
    SELECT host_id, key, wanted.site, greatest(coalesce(delay_ms, 0), $3) AS rest_ms,
      CASE WHEN why IS NULL OR why = 'policy.backoff' THEN greatest(0, next_at_ms - ${now})
        ELSE greatest(coalesce(delay_ms, 0), $3) END AS wait_ms
    FROM host JOIN unnest($1::text[], $2::bigint[]) AS wanted(name, site) ON key = name
    FOR UPDATE OF host SKIP LOCKED),
  taken AS (
    INSERT INTO lease SELECT host_id, 0, site, $4, nextval('lease_epoch'), ${now} + $5::bigint, rest_ms FROM free
    WHERE wait_ms <= ${longestWaitMs}
    ON CONFLICT (host_id) DO UPDATE SET task_id = 0, holder = excluded.holder, epoch = excluded.epoch,
      until_ms = excluded.until_ms, rest_ms = excluded.rest_ms, is_wanted = false
      WHERE lease.until_ms + lease.rest_ms <= ${now} OR lease.holder = ''
    RETURNING host_id, epoch)
  SELECT key, host_id AS host, wait_ms AS "waitMs", epoch FROM free LEFT JOIN taken USING(host_id)`;
const want = 'UPDATE lease SET is_wanted = true WHERE host_id = ANY($1::bigint[]) AND task_id <> 0 AND NOT is_wanted';
const add = `INSERT INTO host(key, site) SELECT * FROM unnest($1::text[], $2::text[]) AS n(key, site)
  WHERE NOT EXISTS (SELECT 1 FROM host WHERE host.key = n.key) ORDER BY 1 ON CONFLICT DO NOTHING`;
const extend = `
  WITH ours AS (SELECT host_id FROM lease WHERE host_id = ANY($1::bigint[]) AND epoch = ANY($2::bigint[])
    ORDER BY host_id FOR UPDATE)
  UPDATE lease SET until_ms = ${now} + $3::bigint FROM ours WHERE lease.host_id = ours.host_id
  RETURNING epoch`;
/** Hosts before leases, as everybody locks them. What another has by now is not ours to tell of. */
const leave = `
  WITH locked AS (SELECT host_id FROM host WHERE host_id = $1 FOR UPDATE),
  gone AS (DELETE FROM lease USING locked WHERE lease.host_id = locked.host_id AND epoch = $2 RETURNING lease.host_id)
  UPDATE host SET next_at_ms = greatest(next_at_ms, ${now} + $3::bigint) FROM gone WHERE host.host_id = gone.host_id
  RETURNING EXISTS (SELECT 1 FROM task JOIN lane USING(task_id)
    WHERE state = 'running' AND lane.host_id = $1 AND (page_cls < 8 OR probe_cls < 8)) AS "isCrawled"`;

export function openHostTurns(store: PostgresStore, options: TurnOptions): HostTurns {
  const { holder, leaseMs, delayMs } = options;
  const held = new Map<string, Held>();
  const extendAll = async () => {
    if (held.size === 0) return;
    const askedMs = performance.now();
    const [all, hosts] = [[...held], [...held.values()].map(({ host }) => host)];
    const rows = await store.query<{ epoch: number }>(extend, [hosts, all.map(([, { epoch }]) => epoch), leaseMs]);
    const ours = new Set(rows.map(({ epoch }) => epoch));
    for (const [key, one] of all) {
      if (ours.has(one.epoch)) one.untilMs = askedMs + leaseMs;
      else if (held.get(key) === one) held.delete(key);
    }
  };
  let extending: Promise<void> = Promise.resolve();
  const beat = setInterval(() => {
    // A lease that ran out meanwhile is found so before anything is stored.
    extending = extendAll().catch(ignoreLoss);
  }, leaseMs / 4);
  return {
    async take(hostKeys) {
      const askedMs = performance.now();
      const names = hostKeys.map(nameOf);
      await store.query(add, [hostKeys, names]);
      const rows = await store.query<TakenRow>(take, [
        hostKeys,
        names.map((name) => fingerprint(name)),
        delayMs,
        holder,
        leaseMs,
      ]);
      for (const { key, host, epoch } of rows)
        if (epoch !== null) held.set(key, { host, epoch, untilMs: askedMs + leaseMs });
      const missed = rows.filter(({ epoch, waitMs }) => epoch === null && waitMs <= longestWaitMs);
      if (missed.length > 0) await store.query(want, [missed.map(({ host }) => host)]);
      return new Map(rows.map(({ key, epoch, waitMs }) => [key, { isTaken: epoch !== null, waitMs }]));
    },
    isOurs: (hostKey) => performance.now() < (held.get(hostKey)?.untilMs ?? 0),
    confirm: async (transaction, hostKey) => {
      const one = held.get(hostKey);
      if (one === undefined) return false;
      const { rowCount } = await clientOf(transaction).query(
        'SELECT 1 FROM lease WHERE host_id = $1 AND epoch = $2 FOR UPDATE',
        [one.host, one.epoch],
      );
      return rowCount === 1;
    },
    leave: async (hostKey, restMs) => {
      const one = held.get(hostKey);
      held.delete(hostKey);
      if (one === undefined) return false;
      const [row] = await store.query<{ isCrawled: boolean }>(leave, [one.host, one.epoch, Math.ceil(restMs)]);
      return row?.isCrawled === true;
    },
    close: async () => {
      clearInterval(beat);
      await extending;
      for (const [key, { host, epoch }] of [...held]) {
        held.delete(key);
        await store.query(leave, [host, epoch, delayMs]);
      }
    },
  };
}

/** The site of a host; what is no address has itself. */
function nameOf(hostKey: string): string {
  const url = readUrl(hostKey);
  return url === null ? hostKey : siteOf(url.hostname);
}
