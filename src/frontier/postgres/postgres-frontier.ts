// The frontier in PostgreSQL, for one worker of many: leased hosts in memory, under the same clock as on SQLite. A worker leases
// due hosts, a few at a time and for a few visits each, and reads the heads of their queues with them. Nothing of a visit is
// written until it is settled, and settling requires that the host is still leased to the worker: a lease has an epoch that grows
// each time the host changes hands. The work of a worker that was away too long is void, with everything derived from it, since
// it is all one transaction.

import { fingerprint } from '../../base/text/fingerprint.ts';
import type {
  Capacity,
  Frontier,
  FrontierCounts,
  HostState,
  HostUpdate,
  Offer,
  OfferResult,
  Outcome,
  Visit,
  VisitRef,
} from '../../model/frontier.ts';
import type { Transaction } from '../../model/store.ts';
import { clientOf, type PostgresStore } from '../../store/postgres/postgres.ts';
import { pageBudget } from '../budgets.ts';
import { poolIndex } from '../host-slots.ts';
import type { FrontierOptions } from '../sqlite/frontier-state.ts';
import { leaseVisits, releaseVisit } from '../sqlite/lease-visits.ts';
import { maxChain } from '../url-row.ts';
import { addOffersPostgres, type PendingOffers } from './add-offers.ts';
import {
  forgetHost,
  isIdle,
  loseHost,
  makePostgresState,
  type PostgresState,
  type SharingOptions,
} from './frontier-state.ts';
import { type DueHostSlot, lockHostSlots } from './host-slots.ts';
import { readHost } from './hosts.ts';
import { leaseDueHosts } from './lease-due-hosts.ts';
import { breakLeases, extendLeases, releaseAllHosts } from './leases.ts';
import { reloadQueues } from './load-queues.ts';
import { hostsToSettle, lostHosts, type PendingSettlements, requireLeases, settlePostgres } from './settle-visits.ts';
import { createSiteTurns, type SiteTurns } from './site-turns.ts';

export type { SharingOptions } from './frontier-state.ts';

/** Any number of workers may open the same task, each with a unique name (`holder`). */
export async function openPostgresFrontier(
  store: PostgresStore,
  task: number,
  options: FrontierOptions & SharingOptions,
): Promise<Frontier> {
  const state = makePostgresState(store, task, options);
  if (options.unclean === true) await breakLeases(state, options.nowMs);
  await leaseDueHosts(state, { page: 0, probe: 0 }, options.nowMs);
  const { requestsPerAddress = 4, addressSpacingMs = 250 } = options;
  const rules = {
    hostsPerSite: state.hostsPerSite,
    requestsPerAddress,
    addressSpacingMs,
    longestMs: 2 * state.sharing.leaseMs,
  };
  const siteOf = (host: number) => {
    const slot = state.slots.slotOf(host);
    return slot < 0 ? null : state.slots.site[slot]!;
  };
  return new PostgresFrontier(state, createSiteTurns(store, rules, siteOf));
}

const pathTo = `
  WITH RECURSIVE way AS (
    SELECT 1 AS place, host_id, path, via_host, via_fp FROM url WHERE task_id = $1 AND host_id = $2 AND fp = $3
    UNION ALL
    SELECT place + 1, url.host_id, url.path, url.via_host, url.via_fp FROM way
    JOIN url ON url.task_id = $1 AND url.host_id = way.via_host AND url.fp = way.via_fp WHERE place < ${maxChain})
  SELECT key || path AS url FROM way JOIN host USING(host_id) ORDER BY place DESC`;

interface PendingWork {
  readonly offered: PendingOffers;
  settled: PendingSettlements | null;
  areSlotsLocked: boolean;
}

class PostgresFrontier implements Frontier {
  readonly #state: PostgresState;
  readonly #turns: SiteTurns;
  #pending: PendingWork | null = null;
  #counts: { readonly counts: FrontierCounts; readonly atMs: number } | null = null;

  constructor(state: PostgresState, turns: SiteTurns) {
    this.#state = state;
    this.#turns = turns;
  }

  async offer(transaction: Transaction, offers: readonly Offer[]): Promise<OfferResult> {
    const pending = this.#pendingOf(transaction);
    const alsoLocked = pending.areSlotsLocked ? [] : hostsToSettle(this.#state);
    pending.areSlotsLocked = true;
    const context = { pending: pending.offered, alsoLocked };
    return addOffersPostgres(this.#state, clientOf(transaction), offers, context);
  }

  async settle(transaction: Transaction, outcomes: readonly Outcome[]): Promise<void> {
    const client = clientOf(transaction);
    const pending = this.#pendingOf(transaction);
    if (!pending.areSlotsLocked) await lockHostSlots(this.#state, client, hostsToSettle(this.#state));
    pending.areSlotsLocked = true;
    try {
      const { pending: settled, done, failed, refused } = await settlePostgres(this.#state, client, outcomes);
      pending.settled = settled;
      if (done + failed + refused > 0)
        await client.query(
          'UPDATE task SET done = done + $2, failed = failed + $3, refused = refused + $4 WHERE task_id = $1',
          [this.#state.task, done, failed, refused],
        );
    } catch (error) {
      for (const host of lostHosts(error) ?? []) loseHost(this.#state, host);
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

  async lease(room: Capacity, nowMs: number): Promise<readonly Visit[]> {
    const state = this.#state;
    state.nowMs = Math.max(state.nowMs, nowMs);
    state.clock.advance(nowMs);
    // A process that was suspended finds its leases expired; the database knows which ones it may keep.
    const isLate = [...state.held.values()].some(({ untilMs }) => untilMs - nowMs < state.sharing.leaseMs / 4);
    if (isLate) await this.tend(nowMs);
    await reloadQueues(state);
    if (this.#isLookDue(room, nowMs)) await leaseDueHosts(state, room, nowMs);
    const visits = leaseVisits(state, room, nowMs);
    for (const { host } of visits) state.held.get(host)!.visits++;
    return visits;
  }

  release(visit: Visit, nextAtMs: number): void {
    releaseVisit(this.#state, visit, nextAtMs);
    this.#hostReturned(visit);
  }

  finish(visit: Visit, nextAtMs: number): void {
    const { taken, slots, news, clock } = this.#state;
    const url = taken.get(visit.fingerprint);
    if (url === undefined || url.isFinished) throw new Error(`${visit.url} was finished but not handed out`);
    url.isFinished = true;
    const slot = slots.slotOf(visit.host);
    clock.endVisit(slot, nextAtMs);
    news.set(visit.host, { ...news.get(visit.host), host: visit.host, nextAtMs: slots.nextAtMs[slot]! });
    this.#hostReturned(visit);
  }

  learn(news: HostUpdate): void {
    this.#state.news.set(news.host, { ...this.#state.news.get(news.host), ...news });
    const slot = this.#state.slots.slotOf(news.host);
    if (slot >= 0) this.#state.clock.setNextAt(slot, news.nextAtMs);
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
    const { slots, clock, news, held, budgets, hostsPerSite, nowMs } = this.#state;
    const { row, robots, spent, services, waiting, isLeased, siteBusy } = known;
    const slot = slots.slotOf(host);
    const update = news.get(host);
    const nextAtMs = slot < 0 ? (update?.nextAtMs ?? row.nextAtMs) : slots.nextAtMs[slot]!;
    const idle = [...held.keys()].filter((one) => !clock.isOut(slots.slotOf(one)));
    const ownIdle = idle.filter((one) => slots.site[slots.slotOf(one)] === fingerprint(row.site)).length;
    const isFull = siteBusy - ownIdle >= hostsPerSite;
    return {
      ...row,
      robots: update?.robots ?? robots,
      // What was learned and not yet stored is newer than the row.
      ...update,
      nextAtMs,
      pending: waiting,
      spent,
      services,
      budget: pageBudget(budgets, services),
      isOut: slot < 0 ? isLeased : clock.isOut(slot),
      isHeldBySite: slot < 0 ? !isLeased && isFull && nextAtMs <= nowMs && waiting > 0 : clock.isHeldBySite(slot),
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
      ? (await clientOf(transaction).query<{ url: string }>(pathTo, values)).rows
      : await this.#state.store.query<{ url: string }>(pathTo, values);
    return rows.map(({ url }) => url);
  }

  nextDueMs(room?: Capacity): number | null {
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
    await releaseAllHosts(this.#state);
  }

  #isLookDue(room: Capacity, nowMs: number): boolean {
    const { dueMs, isStale, lookedMs, sharing } = this.#state;
    if (room.page <= 0 && room.probe <= 0) return false;
    if (nowMs < lookedMs + sharing.lookEveryMs) return false;
    return isStale || (room.page > 0 && dueMs[0] <= nowMs) || (room.probe > 0 && dueMs[1] <= nowMs);
  }

  #hostReturned({ host }: Visit): void {
    const state = this.#state;
    const slot = state.slots.slotOf(host);
    if (state.fullSites.has(state.slots.site[slot]!)) state.isStale = true;
    if (state.held.get(host)?.isLost === true && isIdle(state, slot)) forgetHost(state, host);
  }

  #pendingOf(transaction: Transaction): PendingWork {
    if (this.#pending !== null) return this.#pending;
    const offered = { hosts: new Map<string, number>(), known: [], touched: new Set<number>(), due: [] };
    const pending: PendingWork = { offered, settled: null, areSlotsLocked: false };
    this.#pending = pending;
    transaction.onEnd((committed) => {
      this.#pending = null;
      if (committed) this.#apply(pending);
    });
    return pending;
  }

  /** Memory is updated after the commit. */
  #apply({ offered, settled }: PendingWork): void {
    const state = this.#state;
    for (const [key, host] of offered.hosts) state.ids.set(key, host);
    for (const { url, depth, cls } of offered.known) state.known.remember(fingerprint(url), depth, cls);
    for (const host of offered.touched) if (state.held.has(host)) state.dirty.add(host);
    this.#counts = state.sharing.countEveryMs === 0 ? null : this.#counts;
    if (settled !== null) applySettled(state, settled);
    for (const slot of [...offered.due, ...(settled?.due ?? [])]) noteDue(state, slot);
  }
}

/** A host leased by another worker looks due as well; the next query resolves it. */
function noteDue({ held, dueMs: due }: PostgresState, { host, dueMs, hasPage, hasProbe }: DueHostSlot): void {
  if (held.has(host)) return;
  if (hasPage) due[0] = Math.min(due[0], dueMs);
  if (hasProbe) due[1] = Math.min(due[1], dueMs);
}

function applySettled(state: PostgresState, { outcomes, stored, released }: PendingSettlements): void {
  const { slots, taken, clock, dirty } = state;
  for (const { visit, state: end, found } of outcomes) {
    const slot = slots.slotOf(visit.host);
    const queue = 2 * slot + poolIndex[visit.pool];
    taken.delete(visit.fingerprint);
    slots.taken[queue]!--;
    slots.pending[queue]!--;
    if (end === 'retry') dirty.add(visit.host);
    const isSpent = visit.pool === 'page' && (end === 'done' || end === 'failed');
    if (isSpent) slots.spent[slot]!++;
    slots.services[slot]! += found;
    clock.place(slot);
  }
  for (const news of stored) if (state.news.get(news.host) === news) state.news.delete(news.host);
  for (const host of released) forgetHost(state, host);
}
