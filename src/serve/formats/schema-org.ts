// A record as schema.org JSON-LD for dataset search engines.
import { webUrl } from '../../base/url/web-url.ts';
import type { Resource } from '../../model/resource.ts';
import { accessOf } from './record-access.ts';

/** Google accepts descriptions of 50 to 5000 characters. */
const [leastText, mostText] = [50, 5000];

export function schemaOrg(record: Resource, base: string): object {
  const access = accessOf(record);
  const { provider, license, extent, time } = record;
  const licenseUrl = license?.url ? webUrl(license.url) : null;
  const terms = licenseUrl ?? (license?.id ? `https://spdx.org/licenses/${license.id}` : null);
  return {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': `${base}/service/${record.id}`,
    name: record.title || record.endpoint,
    description: descriptionOf(record),
    url: `${base}/service/${record.id}`,
    identifier: record.id,
    ...(record.keywords.length === 0 ? {} : { keywords: record.keywords }),
    ...(terms === null ? {} : { license: terms }),
    ...(provider?.organization ? { creator: { '@type': 'Organization', name: provider.organization } } : {}),
    ...(extent === null
      ? {}
      : {
          spatialCoverage: {
            '@type': 'Place',
            geo: { '@type': 'GeoShape', box: `${extent[1]} ${extent[0]} ${extent[3]} ${extent[2]}` },
          },
        }),
    ...(time === null ? {} : { temporalCoverage: time }),
    distribution: {
      '@type': 'DataDownload',
      contentUrl: access.href,
      encodingFormat: access.mediaType ?? access.protocol ?? record.kind,
    },
    includedInDataCatalog: { '@type': 'DataCatalog', name: 'Geotrawl', url: `${base}/` },
  };
}

function descriptionOf({ abstract, title, kind, endpoint, layers }: Resource): string {
  const names = layers.map((layer) => layer.title || layer.name).filter((name) => name);
  const text =
    abstract.length >= leastText
      ? abstract
      : [abstract, title, `${kind} at ${endpoint}`, names.slice(0, 20).join(', ')].filter((part) => part).join('. ');
  return text.slice(0, mostText);
}
