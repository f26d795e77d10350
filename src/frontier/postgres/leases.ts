// Renews and releases leases, and frees those of dead workers.
import { isIdle, loseHost, type PostgresState } from './frontier-state.ts';

/** A worker without a heartbeat for this long is dead. */
const silentMs = 60_000;

/** In the order of hosts, as everywhere. */
const extend = `
  WITH ours AS (SELECT host_id FROM lease WHERE holder = $1 AND host_id = ANY($4::bigint[]) ORDER BY host_id FOR UPDATE)
  UPDATE lease SET until_ms = $2::bigint + $3::bigint FROM ours WHERE lease.host_id = ours.host_id
  RETURNING lease.host_id AS host, epoch`;

/** Leases this worker doesn't know of, because the response was lost, expire by themselves. */
export async function extendLeases(state: PostgresState, nowMs: number): Promise<void> {
  const { store, sharing, held } = state;
  if (held.size === 0) return;
  const rows = await store.query<{ host: number; epoch: number }>(extend, [
    sharing.holder,
    Math.floor(nowMs),
    sharing.leaseMs,
    [...held.keys()],
  ]);
  const epochs = new Map(rows.map(({ host, epoch }) => [host, epoch]));
  for (const [host, one] of [...held]) {
    if (epochs.get(host) === one.epoch) one.untilMs = nowMs + sharing.leaseMs;
    else loseHost(state, host);
  }
}

/**
 * Called when a worker ends. Hosts with visits in progress, or with a delay that is not stored, keep their lease until
 * it expires: the time of their last request is known only here.
 */
export async function releaseAllHosts(state: PostgresState): Promise<void> {
  const { store, sharing, task, held, slots, news } = state;
  const kept = [...held.keys()].filter((host) => news.has(host) || !isIdle(state, slots.slotOf(host)));
  await store.query('DELETE FROM lease WHERE holder = $1 AND task_id = $2 AND NOT host_id = ANY($3::bigint[])', [
    ...[sharing.holder, task],
    kept,
  ]);
}

/**
 * Frees hosts of this task leased by dead workers. Each waits its crawl delay from now on, since the last request isn't
 * recorded.
 */
export async function breakLeases({ store, task, baseDelayMs }: PostgresState, nowMs: number): Promise<void> {
  await store.query(
    `WITH gone AS (
      DELETE FROM lease WHERE task_id = $1
        AND NOT EXISTS (SELECT 1 FROM worker WHERE worker_id = holder AND seen_ms > $2::bigint - ${silentMs})
      RETURNING host_id),
    resting AS (
      UPDATE host SET next_at_ms = greatest(next_at_ms, $2::bigint + coalesce(delay_ms, $3)) FROM gone
      WHERE host.host_id = gone.host_id RETURNING host.host_id, next_at_ms)
    UPDATE lane SET due_ms = next_at_ms FROM resting WHERE task_id = $1 AND lane.host_id = resting.host_id`,
    [task, Math.ceil(nowMs), baseDelayMs],
  );
}
