// The frontier on SQLite: URLs in the file, only the host clock in memory.
//
// Memory is changed by a transaction's end alone (`Transaction.onEnd`), so a rollback leaves it as it was. Leasing writes
// nothing: a URL stays pending in the file until the transaction that settles it, and `taken` keeps it from being handed
// out twice meanwhile.
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
import { readSqlite } from '../../store/sqlite/read.ts';
import { databaseOf, type SqliteStore } from '../../store/sqlite/sqlite.ts';
import { AddressLimits } from '../address-limits.ts';
import { applyDraft, dropDraft } from '../apply-draft.ts';
import { type FrontierOptions, type FrontierState, openState } from '../frontier-state.ts';
import { countWaiting, readHostState } from '../host-state.ts';
import { giveBack, leaseVisits } from '../lease-visits.ts';
import { takeOffers } from '../take-offers.ts';
import { openLanes } from './load-host-slots.ts';
import { type Draft, makeDraft } from './pending-changes.ts';
import { settleVisits } from './settle-visits.ts';

export type { FrontierOptions } from '../frontier-state.ts';

/** One process at a time works on a task: claim it first (`claimTask`). */
export async function openSqliteFrontier(
  store: SqliteStore,
  task: number,
  options: FrontierOptions,
): Promise<Frontier> {
  const state = openState(store, task, options);
  openLanes(state, store.database, options);
  return new SqliteFrontier(state, options);
}

class SqliteFrontier implements Frontier {
  readonly #state: FrontierState;
  readonly #addresses: AddressLimits;

  constructor(state: FrontierState, options: FrontierOptions) {
    this.#state = state;
    const { requestsPerAddress = 4, addressSpacingMs = 250 } = options;
    this.#addresses = options.addresses ?? new AddressLimits({ requestsPerAddress, addressSpacingMs });
  }

  async offer(transaction: Transaction, offers: readonly Offer[]): Promise<OfferResult> {
    const draft = this.#draft(transaction);
    const hostsBefore = draft.newHosts;
    const result = takeOffers(this.#state, draft, offers);
    if (result.added > 0) {
      this.#count(transaction, 'seq = ?, hosts = hosts + ?', this.#state.sequence, draft.newHosts - hostsBefore);
    }
    return result;
  }

  async settle(transaction: Transaction, outcomes: readonly Outcome[]): Promise<void> {
    const { done, failed, refused } = settleVisits(this.#state, this.#draft(transaction), outcomes);
    const counted = 'seq = ?, done = done + ?, failed = failed + ?, refused = refused + ?';
    this.#count(transaction, counted, this.#state.sequence, done, failed, refused);
  }

  async lease(room: Room, nowMs: number): Promise<readonly Visit[]> {
    return leaseVisits(this.#state, room, nowMs);
  }

  release(visit: Visit, nextAtMs: number): void {
    giveBack(this.#state, visit, nextAtMs);
  }

  finish(visit: Visit, nextAtMs: number): void {
    const { taken, lanes, news } = this.#state;
    const url = taken.get(visit.fingerprint);
    if (url === undefined || url.isFinished) throw new Error(`${visit.url} is finished but was not out`);
    url.isFinished = true;
    const lane = lanes.laneOf(visit.host);
    this.#state.clock.comeBack(lane, nextAtMs);
    news.set(visit.host, { ...news.get(visit.host), host: visit.host, nextAtMs: lanes.nextAtMs[lane]! });
  }

  learn(news: HostNews): void {
    this.#state.news.set(news.host, { ...this.#state.news.get(news.host), ...news });
    const lane = this.#state.lanes.laneOf(news.host);
    if (lane >= 0) this.#state.clock.setNextAt(lane, news.nextAtMs);
  }

  async enter(_host: number, address: string, nowMs: number): Promise<boolean> {
    return this.#addresses.enter(address, nowMs);
  }

  async leave(_host: number, address: string): Promise<void> {
    this.#addresses.leave(address);
  }

  addressFreeAtMs(address: string, nowMs: number): number {
    return this.#addresses.freeAtMs(address, nowMs);
  }

  async hostState(host: number): Promise<HostState | null> {
    return readHostState(this.#state, host);
  }

  async hostByKey(key: string): Promise<HostState | null> {
    const { hosts, draft } = this.#state;
    // A host that an open transaction is adding may yet be rolled back.
    const host = draft?.hosts.has(key) === true ? null : readSqlite(() => hosts.idOf(key));
    return host === null ? null : readHostState(this.#state, host);
  }

  async chain(visit: VisitRef): Promise<readonly string[]> {
    return readSqlite(() => this.#state.urls.chain(visit));
  }

  nextDueMs(room?: Room): number | null {
    return this.#state.clock.nextDueMs((pool) => room === undefined || (pool === 0 ? room.page : room.probe) > 0);
  }

  async counts(): Promise<FrontierCounts> {
    return { ...this.#state.counts, ...countWaiting(this.#state) };
  }

  /** Nobody else hands out what is in this file: there is nothing to keep, to look for or to give back. */
  holds(): boolean {
    return true;
  }

  async confirm(): Promise<void> {}
  async tend(): Promise<void> {}
  look(): void {}
  async close(): Promise<void> {}

  /** Every change stores the sequence too, so that a later run goes on behind what this one queued. */
  #count(transaction: Transaction, changes: string, ...values: number[]): void {
    const update = databaseOf(transaction).prepare(`UPDATE task SET ${changes} WHERE task_id = ?`);
    update.run(...values, this.#state.task);
  }

  #draft(transaction: Transaction): Draft {
    const state = this.#state;
    if (state.draft !== null) return state.draft;
    const draft = makeDraft();
    state.draft = draft;
    state.templates.makeRoom();
    transaction.onEnd((committed) => {
      state.draft = null;
      if (committed) applyDraft(state, draft);
      else dropDraft(state, draft);
    });
    return draft;
  }
}
