// A record as csw:Record, in the three element sets of CSW 2.0.2; element order follows record.xsd.

import type { Extent } from '../../model/extent.ts';
import type { Resource } from '../../model/resource.ts';
import { recordType } from '../../query/record-properties.ts';
import { accessOf } from './record-access.ts';
import { pageUrl } from './record-url.ts';
import { element, leaf, node, optionalLeaf } from './xml-text.ts';

export type ElementSet = 'brief' | 'summary' | 'full';

export function dublinCore(record: Resource, set: ElementSet, base: string): string {
  const head = [
    leaf('dc:identifier', record.id),
    leaf('dc:title', record.title || record.endpoint),
    leaf('dc:type', recordType(record)),
  ];
  const box = record.extent && boundingBox(record.extent);
  if (set === 'brief') return node('csw:BriefRecord', ...head, box);
  const middle = [
    ...record.keywords.map((keyword) => leaf('dc:subject', keyword)),
    ...record.formats.map((format) => leaf('dc:format', format)),
    leaf('dct:modified', new Date(record.lastSeenMs).toISOString()),
    optionalLeaf('dct:abstract', record.abstract),
  ];
  if (set === 'summary') return node('csw:SummaryRecord', ...head, ...middle, box);
  return node('csw:Record', ...head, ...middle, ...rest(record, base), box);
}

/** "Add to map" of MetaSearch uses the scheme of dct:references. */
function rest(record: Resource, base: string): readonly (string | null)[] {
  const { href, protocol, description } = accessOf(record);
  return [
    optionalLeaf('dc:publisher', record.provider?.organization),
    optionalLeaf('dc:language', record.languages?.[0]),
    optionalLeaf('dc:rights', record.license?.id ?? record.license?.url),
    optionalLeaf('dc:rights', record.accessConstraints),
    leaf('dct:references', href, { scheme: protocol ?? `urn:geotrawl:kind:${record.kind}` }),
    description && leaf('dct:references', description.href, { scheme: 'WWW:LINK-1.0-http--link' }),
    leaf('dct:references', pageUrl(base, record.id), { scheme: 'WWW:LINK-1.0-http--metadata-URL' }),
  ];
}

/** Latitude first, as the URN requires. Across the antimeridian the east bound continues beyond 180. */
function boundingBox([west, south, east, north]: Extent): string {
  return element(
    'ows:BoundingBox',
    { crs: 'urn:x-ogc:def:crs:EPSG:6.11:4326', dimensions: '2' },
    leaf('ows:LowerCorner', `${south} ${west}`),
    leaf('ows:UpperCorner', `${north} ${west > east ? east + 360 : east}`),
  );
}
