// Catalogs and metadata records on real documents: kind, version, counts, and what else is expected of each.
import { describe, expect, it } from 'vitest';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Discovery } from '../../src/model/resource.ts';
import { benchmarkUrls, type CorpusRow, corpusDocument, corpusRows } from './corpus.ts';
import { labels } from './labels.ts';

const rows = corpusRows();
const isClean = ({ flags }: CorpusRow) => !flags.includes('malformed') && !flags.includes('template');

const count = ({ description }: Discovery) => description.layerCount;
const hasExtent = ({ description }: Discovery) => (description.extent === null ? 0 : 1);

/** Which expectation counts the records of each label; null where a document is one record. */
const counted: Readonly<Record<string, string | null>> = {
  'csw-records': 'records',
  iso19139: null,
  atom: 'entries',
  'dcat-datajson': 'datasets',
  thredds: 'datasets',
};

/** Answers to other expectations, with the least share that must agree. */
const answers: Readonly<Record<string, readonly [least: number, answer: (discovery: Discovery) => unknown]>> = {
  // One record may have a box far out of range or none in numbers; elements are counted by the expectation.
  'csw-records bbox': [0.97, hasExtent],
  'iso19139 bbox': [0.97, hasExtent],
  // Of titles in several languages the first is taken; the expectation joins them.
  'iso19139 title': [0.95, ({ description }) => description.title],
  'atom title': [1, ({ description }) => description.title],
  'thredds access_datasets': [1, ({ description }) => description.layers.filter(({ queryable }) => queryable).length],
};

const discoveries = new Map<CorpusRow, Discovery | undefined>();

function identified(row: CorpusRow): Discovery | undefined {
  if (!discoveries.has(row)) discoveries.set(row, identify(corpusDocument(row), kinds)[0]);
  return discoveries.get(row);
}

function isOfKind(row: CorpusRow): boolean {
  const kind = identified(row)?.identity.kind;
  return kind !== undefined && (kind === labels[row.kind]?.kind || labels[row.kind]?.others?.includes(kind) === true);
}

function spaced(value: unknown): string {
  return String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

describe.skipIf(rows.length === 0)('catalogs in the corpus', () => {
  it.each(Object.entries(counted))('%s: kind, version and count', (label, figure) => {
    const clean = rows.filter((row) => row.kind === label && isClean(row));
    const wrong = clean.filter((row) => {
      const discovery = identified(row);
      if (!isOfKind(row) || discovery === undefined) return true;
      // GeoRSS feeds are files of another group; what they hold is tested there.
      if (discovery.identity.kind === 'georss') return false;
      if (spaced(discovery.identity.version) !== spaced(row.version)) return true;
      return figure !== null && discovery.description.layerCount !== row.expected[figure];
    });
    console.log(
      `${label}: ${clean.length - wrong.length} of ${clean.length}`,
      wrong.map(({ file }) => file),
    );
    expect(wrong.length).toBeLessThanOrEqual(clean.length * 0.01);
  });

  it.each(Object.entries(answers))('%s', (key, [least, answer]) => {
    const [label = '', figure = ''] = key.split(' ');
    const requested = rows.filter(
      (row) => row.kind === label && isClean(row) && identified(row)?.identity.kind === labels[label]?.kind,
    );
    const agreed = requested.filter((row) => spaced(answer(identified(row)!)) === spaced(row.expected[figure]));
    console.log(`${key}: ${agreed.length} of ${requested.length}`);
    expect(agreed.length / requested.length).toBeGreaterThanOrEqual(least);
  });

  it('claims no document of another label', () => {
    const own = new Set([
      'ckan',
      'dcat',
      'socrata',
      'opendatasoft',
      'udata',
      'geonetwork',
      'geonode',
      'geonetwork-ui',
      'oai-pmh',
      'waf',
      'atom',
      'thredds',
      'erddap',
      'opendap',
      'hyrax',
      'wis2',
      'schema-org',
      'csw-records',
      'iso19139',
      'fgdc',
      'qwc2',
      'terria',
      'masterportal',
      'mviewer',
      'mapstore',
      'lizmap',
    ]);
    const taken = rows.filter((row) => own.has(identified(row)?.identity.kind ?? '') && !isOfKind(row));
    expect(taken.map((row) => `${row.file}: ${identified(row)?.identity.kind}`)).toEqual([]);
  });

  it('counts records of malformed documents as far as they go', () => {
    for (const row of rows.filter(({ kind, flags }) => counted[kind] !== undefined && flags.includes('malformed'))) {
      expect(count(identified(row)!)).toBeGreaterThanOrEqual(0);
    }
  });
});

const urls = benchmarkUrls();

/** Types of the benchmark, and the kinds that must suspect their addresses. */
const suspected: Readonly<Record<string, readonly [kinds: readonly string[], least: number]>> = {
  THREDDS: [['thredds', 'hyrax', 'opendap'], 0.95],
  ERDDAP: [['erddap'], 0.95],
  CKAN: [['ckan'], 0.9],
  'GEONODE-API': [['geonode'], 0.9],
  'GEONETWORK-API': [['geonetwork'], 0.9],
  'DCAT-US': [['dcat'], 0.9],
  OPENDAP: [['opendap', 'hyrax'], 0.8],
};

it.skipIf(urls.length === 0)('suspects the addresses of catalogs, and few others', () => {
  const isSuspected = (url: string, ids: readonly string[]) =>
    kinds.some(
      ({ id, suspect }) =>
        ids.includes(id) && suspect({ url, foundBy: 'link', anchor: '', window: '', nofollow: false }) >= 0.5,
    );
  for (const [type, [ids, least]] of Object.entries(suspected)) {
    const own = urls.filter((one) => one.isService && one.type === type);
    const found = own.filter(({ url }) => isSuspected(url, ids));
    // Home pages and other interfaces of portals count as ordinary there, though many are a catalog all the same.
    const ordinary = urls.filter((one) => !one.isService && !/homepage$|^portal-nongeo/.test(one.type));
    const mistaken = ordinary.filter(({ url }) => isSuspected(url, ids));
    console.log(
      `${type}: ${found.length} of ${own.length}, mistaken ${mistaken.length}`,
      own
        .filter((one) => !found.includes(one))
        .slice(0, 8)
        .map(({ url }) => url),
      mistaken.slice(0, 8).map(({ url }) => url),
    );
    expect.soft(found.length / own.length).toBeGreaterThanOrEqual(least);
    expect.soft(mistaken.length).toBeLessThanOrEqual(Math.max(5, own.length * 0.1));
  }
});
