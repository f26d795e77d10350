// The Esri documents of the corpus: kind, version, counts, and that no other document is taken for one.
import { describe, expect, it } from 'vitest';
import { identify } from '../../src/identify/identify.ts';
import { arcgisCatalog } from '../../src/kinds/esri/arcgis-catalog.ts';
import { arcgisFeatureServer, arcgisMapServer } from '../../src/kinds/esri/arcgis-services.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Link } from '../../src/model/link.ts';
import type { Discovery } from '../../src/model/resource.ts';
import { benchmarkUrls, type CorpusRow, corpusDocument, corpusRows } from './corpus.ts';
import { labels } from './labels.ts';

const rows = corpusRows();
const esriLabels = new Set(['arcgis-catalog', 'arcgis-service', 'arcgis-layer', 'arcgis-query']);
const esriKinds = kinds.filter(({ id }) => /^(?:arcgis-|arcims|esri-)/.test(id));

/** What each expectation is called with us. */
const answers: Readonly<Record<string, (discovery: Discovery) => unknown>> = {
  title: ({ description }) => description.title,
  services: ({ description }) => description.layerCount,
  names: ({ identity, description }) =>
    description.layers
      .slice(0, 5)
      .map(({ name, title }) => (identity.kind === 'arcgis-catalog' ? name?.replace(/\/\w+$/, '') : title)),
  features: ({ description }) => description.layers[0]?.featureCount,
  bbox: ({ description }) => (description.extent === null ? 0 : 1),
};

function identified(row: CorpusRow): Discovery | undefined {
  return identify(corpusDocument(row), kinds)[0];
}

describe.skipIf(rows.length === 0)('Esri documents of the corpus', () => {
  const own = rows.filter(({ kind }) => esriLabels.has(kind));

  it('have their kind and version', () => {
    const wrong = own.filter((row) => {
      const discovery = identified(row);
      const meaning = labels[row.kind];
      const accepted = [meaning?.kind, ...(meaning?.others ?? [])];
      const version = row.version === '' ? null : row.version;
      return (
        discovery === undefined || !accepted.includes(discovery.identity.kind) || discovery.identity.version !== version
      );
    });
    console.log(
      `kind and version: ${own.length - wrong.length} of ${own.length}`,
      wrong.map(({ file }) => file),
    );
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  it('have the expected counts', () => {
    const different: string[] = [];
    let requests = 0;
    for (const row of own) {
      const discovery = identified(row);
      for (const [key, answer] of Object.entries(answers)) {
        if (row.expected[key] === undefined || discovery === undefined) continue;
        requests++;
        const ours = JSON.stringify(answer(discovery));
        const theirs = JSON.stringify(row.expected[key]);
        if (ours !== theirs) different.push(`${row.file} ${key}: ${ours}, expected ${theirs}`);
      }
      const { layers, tables } = row.expected;
      if (typeof layers === 'number' && discovery?.description.layerCount !== layers + Number(tables ?? 0)) {
        different.push(`${row.file} layers: ${discovery?.description.layerCount}, expected ${layers}`);
      }
    }
    console.log(`expectations met: ${requests - different.length} of ${requests}`, different);
    expect(different).toEqual([]);
  });

  it('are not found in other documents', () => {
    const others = rows.filter(({ kind }) => !esriLabels.has(kind));
    const claimed = others.flatMap((row) => {
      const document = corpusDocument(row);
      const claimant = esriKinds.find(
        (kind) => kind.forms.includes(document.form) && kind.identify(document).length > 0,
      );
      return claimant === undefined ? [] : [`${row.file}: ${claimant.id}`];
    });
    console.log(`claimed of ${others.length} others: ${claimed.length}`, claimed);
    expect(claimed).toEqual([]);
  });
});

const urls = benchmarkUrls();

it.skipIf(urls.length === 0)('suspects the addresses of ArcGIS services, and few others', () => {
  const link = (url: string): Link => ({ url, foundBy: 'link', anchor: '', window: '', nofollow: false });
  const suspected = (url: string) => esriKinds.some((kind) => kind.suspect(link(url)) >= 0.5);
  const own = urls.filter(({ isService, type }) => isService && type.startsWith('ARCGIS'));
  const found = own.filter(({ url }) => suspected(url)).length;
  const mistaken = urls.filter(({ isService, url }) => !isService && suspected(url));
  const missed = own.filter(({ url }) => !suspected(url)).map(({ url }) => url);
  console.log(`recall ${(found / own.length).toFixed(3)} of ${own.length}`, missed.slice(0, 10));
  console.log(
    `precision ${(found / (found + mistaken.length)).toFixed(3)}`,
    mistaken.slice(0, 10).map(({ url }) => url),
  );
  expect(found / own.length).toBeGreaterThan(0.97);
  // Some of the "ordinary" addresses are services directories given as homepages.
  expect(found / (found + mistaken.length)).toBeGreaterThan(0.9);
  expect(own.some(({ url }) => arcgisCatalog.suspect(link(url)) >= 0.5)).toBe(true);
  expect(own.some(({ url }) => arcgisMapServer.suspect(link(url)) >= 0.5)).toBe(true);
  expect(own.some(({ url }) => arcgisFeatureServer.suspect(link(url)) >= 0.5)).toBe(true);
});
