// Adds offered URLs: known ones cost nothing, traps and URLs over a budget are rejected, the rest is inserted.
import { fingerprint } from '../../base/text/fingerprint.ts';
import type { ErrorCode } from '../../model/errors.ts';
import type { Offer, OfferResult } from '../../model/frontier.ts';
import { type Budgets, isTrap, pageBudget, templateBudget, templateKey } from '../budgets.ts';
import type { HostSlotStart } from '../host-slots.ts';
import { poolIndex } from '../host-slots.ts';
import { type Candidate, ordOf } from '../url-row.ts';
import type { FrontierState } from './frontier-state.ts';
import type { Account } from './host-table.ts';
import type { PendingChanges } from './pending-changes.ts';

export interface Tally {
  added: number;
  known: number;
  readonly refused: Partial<Record<ErrorCode, number>>;
}

export function addOffers(state: FrontierState, pending: PendingChanges, offers: readonly Offer[]): OfferResult {
  const tally: Tally = { added: 0, known: 0, refused: {} };
  const candidates = selectCandidates(state, pending, offers, tally);
  // In table order, since the rows of one host share pages of the file (1.85 times faster than in order of arrival).
  candidates.sort((one, other) => one.host - other.host || one.fp - other.fp);
  for (const candidate of candidates) addCandidate(state, pending, candidate, tally);
  return tally;
}

function selectCandidates(
  state: FrontierState,
  pending: PendingChanges,
  offers: readonly Offer[],
  tally: Tally,
): Candidate[] {
  const hostOfUrl = makeHostFinder(state, pending);
  const isBeyondPage = makeLinkLimit(offers, state.budgets.linksPerPage);
  const candidates: Candidate[] = [];
  for (const offer of offers) {
    const fp = fingerprint(offer.url);
    if (state.known.covers(fp, offer.depth, offer.cls)) tally.known++;
    else if (isBeyondPage(offer) || isTrap(offer.url)) refuse(tally, 'policy.trap');
    else {
      const ord = ordOf(offer.cls, ++state.sequence);
      candidates.push({ offer, host: hostOfUrl(offer.url), fp, ord });
    }
  }
  return candidates;
}

/** Reports the offers over the limit of links per page. */
export function makeLinkLimit(offers: readonly Offer[], limit: number): (offer: Offer) => boolean {
  if (offers.length <= limit) return () => false;
  const taken = new Map<number, number>();
  return ({ via }) => {
    if (via === null) return false;
    const count = (taken.get(via.fingerprint) ?? 0) + 1;
    taken.set(via.fingerprint, count);
    return count > limit;
  };
}

/** Finds or creates the host of each URL in turn; usually it is the host of the previous one. */
function makeHostFinder(state: FrontierState, pending: PendingChanges): (url: string) => number {
  let lastStart = '';
  let lastHost = 0;
  return (url) => {
    if (lastStart !== '' && url.startsWith(lastStart)) return lastHost;
    const slash = url.indexOf('/', 8);
    lastStart = url.slice(0, slash + 1);
    lastHost = hostOf(state, pending, url.slice(0, slash));
    return lastHost;
  };
}

function hostOf(state: FrontierState, pending: PendingChanges, key: string): number {
  const known = pending.hosts.get(key) ?? state.hosts.idOf(key);
  if (known !== null) return known;
  const { host, site } = state.hosts.insert(key);
  pending.hosts.set(key, host);
  pending.slots.set(host, { host, site: fingerprint(site), nextAtMs: 0, spent: 0, services: 0, dry: 0 });
  pending.newHosts++;
  state.templates.load(host, () => []);
  return host;
}

function addCandidate(state: FrontierState, pending: PendingChanges, candidate: Candidate, tally: Tally): void {
  const { offer, host, fp, ord } = candidate;
  const template = templateKey(offer.url);
  const refusal = refusalOf(state, pending, candidate, template);
  const result = refusal === null ? state.urls.put(candidate) : state.urls.improve(candidate);
  if (refusal !== null && result === 'absent') {
    refuse(tally, refusal);
    return;
  }
  pending.known.push({ fp, depth: offer.depth, cls: offer.cls });
  if (result !== 'added') {
    tally.known++;
    if (typeof result === 'object') pending.moved.push({ host, ...result.moved });
    return;
  }
  tally.added++;
  const pool = poolIndex[offer.pool];
  const queue = 2 * host + pool;
  pending.added.push({ host, pool, ord });
  pending.addedPrints.add(fp);
  pending.addedPerQueue.set(queue, (pending.addedPerQueue.get(queue) ?? 0) + 1);
  if (template !== null) countTemplate(pending, host, template);
}

/** What decides whether a host accepts another URL. */
export interface HostAccount extends Account {
  /** Pages pending there. */
  readonly waiting: number;
  /** URLs of the host in the same machine-made series; null for one that is in none. */
  readonly inSeries: number | null;
}

/**
 * Why the host accepts no more URLs like this one, or null. Probes are limited by series only, not by the page budget;
 * those listed by a catalog not even by series: they are as many as its records, and one server may well have thousands
 * of services.
 */
export function refusalBy(budgets: Budgets, offer: Offer, at: HostAccount): ErrorCode | null {
  const isListed = offer.pool === 'probe' && offer.foundBy === 'catalog';
  const isOverrun = at.inSeries !== null && at.inSeries >= templateBudget(budgets, at.services, at.dry);
  if (isOverrun && !isListed) return 'policy.trap';
  if (offer.pool === 'probe') return null;
  return at.spent + at.waiting >= pageBudget(budgets, at.services) * budgets.queueFactor ? 'policy.budget' : null;
}

function refusalOf(
  state: FrontierState,
  pending: PendingChanges,
  candidate: Candidate,
  template: number | null,
): ErrorCode | null {
  const { host, offer } = candidate;
  const { budgets, slots } = state;
  const slot = slots.slotOf(host);
  const start = slot < 0 ? pendingSlot(state, pending, host) : null;
  state.templates.load(host, () => urlsOf(state, host));
  const inSeries =
    template === null ? null : state.templates.get(template) + (pending.templates.get(template)?.count ?? 0);
  const spent = start?.spent ?? slots.spent[slot]!;
  const services = start?.services ?? slots.services[slot]!;
  const dry = start?.dry ?? slots.dry[slot]!;
  const waiting = (start === null ? slots.pending[2 * slot]! : 0) + (pending.addedPerQueue.get(2 * host) ?? 0);
  return refusalBy(budgets, offer, { spent, services, dry, waiting, inSeries });
}

/** The slot of a host that is new to this task or has nothing pending in it. */
function pendingSlot(state: FrontierState, pending: PendingChanges, host: number): HostSlotStart {
  const known = pending.slots.get(host);
  if (known !== undefined) return known;
  const slot = openSlot(state, pending, host);
  pending.slots.set(host, slot);
  return slot;
}

function openSlot(state: FrontierState, pending: PendingChanges, host: number): HostSlotStart {
  const row = state.hosts.row(host);
  if (row === null) throw new Error(`host ${host} is not in the table`);
  if (!state.urls.hasAny(host)) pending.newHosts++;
  const nextAtMs = state.news.get(host)?.nextAtMs ?? row.nextAtMs;
  return { host, site: fingerprint(row.site), nextAtMs, ...state.hosts.account(host) };
}

function* urlsOf(state: FrontierState, host: number): Iterable<string> {
  const slot = state.slots.slotOf(host);
  if (slot < 0 && !state.urls.hasAny(host)) return;
  const key = state.hosts.keyOf(host);
  for (const path of state.urls.paths(host)) yield key + path;
}

function countTemplate(pending: PendingChanges, host: number, template: number): void {
  const known = pending.templates.get(template);
  if (known === undefined) pending.templates.set(template, { host, count: 1 });
  else known.count++;
}

export function refuse(tally: Tally, code: ErrorCode): void {
  tally.refused[code] = (tally.refused[code] ?? 0) + 1;
}
