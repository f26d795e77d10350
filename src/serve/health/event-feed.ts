// What happened to resources as an Atom feed: of one, of those a search finds, or of the whole catalog.

import type { Filter } from '../../model/filter.ts';
import type { HealthEvent } from '../../model/monitoring.ts';
import { searchFilter } from '../api/search.ts';
import { withQuery } from '../formats/record-links.ts';
import { pageUrl } from '../formats/record-url.ts';
import { element, leaf, xmlDeclaration } from '../formats/xml-text.ts';
import { allOf } from '../http/query-filter.ts';
import { type Asked, checkQuery } from '../http/request.ts';
import { type Answer, xmlAnswer } from '../http/response.ts';
import { findRecord } from '../records/items.ts';
import type { Serving } from '../serving.ts';

const eventsShown = 50;
/** The last ones, among which those of a search are looked for. */
const eventsLookedThrough = 500;

export async function getResourceFeed(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, []);
  const { id, title, endpoint } = await findRecord(serving, asked.parameters.id ?? '');
  const events = await serving.catalog.checks.events({ id, limit: eventsShown });
  const self = `${asked.base}/api/v1/resources/${id}/feed`;
  return feedAnswer(events, { self, title: `${title || endpoint} – ${serving.title}`, asked, serving });
}

export async function getCatalogFeed(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, []);
  const events = await serving.catalog.checks.events({ limit: eventsShown });
  return feedAnswer(events, { self: `${asked.base}/api/v1/feed`, title: serving.title, asked, serving });
}

/** Members of a search that say what fits, not in which order. */
export const feedParameters = ['q', 'bbox', 'relation', 'datetime', 'kind', 'topic', 'filter', 'filter-lang'];

/** What is new among what a search finds: found for the first time, or something happened to it. */
export async function getSearchFeed(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, feedParameters);
  const filter = searchFilter(asked.query);
  const newest = [{ property: 'created', isDescending: true }];
  const found = await serving.list.find({ filter, sort: newest, offset: 0, limit: eventsShown });
  const happened = await serving.catalog.checks.events({ limit: eventsLookedThrough });
  const ids = [...new Set(happened.map(({ id }) => id))];
  const fitting = new Set((await serving.list.find({ ...among(filter, ids), offset: 0 })).records.map(({ id }) => id));
  const events = [
    ...happened.filter(({ id }) => fitting.has(id)),
    ...found.records.map(({ id, firstSeenMs }) => ({
      ...{ number: 0, id, atMs: firstSeenMs, type: 'found' as const, message: 'It was found for the first time.' },
    })),
  ];
  const self = withQuery(`${asked.base}${asked.path}`, asked.query, {});
  const title = `${asked.query.get('q') ?? 'Search'} – ${serving.title}`;
  const shown = events.sort((one, other) => other.atMs - one.atMs).slice(0, eventsShown);
  return feedAnswer(shown, { self, title, asked, serving });
}

function among(filter: Filter | null, ids: readonly string[]): { filter: Filter; limit: number } {
  const list = ids.map((value) => ({ is: 'literal' as const, value }));
  const isOne: Filter = { op: 'in', value: { is: 'property', name: 'id' }, list };
  return { filter: allOf([filter, isOne]) ?? isOne, limit: Math.max(1, ids.length) };
}

interface FeedFace {
  readonly self: string;
  readonly title: string;
  readonly asked: Asked;
  readonly serving: Serving;
}

async function feedAnswer(events: readonly HealthEvent[], { self, title, asked, serving }: FeedFace): Promise<Answer> {
  const titles = await titlesOf(events, serving);
  const entries = events.map((event) => entry(event, titles.get(event.id) ?? event.id, asked.base));
  const updated = new Date(events[0]?.atMs ?? 0).toISOString();
  const feed = element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    leaf('title', title),
    leaf('id', self),
    leaf('updated', updated),
    element('author', {}, leaf('name', serving.title)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: self }),
    ...entries,
  );
  return xmlAnswer(`${xmlDeclaration}${feed}\n`, 'application/atom+xml; charset=utf-8');
}

async function titlesOf(events: readonly HealthEvent[], { catalog }: Serving): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(events.map(({ id }) => id))];
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
