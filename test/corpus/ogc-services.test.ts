// The OGC services in XML on real documents: kind, version, counts and other expectations.
import { describe, expect, it } from 'vitest';
import { walkXml } from '../../src/base/xml/xml-walk.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import { collectOws } from '../../src/kinds/ogc/ows/ows-common.ts';
import { readWmts } from '../../src/kinds/ogc/wmts/wmts.ts';
import type { Discovery } from '../../src/model/resource.ts';
import { benchmarkUrls, type CorpusRow, corpusDocument, corpusRows } from './corpus.ts';

const rows = corpusRows();
const isClean = ({ flags }: CorpusRow) => !flags.includes('malformed') && !flags.includes('template');

type ExpectedReading = (discovery: Discovery, row: CorpusRow) => unknown;

const count: ExpectedReading = ({ description }) => description.layerCount;

/** The expectation that counts the datasets of each kind. */
const counted: Readonly<Record<string, string | null>> = {
  wfs: 'feature_types',
  wcs: 'coverages',
  wmts: 'layers',
  wps: 'processes',
  sos: 'offerings',
  csw: null,
  tms: 'maps',
};

const readings: Readonly<Record<string, ExpectedReading>> = {
  feature_types: count,
  coverages: count,
  layers: count,
  processes: count,
  offerings: count,
  maps: count,
  title: ({ description }) => description.title,
  // The expectations take the first five.
  names: ({ description }) =>
    description.layers
      .map(({ name }) => name)
      .filter((name) => name !== null)
      .slice(0, 5)
      .join(),
  with_bbox: ({ description }) => description.layers.filter(({ extent }) => extent !== null).length,
  named_layers: ({ description }) => description.layers.filter(({ name }) => name !== null).length,
  observed_properties: ({ description }) => new Set(description.layers.flatMap(({ keywords }) => keywords)).size,
  operations: (_finding, row) => operationNames(row).length,
  op_names: (_finding, row) => operationNames(row).join(),
  tile_matrix_sets: (_finding, row) => readWmts(corpusDocument(row)).tileMatrixSets,
  resource_urls: (_finding, row) => readWmts(corpusDocument(row)).resourceUrls,
};

/** The expectations count Operation elements, which the oldest versions don't have. */
function operationNames(row: CorpusRow): readonly string[] {
  const ows = collectOws();
  const { '*/Capability/Request/*': _, ...rules } = ows.rules;
  walkXml(corpusDocument(row), rules);
  return ows.finish().operations.map(({ name }) => name);
}

function comparable(value: unknown): string {
  if (Array.isArray(value)) return value.join();
  return String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

const discoveries = new Map<CorpusRow, readonly Discovery[]>();

function identified(row: CorpusRow): readonly Discovery[] {
  let found = discoveries.get(row);
  if (found === undefined) {
    found = identify(corpusDocument(row), kinds);
    discoveries.set(row, found);
  }
  return found;
}

describe.skipIf(rows.length === 0)('OGC services in the corpus', () => {
  it.each(Object.entries(counted))('%s: kind, version and count', (kind, figure) => {
    const clean = rows.filter((row) => row.kind === kind && isClean(row));
    const wrong = clean.flatMap((row) => {
      const [discovery] = identified(row);
      const isKind = discovery?.identity.kind === kind;
      const isVersion = (discovery?.identity.version ?? '') === (row.version ?? '');
      const isCount = figure === null || discovery?.description.layerCount === row.expected[figure];
      if (isKind && isVersion && isCount) return [];
      const { version } = discovery?.identity ?? {};
      return [`${row.file}: ${discovery?.identity.kind} ${version} ${discovery?.description.layerCount}`];
    });
    console.log(`${kind}: ${clean.length - wrong.length} of ${clean.length}`, wrong);
    expect(wrong.length).toBeLessThanOrEqual(clean.length * 0.01);
  });

  it.each(Object.keys(counted))('%s: other expectations', (kind) => {
    const clean = rows.filter((row) => row.kind === kind && isClean(row));
    const lines = Object.entries(readings).flatMap(([key, answer]) => {
      const requested = clean.filter(({ expected }) => expected[key] !== undefined);
      // Of WFS the expectations also count what may be done to each type, which has the same element name.
      if (requested.length === 0 || (kind === 'wfs' && key === 'operations')) return [];
      const differing = requested.filter((row) => {
        const [discovery] = identified(row);
        return discovery === undefined || comparable(answer(discovery, row)) !== comparable(row.expected[key]);
      });
      return [
        {
          key,
          share: 1 - differing.length / requested.length,
          of: `${requested.length - differing.length}/${requested.length}`,
        },
      ];
    });
    console.log(`${kind}: ${lines.map(({ key, of }) => `${key} ${of}`).join(', ')}`);
    for (const { key, share } of lines) {
      // Ours are extents one can use, theirs are boxes of any content; names of properties come beside their ids.
      if (key !== 'with_bbox' && key !== 'observed_properties') expect(share, key).toBeGreaterThan(0.97);
    }
  });

  it('claims neither exceptions nor other services', () => {
    const claimed = rows
      .filter(({ kind }) => kind === 'exception' || kind === 'ows-other' || kind === 'html-error')
      .filter((row) =>
        identified(row).some(({ identity }) => counted[identity.kind] !== undefined || identity.kind === 'wms'),
      );
    expect(claimed.map(({ file }) => file)).toEqual([]);
  });

  it('claims no document of another label', () => {
    const own = new Set([...Object.keys(counted), 'wcps', 'wms-c']);
    const mistaken = rows
      .filter(({ kind }) => !own.has(kind))
      .flatMap((row) => {
        const [first] = identified(row);
        return first !== undefined && own.has(first.identity.kind) ? [`${row.file}: ${first.identity.kind}`] : [];
      });
    expect(mistaken).toEqual([]);
  });

  it('finds tile sets inside WMS, beside the WMS itself', () => {
    const tiled = rows.filter(({ kind }) => kind === 'wms').map(identified);
    const found = tiled.filter((list) => list.some(({ identity }) => identity.kind === 'wms-c'));
    for (const [first, second] of found) {
      expect([first?.identity.kind, second?.identity.kind]).toEqual(['wms', 'wms-c']);
      expect(second?.description.layerCount).toBeGreaterThan(0);
    }
    console.log(`WMS-C inside WMS: ${found.length}`);
    expect(found.length).toBeGreaterThan(2);
  });

  it('never throws on malformed documents and reports their defects', () => {
    for (const row of rows.filter(({ kind, flags }) => counted[kind] !== undefined && flags.includes('malformed'))) {
      const [discovery] = identified(row);
      expect(discovery?.identity.kind, row.file).toBe(row.kind);
    }
  });
});

const urls = benchmarkUrls();

it.skipIf(urls.length === 0)('suspects the addresses of its services, and few others', () => {
  for (const kind of kinds.filter(({ id }) => counted[id] !== undefined || id === 'wms-c')) {
    const isSuspected = (url: string) =>
      kind.suspect({ url, foundBy: 'link', anchor: '', window: '', nofollow: false }) >= 0.5;
    const own = urls.filter(({ isService, type }) => isService && type === kind.id.toUpperCase());
    const found = own.filter(({ url }) => isSuspected(url));
    const mistaken = urls.filter(({ isService, url }) => !isService && isSuspected(url));
    const precision = found.length / (found.length + mistaken.length);
    const recall = found.length / own.length;
    console.log(`${kind.id}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} (n = ${own.length})`);
    expect(recall).toBeGreaterThan(0.97);
    expect(precision).toBeGreaterThan(0.93);
  }
});
