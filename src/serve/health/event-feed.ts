// Events of resources as an Atom feed: of one, of the results of a search, or of the entire catalog.

import type { Filter } from '../../model/filter.ts';
import type { HealthEvent } from '../../model/monitoring.ts';
import { withQuery } from '../formats/record-links.ts';
import { pageUrl } from '../formats/record-url.ts';
import { element, leaf, xmlDeclaration } from '../formats/xml-text.ts';
import { allOf } from '../http/query-filter.ts';
import { findRecord } from '../http/record-query.ts';
import type { HttpRequest } from '../http/request.ts';
import { type HttpResponse, xmlResponse } from '../http/response.ts';
import { searchFilter } from '../http/search-query.ts';
import type { ServerContext } from '../http/server-context.ts';

const eventsShown = 50;
/** The most recent events; those of a search are selected from these. */
const eventsSearched = 500;

export async function getResourceFeed(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const { id, title, endpoint } = await findRecord(context, request.parameters.id ?? '');
  const events = await context.catalog.checks.events({ id, limit: eventsShown });
  const self = `${request.base}/api/v1/resources/${id}/feed`;
  return feedResponse(events, { self, title: `${title || endpoint} – ${context.title}`, request, context });
}

export async function getCatalogFeed(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const events = await context.catalog.checks.events({ limit: eventsShown });
  return feedResponse(events, { self: `${request.base}/api/v1/feed`, title: context.title, request, context });
}

/** Search parameters that select results, without those that sort or page. */
export const feedParameters = ['q', 'bbox', 'relation', 'datetime', 'kind', 'topic', 'filter', 'filter-lang'];

/** Updates among the results of a search: newly found, or with an event. */
export async function getSearchFeed(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const filter = searchFilter(request.query);
  const newest = [{ property: 'created', isDescending: true }];
  const found = await context.list.find({ filter, sort: newest, offset: 0, limit: eventsShown });
  const recent = await context.catalog.checks.events({ limit: eventsSearched });
  const ids = [...new Set(recent.map(({ id }) => id))];
  const matching = new Set(
    (await context.list.find({ ...restrictTo(filter, ids), offset: 0 })).records.map(({ id }) => id),
  );
  const events = [
    ...recent.filter(({ id }) => matching.has(id)),
    ...found.records.map(({ id, firstSeenMs }) => ({
      number: 0,
      id,
      atMs: firstSeenMs,
      type: 'found' as const,
      message: 'Found for the first time.',
    })),
  ];
  const self = withQuery(`${request.base}${request.path}`, request.query, {});
  const title = `${request.query.get('q') ?? 'Search'} – ${context.title}`;
  const shown = events.sort((one, other) => other.atMs - one.atMs).slice(0, eventsShown);
  return feedResponse(shown, { self, title, request, context });
}

function restrictTo(filter: Filter | null, ids: readonly string[]): { filter: Filter; limit: number } {
  const list = ids.map((value) => ({ is: 'literal' as const, value }));
  const isOne: Filter = { op: 'in', value: { is: 'property', name: 'id' }, list };
  return { filter: allOf([filter, isOne]) ?? isOne, limit: Math.max(1, ids.length) };
}

interface FeedOptions {
  readonly self: string;
  readonly title: string;
  readonly request: HttpRequest;
  readonly context: ServerContext;
}

async function feedResponse(
  events: readonly HealthEvent[],
  { self, title, request, context }: FeedOptions,
): Promise<HttpResponse> {
  const titles = await titlesOf(events, context.catalog);
  const entries = events.map((event) => entry(event, titles.get(event.id) ?? event.id, request.base));
  const updated = new Date(events[0]?.atMs ?? 0).toISOString();
  const feed = element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    leaf('title', title),
    leaf('id', self),
    leaf('updated', updated),
    element('author', {}, leaf('name', context.title)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: self }),
    ...entries,
  );
  return xmlResponse(`${xmlDeclaration}${feed}\n`, 'application/atom+xml; charset=utf-8');
}

/** By id, for those that are in the catalog. */
export async function titlesOf(
  entries: readonly { readonly id: string }[],
  catalog: ServerContext['catalog'],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(entries.map(({ id }) => id))];
  const records = await Promise.all(ids.map((id) => catalog.get(id)));
  return new Map(records.flatMap((record) => (record === null ? [] : [[record.id, record.title || record.endpoint]])));
}

function entry({ number, id, atMs, type, message }: HealthEvent, title: string, base: string): string {
  return element(
    'entry',
    {},
    leaf('title', `${title}: ${type}`),
    leaf('id', `${base}/api/v1/resources/${id}#${number === 0 ? type : `event-${number}`}`),
    leaf('updated', new Date(atMs).toISOString()),
    element('category', { term: type }),
    element('link', { rel: 'alternate', type: 'text/html', href: pageUrl(base, id) }),
    leaf('summary', message),
  );
}
