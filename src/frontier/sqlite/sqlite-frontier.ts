// The frontier on SQLite: URLs in the file, only the host clock in memory. Memory changes only when a transaction ends
// (`Transaction.onEnd`), so a rollback leaves it as it was. Leasing writes nothing: a URL stays pending in the file until the
// transaction that settles it, and `taken` keeps it from being handed out twice meanwhile.
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
import { readSqlite } from '../../store/sqlite/read.ts';
import { databaseOf, type SqliteStore } from '../../store/sqlite/sqlite.ts';
import { AddressLimits } from '../address-limits.ts';
import { addOffers } from './add-offers.ts';
import { applyChanges, discardChanges } from './apply-changes.ts';
import { type FrontierOptions, type FrontierState, openState } from './frontier-state.ts';
import { countWaiting, readHostState } from './host-state.ts';
import { leaseVisits, releaseVisit } from './lease-visits.ts';
import { loadHostSlots } from './load-host-slots.ts';
import { createPendingChanges, type PendingChanges } from './pending-changes.ts';
import { settleVisits } from './settle-visits.ts';

export type { FrontierOptions } from './frontier-state.ts';

/** One process at a time works on a task: claim it first (`claimTask`). */
export async function openSqliteFrontier(
  store: SqliteStore,
  task: number,
  options: FrontierOptions,
): Promise<Frontier> {
  const state = openState(store, task, options);
  loadHostSlots(state, store.database, options);
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
    const pending = this.#draft(transaction);
    const hostsBefore = pending.newHosts;
    const result = addOffers(this.#state, pending, offers);
    if (result.added > 0) {
      this.#count(transaction, 'seq = ?, hosts = hosts + ?', this.#state.sequence, pending.newHosts - hostsBefore);
    }
    return result;
  }

  async settle(transaction: Transaction, outcomes: readonly Outcome[]): Promise<void> {
    const { done, failed, refused } = settleVisits(this.#state, this.#draft(transaction), outcomes);
    const counted = 'seq = ?, done = done + ?, failed = failed + ?, refused = refused + ?';
    this.#count(transaction, counted, this.#state.sequence, done, failed, refused);
  }

  async lease(room: Capacity, nowMs: number): Promise<readonly Visit[]> {
    return leaseVisits(this.#state, room, nowMs);
  }

  release(visit: Visit, nextAtMs: number): void {
    releaseVisit(this.#state, visit, nextAtMs);
  }

  finish(visit: Visit, nextAtMs: number): void {
    const { taken, slots, news } = this.#state;
    const url = taken.get(visit.fingerprint);
    if (url === undefined || url.isFinished) throw new Error(`${visit.url} was finished but not handed out`);
    url.isFinished = true;
    const slot = slots.slotOf(visit.host);
    this.#state.clock.endVisit(slot, nextAtMs);
    news.set(visit.host, { ...news.get(visit.host), host: visit.host, nextAtMs: slots.nextAtMs[slot]! });
  }

  learn(news: HostUpdate): void {
    this.#state.news.set(news.host, { ...this.#state.news.get(news.host), ...news });
    const slot = this.#state.slots.slotOf(news.host);
    if (slot >= 0) this.#state.clock.setNextAt(slot, news.nextAtMs);
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
    const { hosts, pending } = this.#state;
    // A host that an open transaction is adding may yet be rolled back.
    const host = pending?.hosts.has(key) === true ? null : readSqlite(() => hosts.idOf(key));
    return host === null ? null : readHostState(this.#state, host);
  }

  async chain(visit: VisitRef): Promise<readonly string[]> {
    return readSqlite(() => this.#state.urls.chain(visit));
  }

  nextDueMs(room?: Capacity): number | null {
    return this.#state.clock.nextDueMs((pool) => room === undefined || (pool === 0 ? room.page : room.probe) > 0);
  }

  async counts(): Promise<FrontierCounts> {
    return { ...this.#state.counts, ...countWaiting(this.#state) };
  }

  /** No other process hands out URLs of this file: there are no leases to renew, query or release. */
  holds(): boolean {
    return true;
  }

  async confirm(): Promise<void> {}
  async tend(): Promise<void> {}
  look(): void {}
  async close(): Promise<void> {}

  /** Every change stores the sequence too, so that a later run queues after this one. */
  #count(transaction: Transaction, changes: string, ...values: number[]): void {
    const update = databaseOf(transaction).prepare(`UPDATE task SET ${changes} WHERE task_id = ?`);
    update.run(...values, this.#state.task);
  }

  #draft(transaction: Transaction): PendingChanges {
    const state = this.#state;
    if (state.pending !== null) return state.pending;
    const pending = createPendingChanges();
    state.pending = pending;
    state.templates.makeRoom();
    transaction.onEnd((committed) => {
      state.pending = null;
      if (committed) applyChanges(state, pending);
      else discardChanges(state, pending);
    });
    return pending;
  }
}
