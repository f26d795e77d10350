// What happened to resources as an Atom feed: of one, or of the whole catalog.
import type { HealthEvent } from '../../model/check.ts';
import { type Answer, xmlAnswer } from '../http/answer.ts';
import { type Asked, checkQuery } from '../http/asked.ts';
import { pageUrl } from '../pages/record-url.ts';
import { findRecord } from '../records/items.ts';
import type { Serving } from '../serving.ts';
import { element, leaf, xmlDeclaration } from '../xml-text.ts';

const eventsShown = 50;

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
    leaf('id', `${base}/api/v1/resources/${id}#event-${number}`),
    leaf('updated', new Date(atMs).toISOString()),
    element('category', { term: type }),
    element('link', { rel: 'alternate', type: 'text/html', href: pageUrl(base, id) }),
    leaf('summary', message),
  );
}
