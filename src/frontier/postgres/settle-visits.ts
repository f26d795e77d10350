// Settles visits in PostgreSQL, only while their hosts are still ours, and releases hosts after a few visits.
import type pg from 'pg';
import { GeotrawlError } from '../../model/errors.ts';
import type { HostUpdate, Outcome } from '../../model/frontier.ts';
import { nowInPostgres } from '../../store/leader-lease.ts';
import { chargesOf, type SettledCounts } from '../sqlite/settle-visits.ts';
import { requeued, stateCodes } from '../url-row.ts';
import type { PostgresState } from './frontier-state.ts';
import { changeHostSlots, type DueHostSlot, type HostSlotChange } from './host-slots.ts';
import { storeHostUpdates } from './hosts.ts';
import { takeQueuePositions } from './queue-positions.ts';

/** A worker keeps a host for this many visits, for this long, and while its crawl delay is no longer than this. */
const maxVisits = 10;
const maxLeaseMs = 30_000;
const maxDelayMs = 2000;
/** A released host is reserved this long for those waiting for it. */
const reservedMs = 3000;

export interface PendingSettlements {
  readonly outcomes: readonly Outcome[];
  readonly stored: readonly HostUpdate[];
  readonly released: readonly number[];
  readonly due: readonly DueHostSlot[];
}

/** Hosts whose slots a transaction that settles now would write. */
export function hostsToSettle({ taken, slots, news, held }: PostgresState): number[] {
  const hosts = new Set<number>([...news.keys(), ...held.keys()]);
  for (const { slot, url, isFinished } of taken.values()) {
    if (!isFinished) continue;
    hosts.add(slots.host[slot >> 1]!);
    if (url.via !== null) hosts.add(url.via.host);
  }
  return [...hosts];
}

/** The caller has locked the host slots. */
export async function settlePostgres(
  state: PostgresState,
  client: pg.ClientBase,
  outcomes: readonly Outcome[],
): Promise<SettledCounts & { readonly pending: PendingSettlements }> {
  requireFinished(state, outcomes);
  const stored = [...state.news.values()];
  const over = hostsToRelease(state, outcomes);
  const written = new Set([...stored.map(({ host }) => host), ...outcomes.map(({ visit }) => visit.host), ...over]);
  // Hosts are locked before leases, as when leasing: two workers never deadlock.
  await client.query('SELECT 1 FROM host WHERE host_id = ANY($1::bigint[]) ORDER BY host_id FOR UPDATE', [
    [...written],
  ]);
  const target = await requireLeases(state, client, new Set(outcomes.map(({ visit }) => visit.host)));
  const released = [...new Set([...over, ...idleHosts(state, outcomes).filter((host) => target.has(host))])];
  await settleUrls(state, client, outcomes);
  await storeHostUpdates(client, await ownUpdates(state, client, stored));
  const due = await changeHostSlots(state, client, {
    changes: changesOf(outcomes),
    also: [...written],
    isMoment: true,
  });
  if (target.size > 0) await reserveForOthers(state, client, released);
  if (released.length > 0)
    await client.query('DELETE FROM lease WHERE host_id = ANY($1::bigint[]) AND holder = $2', [
      released,
      state.sharing.holder,
    ]);
  const count = (selected: Outcome['state']) => outcomes.filter((outcome) => outcome.state === selected).length;
  const pending = { outcomes, stored, released, due };
  return { done: count('done'), failed: count('failed'), refused: count('refused'), pending };
}

function requireFinished({ taken, voided }: PostgresState, outcomes: readonly Outcome[]): void {
  const lost = outcomes.filter(({ visit }) => voided.delete(visit.fingerprint)).map(({ visit }) => visit.host);
  if (lost.length > 0) throw leaseLost([...new Set(lost)]);
  for (const { visit } of outcomes)
    if (taken.get(visit.fingerprint)?.isFinished !== true) throw new Error(`${visit.url} was settled but not finished`);
}

/** Hosts without visits of ours once these are settled. */
function idleHosts({ held, slots, clock }: PostgresState, outcomes: readonly Outcome[]): number[] {
  const settled = new Map<number, number>();
  for (const { visit } of outcomes) settled.set(visit.host, (settled.get(visit.host) ?? 0) + 1);
  return [...held].flatMap(([host, { isLost }]) => {
    const slot = slots.slotOf(host);
    const left = slots.taken[2 * slot]! + slots.taken[2 * slot + 1]! - (settled.get(host) ?? 0);
    return clock.isOut(slot) || left > 0 || isLost ? [] : [host];
  });
}

/** Idle hosts that are out of work or were leased long enough. */
function hostsToRelease(state: PostgresState, outcomes: readonly Outcome[]): number[] {
  const { held, slots, nowMs } = state;
  return idleHosts(state, outcomes).filter((host) => {
    const slot = slots.slotOf(host);
    const { visits, sinceMs } = held.get(host)!;
    const hasMore = state.queues.head(2 * slot) !== null || state.queues.head(2 * slot + 1) !== null;
    const isOver = visits >= maxVisits || nowMs - sinceMs > maxLeaseMs || slots.nextAtMs[slot]! - nowMs > maxDelayMs;
    return !hasMore || isOver;
  });
}

/**
 * A lease without a holder, available only to those waiting for the host (host-leases.ts): crawls would be faster
 * otherwise.
 */
async function reserveForOthers(
  { sharing }: PostgresState,
  client: pg.ClientBase,
  hosts: readonly number[],
): Promise<void> {
  await client.query(
    `UPDATE lease SET holder = '', task_id = 0, rest_ms = 0, is_wanted = false, until_ms = ${nowInPostgres} + ${reservedMs}
    WHERE host_id = ANY($1::bigint[]) AND holder = $2 AND is_wanted`,
    [hosts, sharing.holder],
  );
}

/**
 * Any later lease of the host has a greater epoch: our visits there are then void. Returns the hosts that others wait
 * for.
 */
export async function requireLeases(
  { held, sharing }: PostgresState,
  client: pg.ClientBase,
  hosts: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  if (hosts.size === 0) return hosts;
  const { rows } = await client.query<{ host: number; epoch: number; isWanted: boolean }>({
    name: 'require-leases',
    text: `SELECT host_id AS host, epoch, is_wanted AS "isWanted" FROM lease WHERE host_id = ANY($1::bigint[]) AND holder = $2
      ORDER BY host_id FOR UPDATE`,
    values: [[...hosts], sharing.holder],
  });
  const epochs = new Map(rows.map(({ host, epoch }) => [host, epoch]));
  const lost = [...hosts].filter(
    (host) => epochs.get(host) !== held.get(host)?.epoch || held.get(host)?.isLost === true,
  );
  if (lost.length > 0) throw leaseLost(lost);
  return new Set(rows.filter(({ isWanted }) => isWanted).map(({ host }) => host));
}

function leaseLost(lost: readonly number[]): GeotrawlError {
  return new GeotrawlError(
    'crawl.lease-lost',
    `${lost.length} hosts were leased to another worker because this one did not renew its leases in time; its visits there are void.`,
    { retry: true, facts: { hosts: lost.join(' ') } },
  );
}

/** The hosts named by a `crawl.lease-lost` error; null for any other. */
export function lostHosts(error: unknown): readonly number[] | null {
  if (!(error instanceof GeotrawlError && error.code === 'crawl.lease-lost')) return null;
  return String(error.facts.hosts).split(' ').map(Number);
}

/** The politeness state of a host is updated by the worker that has it. */
async function ownUpdates(
  { sharing }: PostgresState,
  client: pg.ClientBase,
  updates: readonly HostUpdate[],
): Promise<readonly HostUpdate[]> {
  if (updates.length === 0) return updates;
  const { rows } = await client.query<{ host: number }>(
    'SELECT host_id AS host FROM lease WHERE host_id = ANY($1::bigint[]) AND holder <> $2',
    [updates.map(({ host }) => host), sharing.holder],
  );
  const others = new Set(rows.map(({ host }) => host));
  return others.size === 0 ? updates : updates.filter(({ host }) => !others.has(host));
}

const settle = `
  UPDATE url SET state = s.state, tries = s.tries, reason = s.reason, ord = coalesce(s.ord, url.ord)
  FROM unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::smallint[], $6::text[], $7::bigint[])
    AS s(host, fp, state, tries, reason, ord)
  WHERE task_id = $1 AND host_id = s.host AND url.fp = s.fp AND url.state = 0`;

async function settleUrls(state: PostgresState, client: pg.ClientBase, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const { task, taken } = state;
  const retries = outcomes.filter((outcome) => outcome.state === 'retry').length;
  const first = await takeQueuePositions(state.positions, client, retries);
  const inOrder = [...outcomes].sort(
    ({ visit: one }, { visit: other }) => one.host - other.host || one.fingerprint - other.fingerprint,
  );
  let position = first;
  // A retry goes to the end of its class: the host has other pages meanwhile.
  const ords = inOrder.map(({ visit, state: end }) =>
    end === 'retry' ? requeued(taken.get(visit.fingerprint)!.url.ord, position++) : null,
  );
  const { rowCount } = await client.query({
    name: 'settle-urls',
    text: settle,
    values: [
      task,
      inOrder.map(({ visit }) => visit.host),
      inOrder.map(({ visit }) => visit.fingerprint),
      inOrder.map(({ state: end }) => stateCodes[end]),
      inOrder.map(({ visit }) => visit.tries + 1),
      inOrder.map(({ reason }) => reason),
      ords,
    ],
  });
  if (rowCount !== outcomes.length) throw new Error(`${outcomes.length - (rowCount ?? 0)} visits were settled twice`);
}

function changesOf(outcomes: readonly Outcome[]): readonly HostSlotChange[] {
  const changes = new Map<number, HostSlotChange>();
  for (const [host, account] of chargesOf(outcomes)) changes.set(host, { host, pages: 0, probes: 0, ...account });
  for (const { visit, state } of outcomes) {
    const { host, pool } = visit;
    const one = changes.get(host) ?? { host, pages: 0, probes: 0, spent: 0, services: 0, dry: 0 };
    const left = state === 'retry' ? 0 : 1;
    changes.set(host, {
      ...one,
      pages: one.pages - (pool === 'page' ? left : 0),
      probes: one.probes - (pool === 'probe' ? left : 0),
    });
  }
  return [...changes.values()];
}
