// A page of results as Atom with OpenSearch counts and GeoRSS boxes.
import type { Resource } from '../../model/resource.ts';
import type { RecordPage } from '../http/record-list.ts';
import { accessOf } from './record-access.ts';
import { recordUrl } from './record-links.ts';
import { pageUrl } from './record-url.ts';
import { element, leaf, node, optionalLeaf, xmlDeclaration } from './xml-text.ts';

export interface FeedParts {
  readonly base: string;
  readonly title: string;
  readonly found: RecordPage;
  readonly offset: number;
  readonly limit: number;
  readonly self: string;
  readonly next: string | null;
  readonly nowMs: number;
}

export function atomFeed(parts: FeedParts): string {
  const { base, found } = parts;
  const body = element(
    'feed',
    {
      xmlns: 'http://www.w3.org/2005/Atom',
      'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
      'xmlns:georss': 'http://www.georss.org/georss',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    },
    leaf('title', parts.title),
    leaf('id', parts.self),
    leaf(
      'updated',
      new Date(Math.max(0, ...found.records.map(({ lastSeenMs }) => lastSeenMs)) || parts.nowMs).toISOString(),
    ),
    node('author', leaf('name', parts.title)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: parts.self }),
    parts.next === null ? null : element('link', { rel: 'next', type: 'application/atom+xml', href: parts.next }),
    element('link', { rel: 'search', type: 'application/opensearchdescription+xml', href: `${base}/opensearch.xml` }),
    leaf('opensearch:totalResults', String(found.total)),
    leaf('opensearch:startIndex', String(parts.offset)),
    leaf('opensearch:itemsPerPage', String(parts.limit)),
    ...found.records.map((record) => entry(record, base)),
  );
  return `${xmlDeclaration}${body}\n`;
}

function entry(record: Resource, base: string): string {
  const { extent } = record;
  const access = accessOf(record);
  return node(
    'entry',
    leaf('title', record.title || record.endpoint),
    leaf('id', recordUrl(base, record.id)),
    leaf('dc:identifier', record.id),
    leaf('updated', new Date(record.lastSeenMs).toISOString()),
    leaf('published', new Date(record.firstSeenMs).toISOString()),
    element('link', { rel: 'alternate', type: 'text/html', href: pageUrl(base, record.id) }),
    element('link', {
      rel: access.mediaType === null ? 'related' : 'enclosure',
      type: access.mediaType ?? undefined,
      title: access.protocol ?? record.kind,
      href: access.href,
    }),
    ...record.keywords.map((term) => element('category', { term })),
    optionalLeaf('summary', record.abstract),
    // South, west, north, east.
    extent && leaf('georss:box', `${extent[1]} ${extent[0]} ${extent[3]} ${extent[2]}`),
  );
}
