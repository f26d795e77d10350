// Records as DCAT 3 in JSON-LD, with an inline context.

import { readTimeRange } from '../../base/time/parse-time.ts';
import { webUrl } from '../../base/url/web-url.ts';
import type { Extent } from '../../model/extent.ts';
import type { Resource } from '../../model/resource.ts';
import { sureTopics } from '../../query/record-properties.ts';
import { accessOf } from './record-access.ts';
import { recordUrl } from './record-links.ts';

export const dcatContext = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  locn: 'http://www.w3.org/ns/locn#',
  geo: 'http://www.opengis.net/ont/geosparql#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const;

/** A standalone document with its context. */
export function datasetGraph(records: readonly Resource[], base: string): object {
  return { '@context': dcatContext, '@graph': records.map((record) => dcatNode(record, base)) };
}

/** Services and catalogs are dcat:DataService, files dcat:Dataset with a distribution. */
export function dcatNode(record: Resource, base: string): object {
  const access = accessOf(record);
  const isFile = record.family === 'file';
  return {
    '@id': recordUrl(base, record.id),
    '@type': isFile ? 'dcat:Dataset' : 'dcat:DataService',
    'dct:identifier': record.id,
    'dct:title': record.title || record.endpoint,
    ...(record.abstract === '' ? {} : { 'dct:description': record.abstract }),
    ...(record.keywords.length === 0 ? {} : { 'dcat:keyword': record.keywords }),
    ...themesOf(record),
    ...(record.extent === null ? {} : { 'dct:spatial': placeOf(record.extent) }),
    ...periodOf(record.time),
    ...termsOf(record),
    'dct:issued': moment(record.firstSeenMs),
    'dct:modified': moment(record.lastSeenMs),
    ...(record.provider?.organization
      ? { 'dcat:contactPoint': { '@type': 'vcard:Organization', 'vcard:fn': record.provider.organization } }
      : {}),
    ...(access.serviceType === null ? {} : { 'dct:conformsTo': { '@id': access.serviceType } }),
    ...(isFile ? { 'dcat:distribution': distributionOf(record) } : serviceOf(record, base)),
  };
}

function serviceOf(record: Resource, base: string): object {
  const { href, description } = accessOf(record);
  return {
    'dcat:endpointURL': iri(href),
    ...(description === null ? {} : { 'dcat:endpointDescription': iri(description.href) }),
    ...(record.layerCount === 0 ? {} : { 'dcat:landingPage': iri(`${base}/service/${record.id}`) }),
  };
}

function distributionOf(record: Resource): object {
  const { href, mediaType } = accessOf(record);
  return {
    '@type': 'dcat:Distribution',
    'dcat:downloadURL': iri(href),
    'dcat:accessURL': iri(href),
    ...(mediaType === null
      ? {}
      : { 'dcat:mediaType': iri(`https://www.iana.org/assignments/media-types/${mediaType.split(';')[0]}`) }),
    'dct:format': record.kind,
  };
}

function themesOf(record: Resource): object {
  const themes = sureTopics(record).filter((id) => id.startsWith('inspire:'));
  if (themes.length === 0) return {};
  return {
    'dcat:theme': themes.map((id) => ({ '@id': `http://inspire.ec.europa.eu/theme/${id.slice('inspire:'.length)}` })),
  };
}

function termsOf({ license, accessConstraints }: Resource): object {
  const url = license?.url ? webUrl(license.url) : null;
  const spdx = license?.id ? `https://spdx.org/licenses/${encodeURIComponent(license.id)}` : null;
  return {
    ...((url ?? spdx) ? { 'dct:license': iri(url ?? spdx!) } : {}),
    ...(accessConstraints
      ? { 'dct:rights': { '@type': 'dct:RightsStatement', 'dct:description': accessConstraints } }
      : {}),
  };
}

/** GeoDCAT-AP: the box as WKT, in two parts across the antimeridian. */
function placeOf(extent: Extent): object {
  return { '@type': 'dct:Location', 'dcat:bbox': { '@type': 'geo:wktLiteral', '@value': wktOf(extent) } };
}

function wktOf([west, south, east, north]: Extent): string {
  const ring = (left: number, right: number) =>
    `((${left} ${south},${right} ${south},${right} ${north},${left} ${north},${left} ${south}))`;
  return west <= east ? `POLYGON${ring(west, east)}` : `MULTIPOLYGON(${ring(west, 180)},${ring(-180, east)})`;
}

function periodOf(time: string | null): object {
  const range = time === null ? null : readTimeRange(time);
  if (range === null) return {};
  const ends = {
    ...(range.fromMs === null ? {} : { 'dcat:startDate': moment(range.fromMs) }),
    ...(range.toMs === null ? {} : { 'dcat:endDate': moment(range.toMs) }),
  };
  return { 'dct:temporal': { '@type': 'dct:PeriodOfTime', ...ends } };
}

function moment(ms: number): object {
  return { '@type': 'xsd:dateTime', '@value': new Date(ms).toISOString() };
}

/** Characters not allowed in an IRI (RFC 3987): a single one makes readers drop the statement or the document. */
function iri(url: string): object {
  return { '@id': url.replace(/[\s<>"{}|\\^`]/g, (character) => encodeURIComponent(character)) };
}
