// QGIS without a screen: MetaSearch's own dialog at the CSW, the catalog as a layer, and layer definitions of real services.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Extent } from '../../src/model/extent.ts';
import type { Resource } from '../../src/model/resource.ts';
import { layerDefinition, mapDefinition } from '../../src/serve/formats/qgis.ts';
import { idsOf, mentions, type OpenApis, openApis, touches } from '../apis/open-server.ts';
import { startMapServer } from '../servers/mapserver.ts';
import { describeWith } from '../servers/needs.ts';
import { makeTestFolder, systemPython } from '../servers/running-server.ts';
import { crawlServer } from '../servers/sweep.ts';

const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen', no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1' };

/** The last line a script of test/doors prints. */
async function qgis<T>(script: string, ...given: readonly string[]): Promise<T> {
  const file = fileURLToPath(new URL(`../doors/${script}`, import.meta.url));
  const { stdout } = await promisify(execFile)(systemPython, [file, ...given], { env, maxBuffer: 64 << 20 });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as T;
}

interface Shown {
  readonly pages: readonly {
    readonly label: string;
    readonly rows: readonly (readonly [string, string, boolean, boolean])[];
  }[];
  readonly opened: readonly string[];
  readonly warnings: readonly string[];
}

describeWith('metasearch', () => {
  let apis: OpenApis;
  beforeAll(async () => {
    apis = await openApis();
  });
  afterAll(() => apis.close());

  const search = (words: string, box: Extent | null): Promise<Shown> =>
    qgis('search-with-metasearch.py', `${apis.url}/csw`, words, box?.join(',') ?? '');
  const rowsOf = ({ pages }: Shown) => pages.flatMap(({ rows }) => rows);

  it('shows every record, page by page, and offers to add what QGIS can open', async () => {
    const shown = await search('', null);
    expect(shown.warnings).toEqual([]);
    expect(shown.pages.map(({ label }) => label)).toEqual(
      Array.from({ length: 6 }, (_, page) => `Showing ${page * 10 + 1} - ${page * 10 + 10} of 60 result(s)`),
    );
    const rows = rowsOf(shown);
    expect(rows.map(([id]) => id).sort()).toEqual(apis.records.map(({ id }) => id));
    for (const [id, , canAdd, canAddMap] of rows) {
      const { kind } = apis.records.find((record) => record.id === id)!;
      expect([kind, canAdd, canAddMap]).toEqual([kind, kind !== 'csw', kind === 'wms' || kind === 'wmts']);
    }
  });

  it('finds words, without wildcards, within a box, and opens a record', async () => {
    const box: Extent = [-180, -90, 0, 90];
    const shown = await search('land cover', box);
    const expected = idsOf(
      apis.records,
      (record) => mentions(record, 'land') && mentions(record, 'cover') && touches(record, box),
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(
      rowsOf(shown)
        .map(([id]) => id)
        .sort(),
    ).toEqual(expected.sort());
    expect(shown.opened).toHaveLength(1);
    expect(expected.some((id) => shown.opened[0]!.includes(id))).toBe(true);
  });

  it('reads the catalog as a layer of OGC API – Features, page by page', async () => {
    interface Read {
      readonly isValid: boolean;
      readonly all: readonly string[];
      readonly inBox: readonly string[];
    }
    const read = await qgis<Read>('open-with-qgis.py', 'oapif', `${apis.url}/ogc`);
    const endpoints = (fits: (record: Resource) => boolean) =>
      apis.records
        .filter(fits)
        .map(({ endpoint }) => endpoint)
        .sort();
    expect(read.isValid).toBe(true);
    expect(read.all).toEqual(endpoints(() => true));
    expect(read.inBox).toEqual(endpoints((record) => touches(record, [-100, -60, 100, 60])));
  });
});

describeWith('metasearch+mapserver', () => {
  it('opens the layer definitions of a real WMS and WFS', async () => {
    const server = await startMapServer();
    const folder = await makeTestFolder('qlr');
    try {
      const seed = (service: string) => `${server.url}&SERVICE=${service}&REQUEST=GetCapabilities`;
      const found = [...(await crawlServer(seed('WMS'))), ...(await crawlServer(seed('WFS')))];
      const records = ['wms', 'wfs'].map((kind) => found.find((record) => record.kind === kind)!);
      const files = records.map(({ kind }) => join(folder.path, `${kind}.qlr`));
      await Promise.all(records.map((record, index) => writeFile(files[index]!, layerDefinition(record)!)));
      const opened = await qgis<[string, boolean][][]>('open-with-qgis.py', 'qlr', ...files);
      for (const [index, record] of records.entries()) {
        const titles = record.layers.filter(({ name }) => name !== null).map(({ title }) => title);
        expect(opened[index]).toEqual(titles.map((title) => [title, true]));
      }
      // The map of the web app: single layers of several services, in the order the user chose.
      const chosen = records.toReversed().map((record) => {
        const layer = record.layers.find(({ name }) => name !== null)!;
        return { record, name: layer.name!, title: layer.title };
      });
      const basket = join(folder.path, 'map.qlr');
      await writeFile(basket, mapDefinition(chosen)!);
      const [shown] = await qgis<[string, boolean][][]>('open-with-qgis.py', 'qlr', basket);
      expect(shown).toEqual(chosen.map(({ title }) => [title, true]));
    } finally {
      await server.close();
      await folder.remove();
    }
  });
});
