// Settles visits in one transaction: their state, the counts of their hosts, and the hosts' politeness updates.
import type { Outcome } from '../../model/frontier.ts';
import { requeued } from '../url-row.ts';
import type { FrontierState } from './frontier-state.ts';
import type { Account } from './host-table.ts';
import type { PendingChanges } from './pending-changes.ts';

export interface SettledCounts {
  readonly done: number;
  readonly failed: number;
  readonly refused: number;
}

export function settleVisits(
  state: FrontierState,
  pending: PendingChanges,
  outcomes: readonly Outcome[],
): SettledCounts {
  const counts = { done: 0, failed: 0, refused: 0 };
  const inTableOrder = [...outcomes].sort(
    ({ visit: one }, { visit: other }) => one.host - other.host || one.fingerprint - other.fingerprint,
  );
  for (const outcome of inTableOrder) {
    settleVisit(state, pending, outcome);
    if (outcome.state !== 'retry') counts[outcome.state]++;
  }
  for (const [host, change] of chargesOf(outcomes)) {
    state.hosts.charge(host, change);
    pending.charges.push({ host, change });
  }
  storeNews(state, pending);
  return counts;
}

function settleVisit(state: FrontierState, pending: PendingChanges, outcome: Outcome): void {
  const { visit, reason } = outcome;
  const taken = state.taken.get(visit.fingerprint);
  if (taken === undefined || !taken.isFinished) throw new Error(`${visit.url} was settled but not finished`);
  // A retry goes to the end of its class: the host has other pages meanwhile.
  const retryOrd = outcome.state === 'retry' ? requeued(taken.url.ord, ++state.sequence) : null;
  const settlement = { host: visit.host, fp: visit.fingerprint, state: outcome.state, reason, ord: retryOrd };
  const isStored = state.urls.settle({ ...settlement, tries: visit.tries + 1 });
  if (!isStored) throw new Error(`${visit.url} was settled twice`);
  pending.settled.push({ outcome, retryOrd });
}

/** A service counts for the host it is on and for the host whose link led to it: both are worth more pages. */
export function chargesOf(outcomes: readonly Outcome[]): ReadonlyMap<number, Account> {
  const charges = new Map<number, Account>();
  const add = (host: number, { spent, services, dry }: Account): void => {
    const sum = charges.get(host) ?? { spent: 0, services: 0, dry: 0 };
    charges.set(host, { spent: sum.spent + spent, services: sum.services + services, dry: sum.dry + dry });
  };
  for (const { visit, state, found } of outcomes) {
    const isSpent = visit.pool === 'page' && (state === 'done' || state === 'failed');
    if (isSpent || found > 0) add(visit.host, { spent: isSpent ? 1 : 0, services: found, dry: isSpent ? 1 : 0 });
    const via = visit.via?.host;
    if (found > 0 && via !== undefined && via !== visit.host) add(via, { spent: 0, services: found, dry: 0 });
  }
  return new Map([...charges].sort(([one], [other]) => one - other));
}

function storeNews(state: FrontierState, pending: PendingChanges): void {
  const news = [...state.news.values()].sort((one, other) => one.host - other.host);
  for (const one of news) {
    state.hosts.store(one);
    pending.stored.push(one);
  }
}
