// Keeping leases, giving them back, and freeing those of workers that are gone.
import { isIdle, loseHost, type PostgresState } from '../postgres-state.ts';

/** A worker that has not shown itself for this long is gone. */
const silentMs = 60_000;

/** In the order of hosts, as everybody locks them. */
const extend = `
  WITH ours AS (SELECT host_id FROM lease WHERE holder = $1 AND host_id = ANY($4::bigint[]) ORDER BY host_id FOR UPDATE)
  UPDATE lease SET until_ms = $2::bigint + $3::bigint FROM ours WHERE lease.host_id = ours.host_id
  RETURNING lease.host_id AS host, epoch`;

/** Those this worker does not know of, since the answer got lost, run out by themselves. */
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
 * At the end of a worker's work. Hosts with visits under way, or with a pause that is not stored, keep their lease until it
 * runs out: nobody else knows when they were asked last.
 */
export async function giveBackAll(state: PostgresState): Promise<void> {
  const { store, sharing, task, held, lanes, news } = state;
  const kept = [...held.keys()].filter((host) => news.has(host) || !isIdle(state, lanes.laneOf(host)));
  await store.query('DELETE FROM lease WHERE holder = $1 AND task_id = $2 AND NOT host_id = ANY($3::bigint[])', [
    ...[sharing.holder, task],
    kept,
  ]);
}

/**
 * Frees hosts of this task that workers had which are gone without a word. Each rests its pause from now on, since the
 * last request is not on record.
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
