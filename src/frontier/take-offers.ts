// Adding offered URLs: what is known costs nothing, traps and full budgets are turned away, the rest goes into the table.
import { fingerprint } from '../base/text/fingerprint.ts';
import type { ErrorCode } from '../model/errors.ts';
import type { Offer, OfferResult } from '../model/frontier.ts';
import { type Budgets, isTrap, pageBudget, templateBudget, templateKey } from './budgets.ts';
import type { FrontierState } from './frontier-state.ts';
import type { LaneStart } from './host-slots.ts';
import { poolIndex } from './host-slots.ts';
import type { Account } from './sqlite/host-table.ts';
import type { Draft } from './sqlite/pending-changes.ts';
import { type Candidate, ordOf } from './url-row.ts';

export interface Tally {
  added: number;
  known: number;
  readonly refused: Partial<Record<ErrorCode, number>>;
}

export function takeOffers(state: FrontierState, draft: Draft, offers: readonly Offer[]): OfferResult {
  const tally: Tally = { added: 0, known: 0, refused: {} };
  const candidates = selectCandidates(state, draft, offers, tally);
  // In table order, the rows of one host share pages of the file (1.85 times faster than as they come).
  candidates.sort((one, other) => one.host - other.host || one.fp - other.fp);
  for (const candidate of candidates) addCandidate(state, draft, candidate, tally);
  return tally;
}

function selectCandidates(state: FrontierState, draft: Draft, offers: readonly Offer[], tally: Tally): Candidate[] {
  const hostOfUrl = makeHostFinder(state, draft);
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

/** Tells the offers beyond the number taken from one page. */
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

/** Finds or makes the host of each URL in turn; mostly it is the host of the one before. */
function makeHostFinder(state: FrontierState, draft: Draft): (url: string) => number {
  let lastStart = '';
  let lastHost = 0;
  return (url) => {
    if (lastStart !== '' && url.startsWith(lastStart)) return lastHost;
    const slash = url.indexOf('/', 8);
    lastStart = url.slice(0, slash + 1);
    lastHost = hostOf(state, draft, url.slice(0, slash));
    return lastHost;
  };
}

function hostOf(state: FrontierState, draft: Draft, key: string): number {
  const known = draft.hosts.get(key) ?? state.hosts.idOf(key);
  if (known !== null) return known;
  const { host, site } = state.hosts.insert(key);
  draft.hosts.set(key, host);
  draft.lanes.set(host, { host, site: fingerprint(site), nextAtMs: 0, spent: 0, services: 0, dry: 0 });
  draft.newHosts++;
  state.templates.load(host, () => []);
  return host;
}

function addCandidate(state: FrontierState, draft: Draft, candidate: Candidate, tally: Tally): void {
  const { offer, host, fp, ord } = candidate;
  const template = templateKey(offer.url);
  const refusal = refusalOf(state, draft, candidate, template);
  const result = refusal === null ? state.urls.put(candidate) : state.urls.improve(candidate);
  if (refusal !== null && result === 'absent') {
    refuse(tally, refusal);
    return;
  }
  draft.known.push({ fp, depth: offer.depth, cls: offer.cls });
  if (result !== 'added') {
    tally.known++;
    if (typeof result === 'object') draft.moved.push({ host, ...result.moved });
    return;
  }
  tally.added++;
  const pool = poolIndex[offer.pool];
  const queue = 2 * host + pool;
  draft.added.push({ host, pool, ord });
  draft.addedPrints.add(fp);
  draft.addedPerQueue.set(queue, (draft.addedPerQueue.get(queue) ?? 0) + 1);
  if (template !== null) countTemplate(draft, host, template);
}

/** What decides whether a host takes another URL. */
export interface HostAccount extends Account {
  /** Pages that wait there. */
  readonly waiting: number;
  /** URLs there of the same machine-made series; null for one that is in none. */
  readonly inSeries: number | null;
}

/**
 * Why the host takes no more URLs like this one, or null. Probes are bound by series only, not by the page budget; those a
 * catalog lists not even by series: their number is that of its records, and one server may well have thousands of services.
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
  draft: Draft,
  candidate: Candidate,
  template: number | null,
): ErrorCode | null {
  const { host, offer } = candidate;
  const { budgets, lanes } = state;
  const lane = lanes.laneOf(host);
  const start = lane < 0 ? draftLane(state, draft, host) : null;
  state.templates.load(host, () => urlsOf(state, host));
  const inSeries =
    template === null ? null : state.templates.get(template) + (draft.templates.get(template)?.count ?? 0);
  const spent = start?.spent ?? lanes.spent[lane]!;
  const services = start?.services ?? lanes.services[lane]!;
  const dry = start?.dry ?? lanes.dry[lane]!;
  const waiting = (start === null ? lanes.pending[2 * lane]! : 0) + (draft.addedPerQueue.get(2 * host) ?? 0);
  return refusalBy(budgets, offer, { spent, services, dry, waiting, inSeries });
}

/** The lane of a host that has nothing waiting in this task, or is new to it. */
function draftLane(state: FrontierState, draft: Draft, host: number): LaneStart {
  const known = draft.lanes.get(host);
  if (known !== undefined) return known;
  const lane = openLane(state, draft, host);
  draft.lanes.set(host, lane);
  return lane;
}

function openLane(state: FrontierState, draft: Draft, host: number): LaneStart {
  const row = state.hosts.row(host);
  if (row === null) throw new Error(`host ${host} is not in the table`);
  if (!state.urls.hasAny(host)) draft.newHosts++;
  const nextAtMs = state.news.get(host)?.nextAtMs ?? row.nextAtMs;
  return { host, site: fingerprint(row.site), nextAtMs, ...state.hosts.account(host) };
}

function* urlsOf(state: FrontierState, host: number): Iterable<string> {
  const lane = state.lanes.laneOf(host);
  if (lane < 0 && !state.urls.hasAny(host)) return;
  const key = state.hosts.keyOf(host);
  for (const path of state.urls.paths(host)) yield key + path;
}

function countTemplate(draft: Draft, host: number, template: number): void {
  const known = draft.templates.get(template);
  if (known === undefined) draft.templates.set(template, { host, count: 1 });
  else known.count++;
}

export function refuse(tally: Tally, code: ErrorCode): void {
  tally.refused[code] = (tally.refused[code] ?? 0) + 1;
}
