// Reads the collection and the queries, and grades results.
import { readFileSync } from 'node:fs';
import { topicReader } from '../../src/classify/topic-reader.ts';
import { emptyDescription, emptyLayer } from '../../src/describe/empty-description.ts';
import type { Extent } from '../../src/model/extent.ts';
import type { Resource } from '../../src/model/resource.ts';
import { countryBoxes } from '../../src/search/places/countries.ts';
import { regionBoxes } from '../../src/search/places/regions.ts';

export interface JudgedRecord {
  readonly theme: string;
  readonly place: string;
  readonly resource: Resource;
}

export interface JudgedQuery {
  readonly language: string;
  readonly words: string;
  readonly theme: string;
  /** Null without a place. */
  readonly place: string | null;
}

/** Related themes: a query for one may be served by the other. */
const near = [
  ['river', 'flood'],
  ['river', 'groundwater'],
  ['forest', 'landcover'],
  ['agriculture', 'landcover'],
  ['soil', 'geology'],
  ['cadastre', 'buildings'],
  ['buildings', 'address'],
  ['roads', 'rail'],
  ['ice', 'geohazard'],
];
const boxes = readBoxes();

/** Lines of the collection, each as a service of its own host. */
export function readCollection(): readonly JudgedRecord[] {
  return readLines('collection.txt').map(([head = '', title = '', layers = '', keywords = ''], n) => {
    const [theme = '', place = '', language = ''] = head.split(' ');
    const endpoint = `https://maps${n}.example/wms`;
    const description = {
      ...emptyDescription,
      title,
      keywords: keywords.split(', '),
      extent: boxes.get(place) ?? null,
      layers: layers.split('; ').map((each, k) => ({ ...emptyLayer, name: `layer_${k}`, title: each })),
      layerCount: layers.split('; ').length,
    };
    const read = topicReader.read(description, { endpoint, provenance: null });
    const withTopics = description.layers.map((layer, k) => ({ ...layer, topics: read.layers[k] ?? [] }));
    return {
      theme,
      place,
      resource: {
        ...description,
        layers: withTopics,
        topics: read.topics,
        languages: [language],
        id: `r${n}`,
        kind: 'wms',
        family: 'service',
        version: '1.3.0',
        endpoint,
        url: endpoint,
        firstSeenMs: 0,
        lastSeenMs: 0,
        provenance: null,
      } as Resource,
    };
  });
}

export function readQueries(): readonly JudgedQuery[] {
  return readLines('queries.txt').map(([language = '', words = '', expected = '']) => {
    const [theme = '', place = null] = expected.split(' ');
    return { language, words, theme, place };
  });
}

/**
 * How well a record fits: 3 for theme and place, 1 for a related theme, or for the theme in a larger place.
 * A theme somewhere else doesn't match a query that names a place.
 */
export function gradeOf({ theme, place }: JudgedQuery, record: JudgedRecord): number {
  const isTheme = record.theme === theme;
  const isNear = near.some((pair) => pair.includes(theme) && pair.includes(record.theme) && theme !== record.theme);
  if (place === null || record.place === place) return isTheme ? 3 : isNear ? 1 : 0;
  return isTheme && holds(record.place, place) ? 1 : 0;
}

function holds(outer: string, inner: string): boolean {
  const [one, other] = [boxes.get(outer), boxes.get(inner)];
  if (one === undefined || other === undefined) return false;
  return one[0] <= other[0] && one[1] <= other[1] && one[2] >= other[2] && one[3] >= other[3];
}

function readLines(name: string): readonly string[][] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split(' | '));
}

function readBoxes(): ReadonlyMap<string, Extent> {
  const entries = [
    ...countryBoxes.trim().split(/[|\n]/),
    ...regionBoxes
      .trim()
      .split('\n')
      .map((line) => line.split(': ')[0]!),
  ];
  const read = entries.map((entry) => entry.trim().split(' '));
  return new Map([
    ['world', [-180, -90, 180, 90]],
    ...read.map(([id = '', ...numbers]) => [id, numbers.map(Number) as unknown as Extent] as const),
  ]);
}
