// A crawlable catalog (OGC API – Records, clause 8): linked files for any static web server.
import type { Resource } from '../../model/resource.ts';
import { recordFeature } from './record-feature.ts';

interface Linked {
  readonly href: string;
  readonly rel: string;
}

/** Writes every record as a file, then the catalog that links them. `title` is the catalog's title. */
export async function* staticRecords(
  records: AsyncIterable<Resource>,
  title: string,
): AsyncGenerator<readonly [file: string, text: string]> {
  const items: object[] = [];
  for await (const record of records) {
    const file = `items/${record.id}.json`;
    items.push({
      rel: 'item',
      type: 'application/geo+json',
      title: record.title || record.endpoint,
      href: `./${file}`,
    });
    yield [file, `${JSON.stringify(standing(recordFeature(record, base), record.id))}\n`];
  }
  const catalog = {
    id: 'services',
    type: 'Collection',
    itemType: 'record',
    title,
    description: 'Map services, catalogs and geodata found on the web.',
    conformsTo: ['http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/crawlable-catalog'],
    extent: { spatial: { bbox: [[-180, -90, 180, 90]] } },
    links: [
      { rel: 'self', type: 'application/json', href: './catalog.json' },
      { rel: 'root', type: 'application/json', href: './catalog.json' },
      ...items,
    ],
  };
  yield ['catalog.json', `${JSON.stringify(catalog)}\n`];
}

/** Placeholder for the missing server; links that start with it are dropped. */
const base = 'urn:geotrawl:server';

function standing(feature: object, id: string): object {
  const { links } = feature as { links: readonly Linked[] };
  const outside = links.filter(({ href }) => !href.startsWith(base));
  const own = [
    { rel: 'self', type: 'application/geo+json', href: `./${id}.json` },
    { rel: 'collection', type: 'application/json', href: '../catalog.json' },
    { rel: 'root', type: 'application/json', href: '../catalog.json' },
  ];
  return { ...feature, links: [...own, ...outside] };
}
