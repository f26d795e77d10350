// Host leases for checks and for what pages load in a browser, the same as those of crawls: a host is used by one process on any
// machine at a time, and its crawl delay holds between all of them.
import { fingerprint } from '../../base/text/fingerprint.ts';
import { readUrl, siteOf } from '../../base/url/url.ts';
import type { Transaction } from '../../model/store.ts';
import { nowInPostgres as now } from '../../store/leader-lease.ts';
import { ignoreLoss } from '../../store/postgres/errors.ts';
import { clientOf, type PostgresStore } from '../../store/postgres/postgres.ts';

export interface HostLeases {
  /** The result of each lease request. A host leased by a crawl is released after its current visit. */
  take(hostKeys: readonly string[]): Promise<ReadonlyMap<string, LeaseReply>>;
  /** As far as known here: false if it was never leased, or if this process slept past its end. */
  isOurs(hostKey: string): boolean;
  /** Whether the lease is still ours; it then stays so until the transaction ends. */
  confirm(transaction: Transaction, hostKey: string): Promise<boolean>;
  /** Releases the host, which gets no requests for that long. Returns whether a crawl has work there. */
  leave(hostKey: string, restMs: number): Promise<boolean>;
  close(): Promise<void>;
}

export interface LeaseReply {
  readonly isTaken: boolean;
  /** Until when the host gets no requests: because of another's last request, or because it asked for a delay. */
  readonly waitMs: number;
}

export interface HostLeaseOptions {
  /** Our name in leases. */
  readonly holder: string;
  /** How long hosts stay leased to a process that doesn't renew; renewals are four times as frequent. */
  readonly leaseMs: number;
  /** The crawl delay of hosts without one of their own. */
  readonly delayMs: number;
}

interface Held {
  readonly host: number;
  readonly epoch: number;
  /** By this process's monotonic clock. */
  untilMs: number;
}

interface TakenRow {
  readonly key: string;
  readonly host: number;
  readonly waitMs: number;
  readonly epoch: number | null;
}

/** A host that is free this soon is leased already: waiting for the end of the delay would be too late. */
const longestWaitMs = 10_000;

/**
 * Delays requested by hosts are respected. A crawl's failure to reach a host is not an obstacle to checking whether it is
 * back, one delay from now: the time of the last request isn't recorded in that case.
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
/** Hosts are locked before leases, as everywhere. Hosts leased by others meanwhile are not ours to update. */
const leave = `
  WITH locked AS (SELECT host_id FROM host WHERE host_id = $1 FOR UPDATE),
  gone AS (DELETE FROM lease USING locked WHERE lease.host_id = locked.host_id AND epoch = $2 RETURNING lease.host_id)
  UPDATE host SET next_at_ms = greatest(next_at_ms, ${now} + $3::bigint) FROM gone WHERE host.host_id = gone.host_id
  RETURNING EXISTS (SELECT 1 FROM task JOIN lane USING(task_id)
    WHERE state = 'running' AND lane.host_id = $1 AND (page_cls < 8 OR probe_cls < 8)) AS "isCrawled"`;

export function openHostLeases(store: PostgresStore, options: HostLeaseOptions): HostLeases {
  const { holder, leaseMs, delayMs } = options;
  const held = new Map<string, Held>();
  const extendAll = async () => {
    if (held.size === 0) return;
    const requestedMs = performance.now();
    const [all, hosts] = [[...held], [...held.values()].map(({ host }) => host)];
    const rows = await store.query<{ epoch: number }>(extend, [hosts, all.map(([, { epoch }]) => epoch), leaseMs]);
    const ours = new Set(rows.map(({ epoch }) => epoch));
    for (const [key, one] of all) {
      if (ours.has(one.epoch)) one.untilMs = requestedMs + leaseMs;
      else if (held.get(key) === one) held.delete(key);
    }
  };
  let extending: Promise<void> = Promise.resolve();
  const beat = setInterval(() => {
    // An expired lease is detected before anything is stored.
    extending = extendAll().catch(ignoreLoss);
  }, leaseMs / 4);
  return {
    async take(hostKeys) {
      const requestedMs = performance.now();
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
        if (epoch !== null) held.set(key, { host, epoch, untilMs: requestedMs + leaseMs });
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

/** The site of a host; a key that isn't a URL is its own site. */
function nameOf(hostKey: string): string {
  const url = readUrl(hostKey);
  return url === null ? hostKey : siteOf(url.hostname);
}
