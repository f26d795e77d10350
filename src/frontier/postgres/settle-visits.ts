// Settling visits in PostgreSQL: only while their hosts are still ours; with it, hosts whose turn is over are given back.
import type pg from 'pg';
import { GeotrawlError } from '../../model/errors.ts';
import type { HostNews, Outcome } from '../../model/frontier.ts';
import { nowInPostgres } from '../../store/leader-lease.ts';
import type { PostgresState } from '../postgres-state.ts';
import { chargesOf, type SettledCounts } from '../sqlite/settle-visits.ts';
import { requeued, stateCodes } from '../url-row.ts';
import { changeLanes, type DueLane, type LaneChange } from './host-slots.ts';
import { storeNews } from './hosts.ts';
import { takePlaces } from './queue-positions.ts';

/** A worker keeps a host for this many visits, for this long, and while its pause is no longer than this. */
const turnVisits = 10;
const turnMs = 30_000;
const keptPauseMs = 2000;
/** Those who wait for a host come for it within this time. */
const keptForMs = 3000;

export interface SettleDraft {
  readonly outcomes: readonly Outcome[];
  readonly stored: readonly HostNews[];
  readonly givenBack: readonly number[];
  readonly due: readonly DueLane[];
}

/** Hosts whose lanes a transaction that settles now would write. */
export function hostsToSettle({ taken, lanes, news, held }: PostgresState): number[] {
  const hosts = new Set<number>([...news.keys(), ...held.keys()]);
  for (const { slot, url, isFinished } of taken.values()) {
    if (!isFinished) continue;
    hosts.add(lanes.host[slot >> 1]!);
    if (url.via !== null) hosts.add(url.via.host);
  }
  return [...hosts];
}

/** The lanes are locked already (`lockLanes`). */
export async function settlePostgres(
  state: PostgresState,
  client: pg.ClientBase,
  outcomes: readonly Outcome[],
): Promise<SettledCounts & { readonly draft: SettleDraft }> {
  requireFinished(state, outcomes);
  const stored = [...state.news.values()];
  const over = hostsToGiveBack(state, outcomes);
  const written = new Set([...stored.map(({ host }) => host), ...outcomes.map(({ visit }) => visit.host), ...over]);
  // Hosts before leases, as in a look: two workers never wait for each other crosswise.
  await client.query('SELECT 1 FROM host WHERE host_id = ANY($1::bigint[]) ORDER BY host_id FOR UPDATE', [
    [...written],
  ]);
  const wanted = await requireLeases(state, client, new Set(outcomes.map(({ visit }) => visit.host)));
  const givenBack = [...new Set([...over, ...idleHosts(state, outcomes).filter((host) => wanted.has(host))])];
  await settleUrls(state, client, outcomes);
  await storeNews(client, await newsOfOurs(state, client, stored));
  const due = await changeLanes(state, client, { changes: changesOf(outcomes), also: [...written], isMoment: true });
  if (wanted.size > 0) await keepForOthers(state, client, givenBack);
  if (givenBack.length > 0)
    await client.query('DELETE FROM lease WHERE host_id = ANY($1::bigint[]) AND holder = $2', [
      givenBack,
      state.sharing.holder,
    ]);
  const count = (wanted: Outcome['state']) => outcomes.filter((outcome) => outcome.state === wanted).length;
  const draft = { outcomes, stored, givenBack, due };
  return { done: count('done'), failed: count('failed'), refused: count('refused'), draft };
}

function requireFinished({ taken, voided }: PostgresState, outcomes: readonly Outcome[]): void {
  const lost = outcomes.filter(({ visit }) => voided.delete(visit.fingerprint)).map(({ visit }) => visit.host);
  if (lost.length > 0) throw leaseLost([...new Set(lost)]);
  for (const { visit } of outcomes)
    if (taken.get(visit.fingerprint)?.isFinished !== true)
      throw new Error(`${visit.url} is settled without having been finished`);
}

/** Hosts of which nothing is left with us once these visits are settled. */
function idleHosts({ held, lanes, clock }: PostgresState, outcomes: readonly Outcome[]): number[] {
  const settled = new Map<number, number>();
  for (const { visit } of outcomes) settled.set(visit.host, (settled.get(visit.host) ?? 0) + 1);
  return [...held].flatMap(([host, { isLost }]) => {
    const lane = lanes.laneOf(host);
    const left = lanes.taken[2 * lane]! + lanes.taken[2 * lane + 1]! - (settled.get(host) ?? 0);
    return clock.isOut(lane) || left > 0 || isLost ? [] : [host];
  });
}

/** Those of them whose turn is over. */
function hostsToGiveBack(state: PostgresState, outcomes: readonly Outcome[]): number[] {
  const { held, lanes, nowMs } = state;
  return idleHosts(state, outcomes).filter((host) => {
    const lane = lanes.laneOf(host);
    const { visits, sinceMs } = held.get(host)!;
    const hasMore = state.queues.head(2 * lane) !== null || state.queues.head(2 * lane + 1) !== null;
    const isOver = visits >= turnVisits || nowMs - sinceMs > turnMs || lanes.nextAtMs[lane]! - nowMs > keptPauseMs;
    return !hasMore || isOver;
  });
}

/** Nobody's lease, which only those may take who asked for the host (host-turns.ts): crawls are quicker to look than they. */
async function keepForOthers(
  { sharing }: PostgresState,
  client: pg.ClientBase,
  hosts: readonly number[],
): Promise<void> {
  await client.query(
    `UPDATE lease SET holder = '', task_id = 0, rest_ms = 0, is_wanted = false, until_ms = ${nowInPostgres} + ${keptForMs}
    WHERE host_id = ANY($1::bigint[]) AND holder = $2 AND is_wanted`,
    [hosts, sharing.holder],
  );
}

/** Whoever else has the host by now has a lease with a greater epoch: what we did there does not count. Answers with those somebody waits for. */
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
    `${lost.length} hosts have gone to another worker, since this one did not say anything for too long; its visits there do not count.`,
    { retry: true, facts: { hosts: lost.join(' ') } },
  );
}

/** The hosts an error `crawl.lease-lost` names. */
export function lostHosts({ facts }: GeotrawlError): readonly number[] {
  return String(facts.hosts).split(' ').map(Number);
}

/** Pace of hosts another worker has is that worker's to tell. */
async function newsOfOurs(
  { sharing }: PostgresState,
  client: pg.ClientBase,
  news: readonly HostNews[],
): Promise<readonly HostNews[]> {
  if (news.length === 0) return news;
  const { rows } = await client.query<{ host: number }>(
    'SELECT host_id AS host FROM lease WHERE host_id = ANY($1::bigint[]) AND holder <> $2',
    [news.map(({ host }) => host), sharing.holder],
  );
  const others = new Set(rows.map(({ host }) => host));
  return others.size === 0 ? news : news.filter(({ host }) => !others.has(host));
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
  const first = await takePlaces(state.places, client, retries);
  const inOrder = [...outcomes].sort(
    ({ visit: one }, { visit: other }) => one.host - other.host || one.fingerprint - other.fingerprint,
  );
  let place = first;
  // A retry goes to the end of its class: the host has other pages to show meanwhile.
  const ords = inOrder.map(({ visit, state: end }) =>
    end === 'retry' ? requeued(taken.get(visit.fingerprint)!.url.ord, place++) : null,
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
  if (rowCount !== outcomes.length) throw new Error(`${outcomes.length - (rowCount ?? 0)} visits are settled twice`);
}

function changesOf(outcomes: readonly Outcome[]): readonly LaneChange[] {
  const changes = new Map<number, LaneChange>();
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
