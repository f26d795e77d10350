// The frontier on SQLite: URLs in the file, only the host clock in memory.
//
// Memory is changed by a transaction's end alone (`Transaction.onEnd`), so a rollback leaves it as it was. Leasing writes
// nothing: a URL stays pending in the file until the transaction that settles it, and `taken` keeps it from being handed
// out twice meanwhile.
import type { Frontier, HostNews, HostState } from '../model/frontier.ts';
import type { Transaction } from '../model/store.ts';
import { databaseOf, type SqliteStore } from '../store/sqlite.ts';
import { readSqlite } from '../store/sqlite-read.ts';
import { makeAddressLimits } from './address-limits.ts';
import { applyDraft, dropDraft } from './apply-draft.ts';
import { pageBudget } from './budgets.ts';
import { type Draft, makeDraft } from './draft.ts';
import { type FrontierOptions, type FrontierState, openState } from './frontier-state.ts';
import { leaseVisits, putBack } from './lease-visits.ts';
import { settleVisits } from './settle-visits.ts';
import { takeOffers } from './take-offers.ts';

export type { FrontierOptions } from './frontier-state.ts';

/** One process at a time works on a task: claim it first (`claimTask`). */
export async function openSqliteFrontier(
  store: SqliteStore,
  task: number,
  options: FrontierOptions,
): Promise<Frontier> {
  const state = openState(store, task, options);
  const addresses = makeAddressLimits({
    requestsPerAddress: options.requestsPerAddress ?? 4,
    addressSpacingMs: options.addressSpacingMs ?? 250,
  });
  const learn = (news: HostNews): void => {
    state.news.set(news.host, { ...state.news.get(news.host), ...news });
    const lane = state.lanes.laneOf(news.host);
    if (lane >= 0) state.clock.setNextAt(lane, news.nextAtMs);
  };
  const addCounts = prepareCounts(store, task);
  return {
    learn,
    offer: async (transaction, offers) => {
      const draft = draftOf(state, transaction);
      const hostsBefore = draft.newHosts;
      const result = takeOffers(state, draft, offers);
      if (result.added > 0) addCounts.offered(state.sequence, draft.newHosts - hostsBefore);
      return result;
    },
    settle: async (transaction, outcomes) => {
      addCounts.settled(state.sequence, settleVisits(state, draftOf(state, transaction), outcomes));
    },
    lease: async (room, nowMs) => leaseVisits(state, room, nowMs),
    release: (visit, nextAtMs) => {
      putBack(state, visit);
      state.clock.comeBack(state.lanes.laneOf(visit.host), nextAtMs);
    },
    finish: (visit, nextAtMs) => {
      const taken = state.taken.get(visit.fingerprint);
      if (taken === undefined || taken.isFinished) throw new Error(`${visit.url} is finished but was not out`);
      taken.isFinished = true;
      const lane = state.lanes.laneOf(visit.host);
      state.clock.comeBack(lane, nextAtMs);
      const news = { ...state.news.get(visit.host), host: visit.host, nextAtMs: state.lanes.nextAtMs[lane]! };
      state.news.set(visit.host, news);
    },
    enter: (_host, address, nowMs) => addresses.enter(address, nowMs),
    leave: (_host, address) => addresses.leave(address),
    addressFreeAtMs: (address, nowMs) => addresses.freeAtMs(address, nowMs),
    hostState: async (host) => readHostState(state, host),
    hostByKey: async (key) => {
      const host = readSqlite(() => state.hosts.idOf(key));
      return host === null ? null : readHostState(state, host);
    },
    chain: async (visit) => readSqlite(() => state.urls.chain(visit)),
    nextDueMs: (room) => {
      const hasRoom = (pool: number): boolean => room === undefined || (pool === 0 ? room.page : room.probe) > 0;
      return state.clock.nextDueMs(hasRoom);
    },
    counts: async () => ({ ...state.counts, ...countWaiting(state) }),
  };
}

function draftOf(state: FrontierState, transaction: Transaction): Draft {
  databaseOf(transaction);
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

/** Both statements store the sequence, so that a later run goes on behind what this one queued. */
function prepareCounts(store: SqliteStore, task: number) {
  const offered = store.database.prepare('UPDATE task SET seq = ?, hosts = hosts + ? WHERE task_id = ?');
  const settled = store.database.prepare(
    'UPDATE task SET seq = ?, done = done + ?, failed = failed + ?, refused = refused + ? WHERE task_id = ?',
  );
  return {
    offered: (sequence: number, hosts: number): void => void offered.run(sequence, hosts, task),
    settled: (sequence: number, counts: { done: number; failed: number; refused: number }): void =>
      void settled.run(sequence, counts.done, counts.failed, counts.refused, task),
  };
}

function readHostState(state: FrontierState, host: number): HostState | null {
  const row = readSqlite(() => state.hosts.row(host));
  if (row === null) return null;
  const { lanes, budgets } = state;
  const lane = lanes.laneOf(host);
  const account =
    lane < 0
      ? readSqlite(() => state.hosts.account(host))
      : { spent: lanes.spent[lane]!, services: lanes.services[lane]! };
  const news = state.news.get(host);
  return {
    ...row,
    robots: news?.robots ?? readSqlite(() => state.hosts.robots(host)),
    ...(news as Partial<HostState> | undefined),
    nextAtMs: lane < 0 ? (news?.nextAtMs ?? row.nextAtMs) : lanes.nextAtMs[lane]!,
    pending: lane < 0 ? 0 : lanes.pending[2 * lane]! + lanes.pending[2 * lane + 1]!,
    spent: account.spent,
    services: account.services,
    budget: pageBudget(budgets, account.services),
    isOut: lane >= 0 && state.clock.isOut(lane),
    isHeldBySite: lane >= 0 && state.clock.isHeldBySite(lane),
  };
}

/** Pages beyond what their host may still spend are held back, not pending: nobody will visit them. */
function countWaiting(state: FrontierState): { pending: number; held: number } {
  const { lanes, budgets } = state;
  let pending = 0;
  let held = 0;
  for (let lane = 0; lane < lanes.count; lane++) {
    const pages = lanes.pending[2 * lane]!;
    const left = Math.max(0, pageBudget(budgets, lanes.services[lane]!) - lanes.spent[lane]!);
    held += Math.max(0, pages - left);
    pending += Math.min(pages, left) + lanes.pending[2 * lane + 1]!;
  }
  return { pending, held };
}
