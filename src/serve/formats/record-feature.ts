// A record in OGC API – Records: a GeoJSON feature (20-004r1, recordGeoJSON.yaml).

import { readTimeRange } from '../../base/time/parse-time.ts';
import { hostOf, webUrl } from '../../base/url/web-url.ts';
import { topicLabel } from '../../classify/vocabularies/topic-ids.ts';
import type { Extent } from '../../model/extent.ts';
import type { Resource } from '../../model/resource.ts';
import { recordType, sureTopics } from '../../query/record-properties.ts';
import { accessOf, mapTemplate } from './record-access.ts';
import { itemsUrl, type Link, recordUrl } from './record-links.ts';

/** Where the vocabularies are defined. */
const schemes: Readonly<Record<string, string>> = {
  inspire: 'http://inspire.ec.europa.eu/theme',
  iso: 'http://www.isotc211.org/2005/resources/Codelist/gmxCodelists.xml#MD_TopicCategoryCode',
  geoss: 'urn:geotrawl:geoss',
  'land-cover': 'urn:geotrawl:land-cover',
  concept: 'urn:geotrawl:concept',
};

export function recordFeature(record: Resource, base: string): object {
  const { id, extent } = record;
  return {
    id,
    type: 'Feature',
    conformsTo: ['http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/record-core'],
    time: timeOf(record.time),
    geometry: extent && outlineOf(extent),
    ...(extent === null ? {} : { bbox: extent }),
    properties: propertiesOf(record),
    links: linksOf(record, base),
    ...templatesOf(record),
  };
}

function propertiesOf(record: Resource): object {
  const { provider, license, languages = [] } = record;
  const [language, ...others] = languages.map((code) => ({ code }));
  return {
    type: recordType(record),
    // MetaSearch fails without a title.
    title: record.title || record.endpoint,
    ...(record.abstract === '' ? {} : { description: record.abstract }),
    ...(record.keywords.length === 0 ? {} : { keywords: record.keywords }),
    ...themesOf(record),
    ...(language === undefined ? {} : { language, ...(others.length > 0 ? { languages: [language, ...others] } : {}) }),
    created: new Date(record.firstSeenMs).toISOString(),
    updated: new Date(record.lastSeenMs).toISOString(),
    externalIds: [{ scheme: 'url', value: record.endpoint }],
    ...(record.formats.length === 0 ? {} : { formats: record.formats.map((name) => ({ name })) }),
    ...(provider?.organization ? { contacts: [contactOf(provider.organization, provider.url)] } : {}),
    ...(license?.id || license?.url ? { license: license.id ?? license.url } : {}),
    ...(record.accessConstraints === null ? {} : { rights: record.accessConstraints }),
    // Further queryable properties.
    kind: record.kind,
    host: hostOf(record.endpoint),
    organization: provider?.organization ?? null,
    open: license?.open ?? null,
    topics: sureTopics(record),
    version: record.version,
    endpoint: record.endpoint,
    software: record.software,
    crs: record.crs,
    operations: record.operations,
    layerCount: record.layerCount,
    problems: [...new Set(record.problems.map(({ code }) => code))],
  };
}

/** Names and addresses of people aren't published in bulk. */
function contactOf(organization: string, url: string | null): object {
  const href = url === null ? null : webUrl(url);
  return { organization, roles: ['pointOfContact'], ...(href === null ? {} : { links: [{ rel: 'about', href }] }) };
}

function themesOf(record: Resource): object {
  const byScheme = new Map<string, object[]>();
  for (const id of sureTopics(record)) {
    const [name = '', code = id] = id.split(/:(.*)/s);
    const scheme = schemes[name] ?? `urn:geotrawl:${name}`;
    byScheme.set(scheme, [...(byScheme.get(scheme) ?? []), { id: code, title: topicLabel(id) }]);
  }
  const themes = [...byScheme].map(([scheme, concepts]) => ({ concepts, scheme }));
  return themes.length === 0 ? {} : { themes };
}

/**
 * A ring from the lower left, counterclockwise, with the upper right at index 2: MetaSearch reads the box from there
 * and fails on anything but a Polygon. So the east bound continues beyond 180 across the antimeridian; `bbox` follows
 * RFC 7946.
 */
function outlineOf([west, south, east, north]: Extent): object {
  const right = west > east ? east + 360 : east;
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [right, south],
        [right, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

function timeOf(time: string | null): object | null {
  const range = time === null ? null : readTimeRange(time);
  if (range === null) return null;
  const write = (ms: number | null) => (ms === null ? '..' : new Date(ms).toISOString());
  return { interval: [write(range.fromMs), write(range.toMs)] };
}

/** Each endpoint twice: by the protocol name that "add to map" looks for, and by media type as in the standard. */
function linksOf(record: Resource, base: string): readonly Link[] {
  const access = accessOf(record);
  const title = record.title || record.endpoint;
  const own = recordUrl(base, record.id);
  const links: Link[] = [
    { rel: 'self', type: 'application/geo+json', title: 'This record', href: own },
    { rel: 'alternate', type: 'text/html', title: 'This record as a page', href: `${own}?f=html` },
    { rel: 'alternate', type: 'application/ld+json', title: 'This record as DCAT', href: `${own}?f=jsonld` },
    { rel: 'alternate', type: 'application/xml', title: 'This record as ISO 19139', href: `${own}?f=iso` },
    { rel: 'collection', type: 'application/json', title: 'The catalog', href: itemsUrl(base).replace(/\/items$/, '') },
  ];
  if (access.protocol !== null) links.push({ rel: 'item', type: access.protocol, title, href: access.href });
  if (access.mediaType !== null) links.push({ rel: 'enclosure', type: access.mediaType, title, href: access.href });
  if (access.description !== null)
    links.push({
      rel: 'describedby',
      type: access.description.mediaType,
      title: 'Description',
      href: access.description.href,
    });
  const layers = `${base}/api/v1/resources/${record.id}/layers`;
  if (record.layerCount > 0)
    links.push({ rel: 'related', type: 'application/json', title: 'Its layers', href: layers });
  const license = record.license?.url ? webUrl(record.license.url) : null;
  if (license !== null) links.push({ rel: 'license', type: 'text/html', title: 'License', href: license });
  return links;
}

function templatesOf(record: Resource): object {
  const uriTemplate = mapTemplate(record);
  if (uriTemplate === null) return {};
  const variables = {
    bbox: { description: 'west,south,east,north in degrees', type: 'string' },
    width: { type: 'integer', minimum: 1 },
    height: { type: 'integer', minimum: 1 },
  };
  return { linkTemplates: [{ rel: 'preview', type: 'image/png', title: 'A map of it', uriTemplate, variables }] };
}
