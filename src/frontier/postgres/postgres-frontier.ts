// The frontier in PostgreSQL, for one worker of many: leased hosts in memory, under the same clock as on SQLite.
//
// A worker leases hosts that are due, a few at a time and for a few visits each, and reads the heads of their queues with
// them. Until it settles a visit nothing of it is written, and settling requires that the host is still the worker's: a
// lease has an epoch that grows each time the host changes hands. What a worker that was away too long did is void, with
// everything that came of it, since it is all one transaction.

import { fingerprint } from '../../base/text/fingerprint.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type {
  Frontier,
  FrontierCounts,
  HostNews,
  HostState,
  Offer,
  OfferResult,
  Outcome,
  Room,
  Visit,
  VisitRef,
} from '../../model/frontier.ts';
import type { Transaction } from '../../model/store.ts';
import { clientOf, type PostgresStore } from '../../store/postgres/postgres.ts';
import { pageBudget } from '../budgets.ts';
import type { FrontierOptions } from '../frontier-state.ts';
import { poolIndex } from '../host-slots.ts';
import { giveBack, leaseVisits } from '../lease-visits.ts';
import {
  forgetHost,
  isIdle,
  loseHost,
  makePostgresState,
  type PostgresState,
  type SharingOptions,
} from '../postgres-state.ts';
import { maxChain } from '../url-row.ts';
import { type OfferDraft, takeOffersPostgres } from './add-offers.ts';
import { type DueLane, lockLanes } from './host-slots.ts';
import { readHost } from './hosts.ts';
import { lookForHosts } from './lease-due-hosts.ts';
import { breakLeases, extendLeases, giveBackAll } from './leases.ts';
import { reloadQueues } from './load-queues.ts';
import { hostsToSettle, lostHosts, requireLeases, type SettleDraft, settlePostgres } from './settle-visits.ts';
import { createTurns, type Turns } from './site-turns.ts';

export type { SharingOptions } from '../postgres-state.ts';

/** Any number of workers may open the same task, each with a name of its own (`holder`). */
export async function openPostgresFrontier(
  store: PostgresStore,
  task: number,
  options: FrontierOptions & SharingOptions,
): Promise<Frontier> {
  const state = makePostgresState(store, task, options);
  if (options.unclean === true) await breakLeases(state, options.nowMs);
  await lookForHosts(state, { page: 0, probe: 0 }, options.nowMs);
  const { requestsPerAddress = 4, addressSpacingMs = 250 } = options;
  const rules = {
    hostsPerSite: state.hostsPerSite,
    requestsPerAddress,
    addressSpacingMs,
    longestMs: 2 * state.sharing.leaseMs,
  };
  const siteOf = (host: number) => {
    const lane = state.lanes.laneOf(host);
    return lane < 0 ? null : state.lanes.site[lane]!;
  };
  return new PostgresFrontier(state, createTurns(store, rules, siteOf));
}

const wayTo = `
  WITH RECURSIVE way AS (
    SELECT 1 AS place, host_id, path, via_host, via_fp FROM url WHERE task_id = $1 AND host_id = $2 AND fp = $3
    UNION ALL
    SELECT place + 1, url.host_id, url.path, url.via_host, url.via_fp FROM way
    JOIN url ON url.task_id = $1 AND url.host_id = way.via_host AND url.fp = way.via_fp WHERE place < ${maxChain})
  SELECT key || path AS url FROM way JOIN host USING(host_id) ORDER BY place DESC`;

interface Draft {
  readonly offered: OfferDraft;
  settled: SettleDraft | null;
  areLanesLocked: boolean;
}

class PostgresFrontier implements Frontier {
  readonly #state: PostgresState;
  readonly #turns: Turns;
  #draft: Draft | null = null;
  #counts: { readonly counts: FrontierCounts; readonly atMs: number } | null = null;

  constructor(state: PostgresState, turns: Turns) {
    this.#state = state;
    this.#turns = turns;
  }

  async offer(transaction: Transaction, offers: readonly Offer[]): Promise<OfferResult> {
    const draft = this.#draftOf(transaction);
    const alsoLocked = draft.areLanesLocked ? [] : hostsToSettle(this.#state);
    draft.areLanesLocked = true;
    const drafted = { draft: draft.offered, alsoLocked };
    return takeOffersPostgres(this.#state, clientOf(transaction), offers, drafted);
  }

  async settle(transaction: Transaction, outcomes: readonly Outcome[]): Promise<void> {
    const client = clientOf(transaction);
    const draft = this.#draftOf(transaction);
    if (!draft.areLanesLocked) await lockLanes(this.#state, client, hostsToSettle(this.#state));
    draft.areLanesLocked = true;
    try {
      const { draft: settled, done, failed, refused } = await settlePostgres(this.#state, client, outcomes);
      draft.settled = settled;
      if (done + failed + refused > 0)
        await client.query(
          'UPDATE task SET done = done + $2, failed = failed + $3, refused = refused + $4 WHERE task_id = $1',
          [this.#state.task, done, failed, refused],
        );
    } catch (error) {
      if (error instanceof GeotrawlError && error.code === 'crawl.lease-lost')
        for (const host of lostHosts(error)) loseHost(this.#state, host);
      throw error;
    }
  }

  async confirm(transaction: Transaction, visit: Visit): Promise<void> {
    await requireLeases(this.#state, clientOf(transaction), new Set([visit.host]));
  }

  holds({ host }: Visit, nowMs: number): boolean {
    const held = this.#state.held.get(host);
    return held !== undefined && !held.isLost && nowMs < held.untilMs;
  }

  async lease(room: Room, nowMs: number): Promise<readonly Visit[]> {
    const state = this.#state;
    state.nowMs = Math.max(state.nowMs, nowMs);
    state.clock.advance(nowMs);
    // A process that was put to sleep finds its leases run out; what it may still keep, the database knows.
    const isLate = [...state.held.values()].some(({ untilMs }) => untilMs - nowMs < state.sharing.leaseMs / 4);
    if (isLate) await this.tend(nowMs);
    await reloadQueues(state);
    if (this.#isLookDue(room, nowMs)) await lookForHosts(state, room, nowMs);
    const visits = leaseVisits(state, room, nowMs);
    for (const { host } of visits) state.held.get(host)!.visits++;
    return visits;
  }

  release(visit: Visit, nextAtMs: number): void {
    giveBack(this.#state, visit, nextAtMs);
    this.#cameBack(visit);
  }

  finish(visit: Visit, nextAtMs: number): void {
    const { taken, lanes, news, clock } = this.#state;
    const url = taken.get(visit.fingerprint);
    if (url === undefined || url.isFinished) throw new Error(`${visit.url} is finished but was not out`);
    url.isFinished = true;
    const lane = lanes.laneOf(visit.host);
    clock.comeBack(lane, nextAtMs);
    news.set(visit.host, { ...news.get(visit.host), host: visit.host, nextAtMs: lanes.nextAtMs[lane]! });
    this.#cameBack(visit);
  }

  learn(news: HostNews): void {
    this.#state.news.set(news.host, { ...this.#state.news.get(news.host), ...news });
    const lane = this.#state.lanes.laneOf(news.host);
    if (lane >= 0) this.#state.clock.setNextAt(lane, news.nextAtMs);
  }

  enter(host: number, address: string, nowMs: number): Promise<boolean> {
    return this.#turns.enter(host, address, nowMs);
  }

  leave(host: number, address: string): Promise<void> {
    return this.#turns.leave(host, address);
  }

  addressFreeAtMs(address: string, nowMs: number): number {
    return this.#turns.freeAtMs(address, nowMs);
  }

  async hostState(host: number): Promise<HostState | null> {
    const known = await readHost(this.#state, host);
    if (known === null) return null;
    const { lanes, clock, news, held, budgets, hostsPerSite, nowMs } = this.#state;
    const { row, robots, spent, services, waiting, isLeased, siteBusy } = known;
    const lane = lanes.laneOf(host);
    const heard = news.get(host);
    const nextAtMs = lane < 0 ? (heard?.nextAtMs ?? row.nextAtMs) : lanes.nextAtMs[lane]!;
    const idle = [...held.keys()].filter((one) => !clock.isOut(lanes.laneOf(one)));
    const ownIdle = idle.filter((one) => lanes.site[lanes.laneOf(one)] === fingerprint(row.site)).length;
    const isFull = siteBusy - ownIdle >= hostsPerSite;
    return {
      ...row,
      robots: heard?.robots ?? robots,
      // What was learned and not yet stored is newer than the row.
      ...heard,
      ...{ nextAtMs, pending: waiting, spent, services, budget: pageBudget(budgets, services) },
      isOut: lane < 0 ? isLeased : clock.isOut(lane),
      isHeldBySite: lane < 0 ? !isLeased && isFull && nextAtMs <= nowMs && waiting > 0 : clock.isHeldBySite(lane),
    };
  }

  async hostByKey(key: string): Promise<HostState | null> {
    const [row] = await this.#state.store.query<{ host: number }>('SELECT host_id AS host FROM host WHERE key = $1', [
      key,
    ]);
    return row === undefined ? null : this.hostState(row.host);
  }

  async chain(visit: VisitRef, transaction?: Transaction): Promise<readonly string[]> {
    const values = [this.#state.task, visit.host, visit.fingerprint];
    const rows = transaction
      ? (await clientOf(transaction).query<{ url: string }>(wayTo, values)).rows
      : await this.#state.store.query<{ url: string }>(wayTo, values);
    return rows.map(({ url }) => url);
  }

  nextDueMs(room?: Room): number | null {
    const { clock, dueMs, lookedMs, isStale, sharing, nowMs } = this.#state;
    const hasRoom = (pool: number) => room === undefined || (pool === 0 ? room.page : room.probe) > 0;
    const elsewhere = [0, 1].filter(hasRoom).map((pool) => (isStale ? nowMs : dueMs[pool]!));
    const looked = Math.max(Math.min(Number.POSITIVE_INFINITY, ...elsewhere), lookedMs + sharing.lookEveryMs);
    const earliest = Math.min(clock.nextDueMs(hasRoom) ?? Number.POSITIVE_INFINITY, looked);
    return Number.isFinite(earliest) ? earliest : null;
  }

  async counts(): Promise<FrontierCounts> {
    const { store, task, budgets, nowMs, sharing } = this.#state;
    if (this.#counts !== null && nowMs - this.#counts.atMs < sharing.countEveryMs) return this.#counts.counts;
    const [row] = await store.query<FrontierCounts>(
      `SELECT done, failed, refused, hosts, coalesce(pending, 0) AS pending, coalesce(held, 0) AS held
      FROM (SELECT done, failed, refused FROM task WHERE task_id = $1) AS counted,
        (SELECT count(*) AS hosts, sum(least(pages, left_over) + probes) AS pending,
          sum(greatest(0, pages - left_over)) AS held
        FROM (SELECT pages, probes, greatest(0, $2::bigint + $3::bigint * services - spent) AS left_over
          FROM lane WHERE task_id = $1) AS lanes) AS summed`,
      [task, pageBudget(budgets, 0), budgets.pagesPerService],
    );
    if (row === undefined) throw new Error(`task ${task} is not in this database`);
    this.#counts = { counts: row, atMs: nowMs };
    return row;
  }

  async tend(nowMs: number): Promise<void> {
    this.#state.nowMs = Math.max(this.#state.nowMs, nowMs);
    await extendLeases(this.#state, nowMs);
  }

  look(): void {
    this.#state.isStale = true;
  }

  async close(): Promise<void> {
    await giveBackAll(this.#state);
  }

  #isLookDue(room: Room, nowMs: number): boolean {
    const { dueMs, isStale, lookedMs, sharing } = this.#state;
    if (room.page <= 0 && room.probe <= 0) return false;
    if (nowMs < lookedMs + sharing.lookEveryMs) return false;
    return isStale || (room.page > 0 && dueMs[0] <= nowMs) || (room.probe > 0 && dueMs[1] <= nowMs);
  }

  #cameBack({ host }: Visit): void {
    const state = this.#state;
    const lane = state.lanes.laneOf(host);
    if (state.fullSites.has(state.lanes.site[lane]!)) state.isStale = true;
    if (state.held.get(host)?.isLost === true && isIdle(state, lane)) forgetHost(state, host);
  }

  #draftOf(transaction: Transaction): Draft {
    if (this.#draft !== null) return this.#draft;
    const offered = { hosts: new Map<string, number>(), known: [], touched: new Set<number>(), due: [] };
    const draft: Draft = { offered, settled: null, areLanesLocked: false };
    this.#draft = draft;
    transaction.onEnd((committed) => {
      this.#draft = null;
      if (committed) this.#apply(draft);
    });
    return draft;
  }

  /** Memory follows what was committed. */
  #apply({ offered, settled }: Draft): void {
    const state = this.#state;
    for (const [key, host] of offered.hosts) state.ids.set(key, host);
    for (const { url, depth, cls } of offered.known) state.known.remember(fingerprint(url), depth, cls);
    for (const host of offered.touched) if (state.held.has(host)) state.dirty.add(host);
    this.#counts = state.sharing.countEveryMs === 0 ? null : this.#counts;
    if (settled !== null) applySettled(state, settled);
    for (const lane of [...offered.due, ...(settled?.due ?? [])]) noteDue(state, lane);
  }
}

/** A host somebody else has looks due as well; the next look knows. */
function noteDue({ held, dueMs: due }: PostgresState, { host, dueMs, hasPage, hasProbe }: DueLane): void {
  if (held.has(host)) return;
  if (hasPage) due[0] = Math.min(due[0], dueMs);
  if (hasProbe) due[1] = Math.min(due[1], dueMs);
}

function applySettled(state: PostgresState, { outcomes, stored, givenBack }: SettleDraft): void {
  const { lanes, taken, clock, dirty } = state;
  for (const { visit, state: end, found } of outcomes) {
    const lane = lanes.laneOf(visit.host);
    const slot = 2 * lane + poolIndex[visit.pool];
    taken.delete(visit.fingerprint);
    lanes.taken[slot]!--;
    lanes.pending[slot]!--;
    if (end === 'retry') dirty.add(visit.host);
    const isSpent = visit.pool === 'page' && (end === 'done' || end === 'failed');
    if (isSpent) lanes.spent[lane]!++;
    lanes.services[lane]! += found;
    clock.place(lane);
  }
  for (const news of stored) if (state.news.get(news.host) === news) state.news.delete(news.host);
  for (const host of givenBack) forgetHost(state, host);
}
