// Adds offered URLs in PostgreSQL: the same rules as in SQLite, with one query for a whole batch.
import type pg from 'pg';
import { fingerprint } from '../../base/text/fingerprint.ts';
import { siteOf } from '../../base/url/url.ts';
import type { Offer, OfferResult } from '../../model/frontier.ts';
import { isTrap, templateKey } from '../budgets.ts';
import { poolIndex } from '../host-slots.ts';
import { makeLinkLimit, refusalBy, refuse, type Tally } from '../sqlite/add-offers.ts';
import { anchorOf, type Candidate, classStep, foundByCodes, ordOf } from '../url-row.ts';
import type { PostgresState } from './frontier-state.ts';
import { changeHostSlots, createHostSlots, type DueHostSlot, type HostSlotRow, lockHostSlots } from './host-slots.ts';
import { hostIds, withoutNul } from './hosts.ts';
import { takeQueuePositions } from './queue-positions.ts';

/** What a transaction adds; applied to memory when it commits. */
export interface PendingOffers {
  readonly hosts: Map<string, number>;
  readonly known: Offer[];
  readonly touched: Set<number>;
  readonly due: DueHostSlot[];
}

/** Offers with their queue positions; of several for one URL, the first, improved by the others. */
interface Batch {
  readonly candidates: Candidate[];
  readonly hosts: ReadonlyMap<string, number>;
}

/** `alsoLocked`: hosts whose visits this transaction will settle, so that all host slots are locked at once. */
export async function addOffersPostgres(
  state: PostgresState,
  client: pg.ClientBase,
  offers: readonly Offer[],
  { pending, alsoLocked }: { readonly pending: PendingOffers; readonly alsoLocked: readonly number[] },
): Promise<OfferResult> {
  const tally: Tally = { added: 0, known: 0, refused: {} };
  const { candidates, hosts } = await readBatch(state, client, offers, tally);
  if (candidates.length === 0) {
    if (alsoLocked.length > 0) await lockHostSlots(state, client, alsoLocked);
    return tally;
  }
  for (const [key, host] of hosts) pending.hosts.set(key, host);
  const slots = await slotsFor(state, client, hosts, alsoLocked);
  const accounts = await readAccounts(state, client, candidates, slots);
  const added: Candidate[] = [];
  const improved: Candidate[] = [];
  for (const candidate of candidates) {
    const isKnown = accounts.isKnown(candidate);
    const refusal = isKnown ? null : refusalBy(state.budgets, candidate.offer, accounts.of(candidate));
    if (refusal !== null) {
      refuse(tally, refusal);
      continue;
    }
    pending.known.push(candidate.offer);
    pending.touched.add(candidate.host);
    if (isKnown) tally.known++;
    else tally.added++;
    (isKnown ? improved : added).push(candidate);
    if (!isKnown) accounts.count(candidate);
  }
  await insertUrls(state, client, added);
  await improveUrls(state, client, improved);
  await storeSeries(state, client, accounts.newSeries());
  const also = improved.map(({ host }) => host);
  pending.due.push(...(await changeHostSlots(state, client, { changes: changesOf(added), also, isMoment: false })));
  return tally;
}

async function readBatch(
  state: PostgresState,
  client: pg.ClientBase,
  offers: readonly Offer[],
  tally: Tally,
): Promise<Batch> {
  const isBeyondPage = makeLinkLimit(offers, state.budgets.linksPerPage);
  const byUrl = new Map<number, { offer: Offer; place: number }>();
  let count = 0;
  for (const offer of offers) {
    const fp = fingerprint(offer.url);
    const before = byUrl.get(fp);
    if (state.known.covers(fp, offer.depth, offer.cls)) tally.known++;
    else if (isBeyondPage(offer) || isTrap(offer.url)) refuse(tally, 'policy.trap');
    else if (before === undefined) byUrl.set(fp, { offer, place: count++ });
    else {
      tally.known++;
      byUrl.set(fp, { offer: merged(before.offer, offer), place: before.place });
    }
  }
  const keys = new Set([...byUrl.values()].map(({ offer }) => keyOf(offer.url)));
  const hosts = keys.size === 0 ? new Map<string, number>() : await hostIds(state, client, [...keys]);
  const first = await takeQueuePositions(state.positions, client, count);
  const candidates = [...byUrl].map(([fp, { offer, place }]) => ({
    offer,
    fp,
    host: hosts.get(keyOf(offer.url))!,
    ord: ordOf(offer.cls, first + place),
  }));
  candidates.sort((one, other) => one.host - other.host || one.fp - other.fp);
  return { candidates, hosts };
}

function keyOf(url: string): string {
  return url.slice(0, url.indexOf('/', 8));
}

/** A smaller depth brings its own path to the seed. */
function merged(one: Offer, other: Offer): Offer {
  const shorter = other.depth < one.depth ? other : one;
  const { depth, foundBy, anchor, via } = shorter;
  return {
    ...one,
    depth,
    foundBy,
    anchor,
    via,
    cls: Math.min(Math.trunc(one.cls), Math.trunc(other.cls)) + (one.cls % 1),
  };
}

async function slotsFor(
  state: PostgresState,
  client: pg.ClientBase,
  hosts: ReadonlyMap<string, number>,
  alsoLocked: readonly number[],
): Promise<ReadonlyMap<number, HostSlotRow>> {
  const target = [...new Set([...hosts.values(), ...alsoLocked])];
  const { rows } = await client.query<{ host: number }>(
    'SELECT host_id AS host FROM lane WHERE task_id = $1 AND host_id = ANY($2::bigint[])',
    [state.task, target],
  );
  const known = new Set(rows.map(({ host }) => host));
  const made = [...hosts].filter(([, host]) => !known.has(host));
  const sites = made.map(([key, host]) => ({ host, site: fingerprint(siteOf(new URL(key).hostname)) }));
  if (sites.length > 0) await createHostSlots(state, client, sites);
  const locked = await lockHostSlots(state, client, target);
  return new Map(locked.map((slot) => [slot.host, slot]));
}

interface Series {
  readonly host: number;
  readonly template: number;
  count: number;
}

async function readAccounts(
  { task }: PostgresState,
  client: pg.ClientBase,
  candidates: readonly Candidate[],
  slots: ReadonlyMap<number, HostSlotRow>,
) {
  const columns = [task, candidates.map(({ host }) => host), candidates.map(({ fp }) => fp)];
  const known = await client.query<{ host: number; fp: number }>({
    name: 'known-urls',
    text: `SELECT host, given.fp FROM unnest($2::bigint[], $3::bigint[]) AS given(host, fp)
      JOIN url ON task_id = $1 AND host_id = host AND url.fp = given.fp`,
    values: columns,
  });
  const prints = new Set(known.rows.map(({ fp }) => fp));
  const templates = new Map(candidates.map(({ offer, fp }) => [fp, templateKey(offer.url)]));
  const inSeries = candidates.filter(({ fp }) => templates.get(fp) !== null);
  const stored = await client.query<{ template: number; urls: number }>({
    name: 'known-series',
    text: `SELECT DISTINCT given.template, urls FROM unnest($2::bigint[], $3::bigint[]) AS given(host, template)
      JOIN series ON task_id = $1 AND host_id = host AND series.template = given.template`,
    values: [task, inSeries.map(({ host }) => host), inSeries.map(({ fp }) => templates.get(fp))],
  });
  const series = new Map(stored.rows.map(({ template, urls }) => [template, urls]));
  const added = new Map<number, Series>();
  const pages = new Map<number, number>();
  return {
    isKnown: ({ fp }: Candidate) => prints.has(fp),
    of: ({ host, fp }: Candidate) => {
      const { spent, services, dry, pages: waiting } = slots.get(host)!;
      const template = templates.get(fp) ?? null;
      const inSeriesNow = template === null ? null : (series.get(template) ?? 0) + (added.get(template)?.count ?? 0);
      return { spent, services, dry, waiting: waiting + (pages.get(host) ?? 0), inSeries: inSeriesNow };
    },
    count: ({ host, fp, offer }: Candidate) => {
      if (offer.pool === 'page') pages.set(host, (pages.get(host) ?? 0) + 1);
      const template = templates.get(fp) ?? null;
      if (template === null) return;
      const one = added.get(template) ?? { host, template, count: 0 };
      one.count++;
      added.set(template, one);
    },
    newSeries: () => [...added.values()],
  };
}

const insert = `
  INSERT INTO url SELECT $1, *, 0, 0, NULL FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[],
    $6::smallint[], $7::text[], $8::smallint[], $9::integer[], $10::smallint[], $11::text[], $12::bigint[], $13::bigint[])`;

async function insertUrls({ task }: PostgresState, client: pg.ClientBase, added: readonly Candidate[]): Promise<void> {
  if (added.length === 0) return;
  const column = <Value>(read: (offer: Offer) => Value) => added.map(({ offer }) => read(offer));
  await client.query({
    name: 'insert-urls',
    text: insert,
    values: [
      task,
      added.map(({ host }) => host),
      added.map(({ fp }) => fp),
      column(({ url }) => url.slice(url.indexOf('/', 8))),
      added.map(({ ord }) => ord),
      column(({ pool }) => poolIndex[pool]),
      column(({ kind }) => kind),
      column(({ step }) => step),
      column(({ depth }) => depth),
      column(({ foundBy }) => foundByCodes.indexOf(foundBy)),
      column(storedAnchor),
      column(({ via }) => via?.host ?? null),
      column(({ via }) => via?.fingerprint ?? null),
    ],
  });
}

function storedAnchor(offer: Offer): string | null {
  const anchor = anchorOf(offer);
  return anchor === null ? null : withoutNul(anchor);
}

/**
 * A pending URL gets the smaller depth, with its path to the seed, and the smaller class; its order within the class
 * stays.
 */
const improve = `
  UPDATE url SET ord = least(url.ord / ${classStep}, b.ord / ${classStep}) * ${classStep} + url.ord % ${classStep},
    depth = least(url.depth, b.depth),
    found_by = CASE WHEN b.depth < url.depth THEN b.found_by ELSE url.found_by END,
    anchor = CASE WHEN b.depth < url.depth THEN b.anchor ELSE url.anchor END,
    via_host = CASE WHEN b.depth < url.depth THEN b.via_host ELSE url.via_host END,
    via_fp = CASE WHEN b.depth < url.depth THEN b.via_fp ELSE url.via_fp END
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::integer[], $6::smallint[], $7::text[], $8::bigint[],
    $9::bigint[]) AS b(host, fp, ord, depth, found_by, anchor, via_host, via_fp)
  WHERE task_id = $1 AND host_id = b.host AND url.fp = b.fp AND state = 0
    AND (b.depth < url.depth OR b.ord / ${classStep} < url.ord / ${classStep})`;

async function improveUrls({ task }: PostgresState, client: pg.ClientBase, known: readonly Candidate[]): Promise<void> {
  if (known.length === 0) return;
  const column = <Value>(read: (offer: Offer) => Value) => known.map(({ offer }) => read(offer));
  await client.query({
    name: 'improve-urls',
    text: improve,
    values: [
      task,
      known.map(({ host }) => host),
      known.map(({ fp }) => fp),
      known.map(({ ord }) => ord),
      column(({ depth }) => depth),
      column(({ foundBy }) => foundByCodes.indexOf(foundBy)),
      column(storedAnchor),
      column(({ via }) => via?.host ?? null),
      column(({ via }) => via?.fingerprint ?? null),
    ],
  });
}

async function storeSeries({ task }: PostgresState, client: pg.ClientBase, added: readonly Series[]): Promise<void> {
  if (added.length === 0) return;
  await client.query({
    name: 'store-series',
    text: `INSERT INTO series SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[])
      ON CONFLICT (task_id, host_id, template) DO UPDATE SET urls = series.urls + excluded.urls`,
    values: [
      task,
      added.map(({ host }) => host),
      added.map(({ template }) => template),
      added.map(({ count }) => count),
    ],
  });
}

function changesOf(added: readonly Candidate[]) {
  const changes = new Map<number, { host: number; pages: number; probes: number }>();
  for (const { host, offer } of added) {
    const one = changes.get(host) ?? { host, pages: 0, probes: 0 };
    if (offer.pool === 'page') one.pages++;
    else one.probes++;
    changes.set(host, one);
  }
  return [...changes.values()].map((one) => ({ ...one, spent: 0, services: 0, dry: 0 }));
}
