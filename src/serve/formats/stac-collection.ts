// A record as STAC Collection 1.0, with the web map links used by stac-browser.
import { readTimeRange } from '../../base/time/parse-time.ts';
import { webUrl } from '../../base/url/web-url.ts';
import type { Extent } from '../../model/extent.ts';
import type { Resource } from '../../model/resource.ts';
import { accessOf } from './record-access.ts';
import { recordUrl } from './record-links.ts';
import { pageUrl } from './record-url.ts';

const webMapLinks = 'https://stac-extensions.github.io/web-map-links/v1.2.0/schema.json';

export function stacCollection(record: Resource, base: string): object {
  const maps = mapLinks(record);
  const organization = record.provider?.organization;
  return {
    type: 'Collection',
    stac_version: '1.0.0',
    stac_extensions: maps.length === 0 ? [] : [webMapLinks],
    id: record.id,
    title: record.title || record.endpoint,
    // Required, and not empty.
    description: record.abstract || record.title || record.endpoint,
    ...(record.keywords.length === 0 ? {} : { keywords: record.keywords }),
    // SPDX, or 'other' (STAC 1.1), which 1.0 called 'proprietary'.
    license: record.license?.id ?? 'proprietary',
    ...(organization ? { providers: [{ name: organization, roles: ['host'] }] } : {}),
    extent: { spatial: { bbox: [boxOf(record.extent)] }, temporal: { interval: [intervalOf(record.time)] } },
    'geotrawl:kind': record.kind,
    'geotrawl:layer_count': record.layerCount,
    links: [...ownLinks(record, base), ...maps],
    ...assetsOf(record),
  };
}

/** Required: an unknown extent is global. */
function boxOf(extent: Extent | null): readonly number[] {
  return extent ?? [-180, -90, 180, 90];
}

function intervalOf(time: string | null): readonly (string | null)[] {
  const range = time === null ? null : readTimeRange(time);
  const write = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? null : new Date(ms).toISOString();
  return [write(range?.fromMs), write(range?.toMs)];
}

function ownLinks(record: Resource, base: string): readonly object[] {
  const license = record.license?.url ? webUrl(record.license.url) : null;
  return [
    { rel: 'self', type: 'application/json', href: `${base}/stac/collections/${record.id}` },
    { rel: 'root', type: 'application/json', href: `${base}/stac` },
    { rel: 'parent', type: 'application/json', href: `${base}/stac` },
    { rel: 'alternate', type: 'text/html', title: record.title, href: pageUrl(base, record.id) },
    { rel: 'alternate', type: 'application/geo+json', title: 'OGC API – Records', href: recordUrl(base, record.id) },
    { rel: 'via', href: accessOf(record).href, title: record.kind },
    ...(license === null ? [] : [{ rel: 'license', href: license }]),
  ];
}

/** `wms`, `wmts`, `pmtiles`, `tilejson`, `xyz`: the relations of the extension equal our kind ids. */
function mapLinks(record: Resource): readonly object[] {
  const { href } = accessOf(record);
  const names = record.layers.flatMap(({ name }) => (name === null ? [] : [name])).slice(0, 20);
  const link = (more: object) => [{ rel: record.kind, href, title: record.title || record.kind, ...more }];
  switch (record.kind) {
    case 'wms':
      return names.length === 0 ? [] : link({ type: 'image/png', 'wms:layers': names, 'wms:transparent': true });
    case 'wmts':
      return names.length === 0 ? [] : link({ type: 'image/png', 'wmts:layer': names });
    case 'pmtiles':
      return link({ type: 'application/vnd.pmtiles' });
    case 'tilejson':
      return link({ type: 'application/json' });
    case 'xyz':
      return link({ type: 'image/png' });
    default:
      return [];
  }
}

function assetsOf(record: Resource): object {
  const { href, mediaType } = accessOf(record);
  if (mediaType === null) return {};
  return { assets: { data: { href, type: mediaType, title: record.title, roles: ['data'] } } };
}
