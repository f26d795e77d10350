// The WMS kind on real documents: everything read as expected, nothing else taken for a WMS.
import { describe, expect, it } from 'vitest';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import { wms } from '../../src/kinds/ogc/wms/wms.ts';
import type { Discovery } from '../../src/model/resource.ts';
import { benchmarkUrls, type CorpusRow, corpusDocument, corpusRows } from './corpus.ts';
import { labels } from './labels.ts';

const rows = corpusRows();
const isClean = ({ flags }: CorpusRow) => !flags.includes('malformed') && !flags.includes('template');

/** Our answer to one expectation. The expectations count elements as written; ours add what is inherited. */
const answers: Readonly<Record<string, (discovery: Discovery) => unknown>> = {
  layers: ({ description }) => description.layerCount,
  named_layers: ({ description }) => description.layers.filter(({ name }) => name !== null).length,
  distinct_names: ({ description }) =>
    new Set(description.layers.map(({ name }) => name).filter((name) => name !== null)).size,
  title: ({ description }) => description.title,
  last_layer_name: ({ description }) => description.layers.findLast(({ name }) => name !== null)?.name ?? '',
  queryable: ({ description }) => description.layers.filter(({ queryable }) => queryable).length,
  named_with_geobbox: ({ description }) =>
    description.layers.filter(({ name, extent }) => name !== null && extent !== null).length,
  union_bbox: ({ description }) => description.extent?.map((value) => Math.round(value * 1000) / 1000) ?? null,
  crs: ({ description }) => Math.max(0, ...description.layers.map(({ crsCount }) => crsCount)),
  styles: ({ description }) => description.layers.reduce((sum, { styles }) => sum + styles.length, 0),
  time_layers: ({ description }) => description.layers.filter(({ time }) => time !== null).length,
  getmap_formats: ({ description }) => description.formats.length,
  getmap_url: ({ description }) => description.claimedUrl,
};

function comparable(value: unknown): string {
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim();
  if (Array.isArray(value)) return value.map((member) => Math.round(member * 1000) / 1000).join();
  return String(value ?? null);
}

const discoveries = new Map<CorpusRow, Discovery | undefined>();

/** Read once; the questions below are many. */
function identified(row: CorpusRow): Discovery | undefined {
  if (!discoveries.has(row)) discoveries.set(row, identify(corpusDocument(row), kinds)[0]);
  return discoveries.get(row);
}

describe.skipIf(rows.length === 0)('the corpus', () => {
  it('has a meaning for every label, and the table knows the registry', () => {
    const met = new Set(rows.map(({ kind }) => kind));
    expect([...met].filter((label) => labels[label] === undefined)).toEqual([]);
    const ids = new Set(kinds.map(({ id }) => id));
    for (const { kind, exists } of Object.values(labels)) expect(kind !== null && ids.has(kind)).toBe(exists);
  });

  it('is WMS if labeled so, and only then', () => {
    const confusion: string[] = [];
    for (const row of rows) {
      const found = identified(row)?.identity.kind ?? null;
      const meaning = labels[row.kind];
      const expected = meaning?.exists === true ? meaning.kind : null;
      if (found !== expected && !(found !== null && meaning?.others?.includes(found)))
        confusion.push(`${row.file}: expected ${expected}, got ${found}`);
    }
    console.log(`identified ${rows.length - confusion.length} of ${rows.length} documents as expected`, confusion);
    expect(confusion).toEqual([]);
  });

  const documents = rows.filter(({ kind }) => kind === 'wms');

  it('has the expected version and layer count', () => {
    const clean = documents.filter(isClean);
    const wrong = clean.filter((row) => {
      const discovery = identified(row);
      return discovery?.identity.version !== row.version || discovery?.description.layerCount !== row.expected.layers;
    });
    console.log(
      `version and layer count: ${clean.length - wrong.length} of ${clean.length}`,
      wrong.map(({ file }) => file),
    );
    expect(wrong.length).toBeLessThanOrEqual(clean.length * 0.01);
  });

  it('meets the other expectations of a WMS', () => {
    const agreement = Object.entries(answers).map(([key, answer]) => {
      const requested = documents.filter(({ expected }) => expected[key] !== undefined);
      const agreed = requested.filter((row) => {
        const discovery = identified(row);
        return discovery !== undefined && comparable(answer(discovery)) === comparable(row.expected[key]);
      });
      return [key, agreed.length / requested.length, `${agreed.length} of ${requested.length}`] as const;
    });
    console.log(agreement.map(([key, , figures]) => `${key}: ${figures}`).join('\n'));
    const share = new Map(agreement.map(([key, value]) => [key, value]));
    for (const key of ['layers', 'named_layers', 'distinct_names', 'last_layer_name']) expect(share.get(key)).toBe(1);
    expect(share.get('title')).toBeGreaterThan(0.98);
    expect(share.get('union_bbox')).toBeGreaterThan(0.85);
  });

  it('reads what it can of malformed WMS, with problems', () => {
    for (const row of documents.filter((document) => !isClean(document))) {
      const discovery = identified(row);
      expect(discovery?.description.layerCount).toBe(row.expected.layers);
      expect(discovery?.description.problems.map(({ code }) => code)).toContain('xml.malformed');
    }
  });
});

const urls = benchmarkUrls();

it.skipIf(urls.length === 0)('suspects the addresses of WMS, and few others', () => {
  const isSuspected = (url: string) =>
    wms.suspect({ url, foundBy: 'link', anchor: '', window: '', nofollow: false }) >= 0.5;
  const own = urls.filter(({ isService, type }) => isService && (type === 'WMS' || type === 'WMS-C'));
  const found = own.filter(({ url }) => isSuspected(url)).length;
  const mistaken = urls.filter(({ isService, url }) => !isService && isSuspected(url)).length;
  const others = urls.filter(({ isService, url }) => isService && isSuspected(url)).length;
  const services = urls.filter(({ isService }) => isService).length;
  console.log(
    `WMS: precision ${(found / (found + mistaken)).toFixed(3)}, recall ${(found / own.length).toFixed(3)} (n = ${own.length})`,
  );
  console.log(
    `any service: precision ${(others / (others + mistaken)).toFixed(3)}, recall ${(others / services).toFixed(3)}`,
  );
  expect(found / own.length).toBeGreaterThan(0.95);
  expect(found / (found + mistaken)).toBeGreaterThan(0.95);
});
