// Random but reproducible records and queries: words of several languages, every facet and filter, boxes, orders, pages.
import { type SeededRandom, seededRandom } from '../../src/base/random/seeded-random.ts';
import type { RecordRequest } from '../../src/model/catalog.ts';
import type { Extent } from '../../src/model/extent.ts';
import type { Filter } from '../../src/model/filter.ts';
import type { SearchQuery } from '../../src/model/search.ts';
import { makeLayer, makeRequest } from '../conformance/made-records.ts';

const words = [
  ...['forest', 'forests', 'river', 'land cover', 'boundaries', 'Orthofoto', 'roads', 'population', 'LandCover2018'],
  ...[
    'Wald',
    'Gewässer',
    'Landesgrenzen',
    'Flüsse',
    'Bebauungspläne',
    'bosque',
    'ríos',
    'límites',
    'forêt',
    'cours d’eau',
  ],
  ...[
    'foresta',
    'confini',
    'лес',
    'реки',
    'границы',
    'las',
    'rzeki',
    '森林',
    '河川',
    '土地利用',
    'غابة',
    'lesy',
    'skov',
  ],
  ...['Switzerland', 'Schweiz', 'Brandenburg', 'São Paulo', 'Tirol', 'geology', 'soil', 'noise', '2018', '2021', 'wms'],
];
const kinds = ['wms', 'wfs', 'wcs', 'ogc-api-features', 'arcgis-map-server', 'geojson', 'csw'];
const hosts = [
  'maps.geo.example.ch',
  'ows.example.de',
  'data.example.fr',
  'geo.example.org',
  'gis.example.br',
  'example.jp',
];
export const facets = [
  ...['kind', 'type', 'topic', 'host', 'country', 'organization', 'software', 'crs', 'format', 'license', 'language'],
  ...['quality', 'state', 'found', 'year'],
];

const pick = <T>(random: SeededRandom, from: readonly T[]): T => from[random.below(from.length)]!;
const some = (random: SeededRandom, most: number): string =>
  Array.from({ length: 1 + random.below(most) }, () => pick(random, words)).join(' ');

function box(random: SeededRandom): Extent {
  const [west, south] = [random.below(3600) / 10 - 180, random.below(1400) / 10 - 70];
  const east = west + 0.1 + random.below(600) / 10;
  return [west, south, east > 180 ? east - 360 : east, Math.min(90, south + 0.1 + random.below(300) / 10)];
}

export function makeRecords(count: number, seed: number): readonly RecordRequest[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, n) => {
    const kind = pick(random, kinds);
    const layers = Array.from({ length: random.below(5) }, (_each, m) =>
      makeLayer({
        name: `layer_${n}_${m}`,
        title: some(random, 3),
        abstract: random.below(2) === 0 ? '' : some(random, 8),
        keywords: random.below(2) === 0 ? [] : [pick(random, words)],
        crsCount: 1,
        crs: ['EPSG:4326', 'EPSG:3857'],
        extent: random.below(5) === 0 ? null : box(random),
      }),
    );
    return makeRequest({
      kind,
      endpoint: `https://${pick(random, hosts)}/${kind}/${n}`,
      nowMs: 1_700_000_000_000 + n * 3_600_000,
      description: {
        title: some(random, 4),
        abstract: some(random, 12),
        keywords: [pick(random, words)],
        layers,
        extent: random.below(4) === 0 ? null : box(random),
        formats: pick(random, [['image/png'], ['GML', 'JSON'], []]),
        provider: {
          organization: pick(random, ['Office of Maps', 'Amt für Vermessung', 'Kanton Zürich']),
          person: null,
          email: null,
          url: null,
        },
        software: pick(random, ['GeoServer', 'MapServer', 'ArcGIS', null]),
      },
    });
  });
}

const wordForms: readonly ((random: SeededRandom) => string)[] = [
  (random) => some(random, 3),
  (random) => `"${some(random, 2)}"`,
  (random) => pick(random, words).slice(0, 4),
  (random) => `${pick(random, words)} -${pick(random, words)}`,
  (random) => `${pick(random, words)} -"${some(random, 2)}" -kind:${pick(random, kinds)}`,
  (random) => `title:${pick(random, words)} kind:${pick(random, kinds)},${pick(random, kinds)}`,
  (random) => `${pick(random, ['keywords', 'name', 'abstract', 'org', 'address'])}:${pick(random, words)}`,
  (random) => `host:example.${pick(random, ['ch', 'de', 'fr', 'org'])} ${pick(random, words)}`,
  (random) => `topic:${pick(random, ['forest', 'rivers', 'geology'])}`,
  (random) => `${pick(random, words)}x ${some(random, 1)}`,
];

const filterForms: readonly ((random: SeededRandom) => Filter)[] = [
  (random) => ({ op: 'text', phrase: pick(random, words) }),
  (random) => ({ op: 'spatial', relation: pick(random, relations), shapes: [{ is: 'box', extent: box(random) }] }),
  (random) => ({
    op: '=',
    left: { is: 'property', name: 'type' },
    right: { is: 'literal', value: pick(random, ['service', 'dataset']) },
  }),
  (random) => ({
    op: 'like',
    value: { is: 'casei', of: { is: 'property', name: 'title' } },
    pattern: [{ wild: 'many' }, { text: pick(random, words).toLowerCase() }, { wild: 'many' }],
  }),
  (random) => ({ op: 'not', filter: { op: 'text', phrase: pick(random, words) } }),
  (random) => ({ op: 'or', filters: [0, 1].map(() => ({ op: 'text', phrase: pick(random, words) }) as const) }),
];
const relations = ['intersects', 'within', 'contains', 'disjoint'] as const;

/** Without later pages of sorted lists: each needs the cursor of the one before, so the comparing test requests them. */
export function makeQueries(count: number, seed: number): readonly SearchQuery[] {
  const random = seededRandom(seed);
  const maybe = <T>(chance: number, make: () => T): T | undefined => (random.next() < chance ? make() : undefined);
  return Array.from({ length: count }, (_, n) => {
    const query: Record<string, unknown> = {
      words: maybe(0.8, () => wordForms[n % wordForms.length]!(random)),
      extent: maybe(0.3, () => box(random)),
      relation: maybe(0.5, () => pick(random, relations.slice(0, 3))),
      time: maybe(0.05, () => ({ fromMs: Date.UTC(2000 + random.below(25), 0), toMs: null })),
      kinds: maybe(0.15, () => [pick(random, kinds), pick(random, kinds)]),
      topics: maybe(0.05, () => ['inspire:hy']),
      filters: maybe(0.2, () => facetFilter(random)),
      filter: maybe(0.08, () => pick(random, filterForms)(random)),
      each: maybe(0.3, () => 'layer'),
      facets: maybe(0.6, () => [facets[n % facets.length], pick(random, facets)]),
      facetValues: maybe(0.2, () => 3),
      expand: maybe(0.2, () => false),
      sort: maybe(0.25, () => ({
        by: pick(random, ['title', 'created', 'layers']),
        descending: random.below(2) === 0,
      })),
      spread: maybe(0.2, () => false),
      copies: maybe(0.3, () => true),
      limit: 1 + random.below(30),
      offset: maybe(0.15, () => random.below(40)),
    };
    return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as SearchQuery;
  });
}

function facetFilter(random: SeededRandom): Readonly<Record<string, readonly string[]>> {
  return pick(random, [
    { type: ['service'] },
    { host: [pick(random, hosts)] },
    { country: ['CH', 'DE'] },
    { organization: ['Office of Maps'] },
    { software: ['GeoServer', 'MapServer'] },
    { crs: ['EPSG:4326'] },
    { format: ['image/png'] },
    { language: ['de'] },
    { quality: ['poor', 'fair'] },
    { state: ['unchecked'] },
    { found: ['link'] },
    { kind: ['wms'], type: ['service'] },
    { license: ['unknown'] },
  ]);
}
