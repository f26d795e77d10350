// A synthetic catalog of any size: words, extents and layer counts are distributed as on the web.

import { type SeededRandom, seededRandom } from '../src/base/random/seeded-random.ts';
import { termsOf } from '../src/classify/lexicon.ts';
import { concepts } from '../src/classify/vocabularies/concepts.ts';
import { lexiconLanguages } from '../src/classify/vocabularies/languages.ts';
import { emptyDescription, emptyLayer } from '../src/describe/empty-description.ts';
import type { RecordRequest } from '../src/model/catalog.ts';
import type { Extent } from '../src/model/extent.ts';
import type { Layer, Resource } from '../src/model/resource.ts';
import { countryBoxes } from '../src/search/places/countries.ts';

const seed = 20_261_116;
/** 40,000 services have 1.5 million layers ([POLARHUB]'s size). */
const layersEach = 37.5;
const hosts = 6000;

const conceptIds = [...concepts().keys()];
const countries = countryBoxes
  .trim()
  .split(/[|\n]/)
  .map((entry) => entry.trim().split(' '))
  .map(([code = '', ...numbers]) => ({ code: code.toLowerCase(), extent: numbers.map(Number) as unknown as Extent }));
const onsets = 'b bl br c ch d dr f fr g gl h j k kl l m n p pr qu r s sch st t tr v w z'.split(' ');
const middles = ['a', 'e', 'i', 'o', 'u', 'ei', 'au', 'ie', 'ou', 'ea'];
const ends = ['', 'n', 'r', 's', 'l', 'm', 't', 'nd', 'rk', 'lt', 'ss', 'ng'];
/** Names of places, projects and codes: word n is used about 1/n as often as the first, as in natural text (Zipf). */
const vocabulary = Array.from({ length: 200_000 }, (_, n) => makeWord(n));
const fillers = 'map data layer of the in and for survey index monitoring network area zone boundary district'.split(
  ' ',
);
const kinds = [
  'wms',
  'wms',
  'wms',
  'wfs',
  'wfs',
  'arcgis-map-server',
  'arcgis-map-server',
  'arcgis-feature-server',
  'wmts',
  'wcs',
];
const software = ['GeoServer 2.24', 'MapServer 8.0', 'ArcGIS Server 10.9', 'QGIS Server 3.28', 'deegree 3.5', null];
const crsSets = [
  ['EPSG:4326', 'EPSG:3857'],
  ['EPSG:25832', 'EPSG:4326', 'EPSG:3857', 'EPSG:4258'],
  ['EPSG:2056', 'EPSG:21781', 'EPSG:4326'],
  ['EPSG:2154', 'EPSG:4326', 'EPSG:3857'],
  ['CRS:84', 'EPSG:4326'],
];
const licenses = ['CC-BY-4.0', 'CC0-1.0', 'dl-de-by-2.0', 'OGL-UK-3.0', null, null, null];

export function servicesFor(layers: number): number {
  return Math.max(1, Math.round(layers / layersEach));
}

/** The request with which a crawl would record it. */
export function findingOf(service: Resource): RecordRequest {
  const { kind, family, version, endpoint, firstSeenMs: nowMs, topics = [], languages = [], ...description } = service;
  const layers = service.layers.map(({ topics: own = [] }) => own);
  return {
    discovery: { identity: { kind, endpoint, version }, family, description, requests: 1 },
    url: endpoint,
    provenance: null,
    task: null,
    nowMs,
    topics: { version: 'made', read: () => ({ topics, layers, languages }) },
  };
}

/** The n-th service, the same every time. */
export function makeService(n: number): Resource {
  const random = seededRandom(seed + n * 7919);
  const language = pick(random, lexiconLanguages);
  const country = pick(random, countries);
  const extent = random.next() < 0.06 ? ([-180, -90, 180, 90] as const) : boxIn(random, country.extent, 0.3);
  // Half have less than 12 layers, a few have thousands.
  const count = Math.min(20_000, Math.ceil(12 * Math.exp(1.5 * normal(random))));
  const subject = pick(random, conceptIds);
  const kind = pick(random, kinds);
  const host = Math.floor(hosts ** random.next());
  const organization = `${word(random)} ${pick(random, ['office', 'agency', 'institute', 'ministry', 'city'])}`;
  return {
    ...emptyDescription,
    id: String(n),
    kind,
    family: 'service',
    version: '1.3.0',
    url: '',
    endpoint: `https://geo${host}.example.${countryOfHost(host)}/${word(random)}/${kind}/s${n}`,
    title: title(random, subject, language),
    abstract: sentence(random, subject, language, 30),
    keywords: [term(random, subject, language), term(random, pick(random, conceptIds), language)],
    provider: { organization, person: null, email: null, url: null },
    software: pick(random, software),
    license: licenseOf(pick(random, licenses)),
    crs: pick(random, crsSets),
    extent,
    languages: [language],
    topics: topicsOf(subject),
    layerCount: count,
    layers: Array.from({ length: count }, (_, k) => makeLayer(random, { k, subject, language, extent })),
    firstSeenMs: n * 1000,
    lastSeenMs: n * 1000,
    provenance: null,
  };
}

interface LayerOptions {
  readonly k: number;
  readonly subject: string;
  readonly language: (typeof lexiconLanguages)[number];
  readonly extent: Extent;
}

function makeLayer(random: SeededRandom, { k, subject, language, extent }: LayerOptions): Layer {
  const concept = random.next() < 0.5 ? subject : pick(random, conceptIds);
  const year = 1990 + random.below(35);
  return {
    ...emptyLayer,
    name: `${word(random)}_${k}`,
    title: random.next() < 0.3 ? `${title(random, concept, language)} ${year}` : title(random, concept, language),
    abstract: random.next() < 0.4 ? sentence(random, concept, language, 10) : '',
    keywords: random.next() < 0.2 ? [term(random, concept, language)] : [],
    extent: random.next() < 0.6 ? extent : boxIn(random, extent, 0.8),
    time: random.next() < 0.1 ? `${year}-01-01/${year + random.below(10)}-12-31` : null,
    topics: topicsOf(concept),
  };
}

function topicsOf(concept: string) {
  const links = concepts().get(concept)?.links ?? [];
  return [`concept:${concept}`, ...links.slice(0, 2)].map((id) => ({ id, confidence: 0.9, words: [] }));
}

function licenseOf(id: string | null): Resource['license'] {
  return id === null ? null : { id, url: null, open: true, fees: null, constraints: null };
}

function title(random: SeededRandom, concept: string, language: LayerOptions['language']): string {
  const words = [term(random, concept, language), word(random)];
  if (random.next() < 0.5) words.push(pick(random, fillers), word(random));
  return words.join(' ');
}

function sentence(random: SeededRandom, concept: string, language: LayerOptions['language'], length: number): string {
  const words = Array.from({ length }, () => (random.next() < 0.4 ? pick(random, fillers) : word(random)));
  return [term(random, concept, language), ...words].join(' ');
}

export function term(random: SeededRandom, concept: string, language: LayerOptions['language']): string {
  return pick(random, termsOf(concept, language)) ?? concept;
}

export function anyConcept(random: SeededRandom): string {
  return pick(random, conceptIds);
}

function word(random: SeededRandom): string {
  return vocabulary[Math.floor(vocabulary.length ** random.next()) - 1]!;
}

/** A word by rank, evenly. */
export function wordAmong(random: SeededRandom, from: number, to: number): string {
  return vocabulary[from + random.below(to - from)]!;
}

export function anyCountry(random: SeededRandom): (typeof countries)[number] {
  return pick(random, countries);
}

/** A box inside another, most of them small. */
export function boxIn(random: SeededRandom, [west, south, east, north]: Extent, largest: number): Extent {
  const across = west <= east ? east - west : east - west + 360;
  const size = largest * random.next() ** 2 + 0.002;
  const [width, height] = [across * size, (north - south) * size];
  const left = west + random.next() * (across - width);
  const bottom = south + random.next() * (north - south - height);
  return [
    left > 180 ? left - 360 : left,
    bottom,
    left + width > 180 ? left + width - 360 : left + width,
    bottom + height,
  ];
}

function countryOfHost(host: number): string {
  return countries[host % countries.length]!.code;
}

function normal(random: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

function pick<T>(random: SeededRandom, list: readonly T[]): T {
  return list[random.below(list.length)]!;
}

/** Unique, with about as many different n-grams as natural words. */
function makeWord(n: number): string {
  let made = '';
  for (let rest = n * 7919 + 3600; rest > 0; rest = Math.floor(rest / 3600)) {
    const syllable = rest % 3600;
    made += onsets[syllable % 30]! + middles[Math.floor(syllable / 30) % 10]! + ends[Math.floor(syllable / 300)]!;
  }
  return made;
}
