// OGC API, STAC, TileJSON, styles and OpenSearch on real documents: everything read as expected, nothing else taken.
import { describe, expect, it } from 'vitest';
import { isObject, readJsonObject } from '../../src/base/json/json.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import { readOgcApiDocument } from '../../src/kinds/ogc-api/ogc-api-document.ts';
import type { Discovery } from '../../src/model/resource.ts';
import { benchmarkUrls, type CorpusRow, corpusDocument, corpusRows } from './corpus.ts';

const rows = corpusRows();
const isClean = ({ flags }: CorpusRow) => !flags.includes('malformed') && !flags.includes('template');

/** What each label of ours may be called: an OGC API has parts, and a catalog that can be searched is an API. */
const kindsOf: Readonly<Record<string, RegExp>> = {
  'ogcapi-landing': /^ogc-api-/,
  'ogcapi-conformance': /^ogc-api-/,
  'ogcapi-collections': /^ogc-api-/,
  'ogcapi-collection': /^ogc-api-/,
  'ogcapi-items': /^ogc-api-features$/,
  'stac-catalog': /^stac-(?:catalog|api)$/,
  'stac-collection': /^stac-collection$/,
  'stac-collections': /^stac-api$/,
  'stac-item': /^stac-item$/,
  tilejson: /^tilejson$/,
  mapstyle: /^maplibre-style$/,
  opensearch: /^opensearch$/,
};

const ownKinds = /^(?:ogc-api-.*|stac-.*|tilejson|maplibre-style|opensearch|xyz|openeo|sensorthings|3d-tiles|i3s)$/;

/** STAC items that the corpus files under GeoJSON or OGC API: a page of items is all three, and STAC says most. */
function isStacItems(row: CorpusRow): boolean {
  const features = readJsonObject(corpusDocument(row))?.features;
  return Array.isArray(features) && isObject(features[0]) && 'stac_version' in features[0];
}

/** Our answer to one expectation, by label and key. */
const answers: Readonly<Record<string, (discovery: Discovery, row: CorpusRow) => unknown>> = {
  'ogcapi-landing title': ({ description }) => description.title,
  'ogcapi-collections collections': ({ description }) => description.layerCount,
  'ogcapi-collections names': ({ description }) => description.layers.map(({ name }) => name),
  'ogcapi-collections with_bbox': ({ description }) =>
    description.layers.filter(({ extent }) => extent !== null).length,
  'ogcapi-collection title': ({ description }) => description.title,
  'ogcapi-collection bbox': ({ description }) => (description.extent === null ? 0 : 1),
  'ogcapi-conformance conformsTo': (_finding, row) => {
    const conformsTo = readOgcApiDocument(corpusDocument(row))?.json.conformsTo;
    return Array.isArray(conformsTo) ? conformsTo.length : 0;
  },
  'ogcapi-items numberMatched': ({ description }, row) =>
    row.expected.numberMatched === null ? null : description.layers[0]?.featureCount,
  'stac-catalog child_links': ({ description }, row) => description.layerCount - Number(row.expected.item_links),
  'stac-catalog title': ({ description }) => description.title,
  'stac-collection title': ({ description }) => description.title,
  'stac-collection bbox': ({ description }) => (description.extent === null ? 0 : 1),
  'stac-collection union_bbox': ({ description }) => description.extent,
  // The corpus takes an item's id, we its title where it has one.
  'stac-item title': ({ description }, row) => {
    const item = readJsonObject(corpusDocument(row));
    const title = isObject(item?.properties) ? item.properties.title : undefined;
    return title !== undefined && description.title === title ? item?.id : description.title;
  },
  'stac-item bbox': ({ description }) => (description.extent === null ? 0 : 1),
  'stac-item union_bbox': ({ description }) => description.extent,
  'stac-item assets': ({ description }) => description.layerCount,
  'tilejson title': ({ description }) => description.title,
  'tilejson bounds': ({ description }) => description.extent,
  'tilejson vector_layers': ({ description }) => (description.layerCount === 1 ? 0 : description.layerCount),
  'mapstyle title': ({ description }) => description.title,
  'mapstyle sources': ({ description }) => description.layerCount,
  'opensearch title': ({ description }) => description.title,
  'opensearch urls': ({ description }) => description.layerCount,
};

function comparable(value: unknown): string {
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim();
  // Boxes with heights: the plane is what we keep.
  if (Array.isArray(value) && value.length === 6) return comparable([0, 1, 3, 4].map((at) => value[at]));
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'number' ? Math.round(one * 1000) / 1000 : one)).join();
  return String(value ?? null);
}

const discoveries = new Map<CorpusRow, Discovery | undefined>();

function identified(row: CorpusRow): Discovery | undefined {
  if (!discoveries.has(row)) discoveries.set(row, identify(corpusDocument(row), kinds)[0]);
  return discoveries.get(row);
}

describe.skipIf(rows.length === 0)('web APIs of the corpus', () => {
  const own = rows.filter(({ kind }) => kind in kindsOf);

  it('have their kind', () => {
    const table = Object.keys(kindsOf).map((label) => {
      const requested = own.filter((row) => row.kind === label && isClean(row));
      const wrong = requested.filter((row) => {
        const found = identified(row)?.identity.kind ?? '';
        return !kindsOf[label]!.test(found) && !(isStacItems(row) && found.startsWith('stac-'));
      });
      return {
        label,
        documents: requested.length,
        wrong: wrong.map((row) => `${row.file}: ${identified(row)?.identity.kind}`),
      };
    });
    console.log(
      table
        .map(({ label, documents: requests, wrong }) => `${label}: ${requests - wrong.length} of ${requests}`)
        .join('\n'),
    );
    expect(table.flatMap(({ wrong }) => wrong)).toEqual([]);
  });

  it('have the declared version', () => {
    const versioned = own.filter((row) => isClean(row) && row.version !== '' && row.version !== null);
    const wrong = versioned.filter((row) => identified(row)?.identity.version !== row.version);
    console.log(`version: ${versioned.length - wrong.length} of ${versioned.length}`);
    expect(wrong.map((row) => `${row.file}: ${identified(row)?.identity.version}`)).toEqual([]);
  });

  it('have the counts, titles and extents expected', () => {
    const differences: string[] = [];
    const lines = Object.entries(answers).map(([question, answer]) => {
      const [label = '', key = ''] = question.split(' ');
      const requested = own.filter((row) => row.kind === label && isClean(row) && row.expected[key] !== undefined);
      const wrong = requested.filter((row) => {
        const discovery = identified(row);
        return discovery === undefined || comparable(answer(discovery, row)) !== comparable(row.expected[key]);
      });
      for (const row of wrong)
        differences.push(
          `${question} ${row.file}: ${comparable(identified(row) && answer(identified(row)!, row))} for ${comparable(row.expected[key])}`,
        );
      return { question, documents: requested.length, wrong: wrong.length };
    });
    console.log(
      lines
        .map(({ question, documents: requests, wrong }) => `${question}: ${requests - wrong} of ${requests}`)
        .join('\n'),
    );
    console.log(differences.join('\n'));
    const requestCount = lines.reduce((sum, line) => sum + line.documents, 0);
    const wrong = lines.reduce((sum, line) => sum + line.wrong, 0);
    expect(wrong / requestCount).toBeLessThan(0.01);
  });

  it('are not found in other documents', () => {
    const taken = rows.filter((row) => !(row.kind in kindsOf) && ownKinds.test(identified(row)?.identity.kind ?? ''));
    const unexpected = taken.filter((row) => !isStacItems(row));
    expect(unexpected.map((row) => `${row.file}: ${identified(row)?.identity.kind}`)).toEqual([]);
  });
});

const urls = benchmarkUrls();

it.skipIf(urls.length === 0)('suspects the addresses of web APIs, and few others', () => {
  const own = kinds.filter(({ id }) => ownKinds.test(id));
  const isSuspected = ({ url }: { readonly url: string }) =>
    own.some((kind) => kind.suspect({ url, foundBy: 'link', anchor: '', window: '', nofollow: false }) >= 0.5);
  const recall = (type: string) => {
    const requested = urls.filter((row) => row.isService && row.type === type);
    return [requested.filter(isSuspected).length, requested.length] as const;
  };
  const found = ['OGCAPI', 'OGCAPI-RECORDS', 'STAC', 'XYZ-TILES'].map((type) => [type, ...recall(type)] as const);
  const mistaken = urls.filter((row) => !row.isService && isSuspected(row)).length;
  const ordinary = urls.filter(({ isService }) => !isService).length;
  console.log(found.map(([type, hits, requests]) => `${type}: ${hits} of ${requests}`).join('\n'));
  console.log(`ordinary addresses suspected: ${mistaken} of ${ordinary}`);
  for (const [type, hits, requests] of found)
    expect([type, hits / requests > (type === 'XYZ-TILES' ? 0.7 : 0.8)]).toEqual([type, true]);
  expect(mistaken / ordinary).toBeLessThan(0.005);
});
