// Every export format, read back by other software or by our own import.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { parse } from 'meriyah';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walkXml, type XmlNode } from '../../src/base/xml/xml-walk.ts';
import { importRecords } from '../../src/cli/import/import-records.ts';
import type { Resource } from '../../src/model/resource.ts';
import { openCatalog } from '../../src/open-catalog.ts';
import { probeDocument } from '../../src/probe.ts';
import { type ExportForm, exportCatalog } from '../../src/serve/formats/export-catalog.ts';
import { snippet, snippetForms } from '../../src/serve/formats/snippets.ts';
import { makeLayer, makeResource } from '../conformance/made-records.ts';
import { describeWith } from '../servers/needs.ts';
import { systemPython } from '../servers/running-server.ts';
import { fillCatalog, type Json } from './open-server.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'geotrawl-exports-'));
const made: { readonly db: string; records: readonly Resource[] } = { db: join(folder, 'catalog.db'), records: [] };
beforeAll(async () => {
  made.records = await fillCatalog(made.db);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function write(db: string, form: ExportForm, output: string): Promise<string> {
  const catalog = openCatalog({ db });
  const path = join(folder, output);
  await exportCatalog(catalog.all(), {
    form,
    output: path,
    base: 'https://maps.example.org',
    title: 'Test',
    print: async () => {},
  });
  await catalog.close();
  return path;
}

function rootOf(file: string): XmlNode {
  let root: XmlNode | null = null;
  const take = (node: XmlNode) => {
    root = node;
  };
  expect(walkXml({ bytes: readFileSync(file), charset: 'utf-8', partial: null }, { '*': take })).toEqual([]);
  return root!;
}

/** The first lines that are not the same: whole files would fill the screen. */
function differences(one: string, other: string): string[] {
  const others = other.split('\n');
  return one
    .split('\n')
    .flatMap((line, index) => (line === others[index] ? [] : [`${index + 1}: ${line.slice(0, 200)}`]))
    .slice(0, 3);
}

describe('round trip', () => {
  it('NDJSON and GeoJSON have the same bytes after an import, with manual corrections', async () => {
    const catalog = openCatalog({ db: made.db });
    const [one, other] = [made.records[0]!, made.records.find(({ layerCount }) => layerCount > 0)!];
    for (const topic of ['inspire:lc', 'concept:forest'])
      await catalog.readTopics(topic === 'inspire:lc' ? one.id : other.id);
    await catalog.correctTopic(one.id, { layer: null, topic: 'inspire:hy', verdict: 'add', madeMs: 5 });
    await catalog.correctTopic(other.id, {
      layer: other.layers[0]!.name,
      topic: 'inspire:hy',
      verdict: 'add',
      madeMs: 5,
    });
    await catalog.close();
    const bytes = readFileSync(await write(made.db, 'ndjson', 'first.ndjson'), 'utf8');
    expect(bytes).toContain('"by":"user"');
    for (const form of ['ndjson', 'geojson'] as const) {
      const db = join(folder, `${form}.db`);
      const file = await write(made.db, form, `out.${form}`);
      const report = await importRecords(Readable.from([readFileSync(file)]), { db, nowMs: 1 });
      expect(report).toEqual({ read: 60, taken: 60, older: 0, refused: 0, reasons: [] });
      expect(differences(bytes, readFileSync(await write(db, 'ndjson', `second-${form}.ndjson`), 'utf8'))).toEqual([]);
      const again = await importRecords(Readable.from([readFileSync(file)]), { db, nowMs: 1 });
      expect(again).toMatchObject({ taken: 60, refused: 0 });
      expect(differences(bytes, readFileSync(await write(db, 'ndjson', `third-${form}.ndjson`), 'utf8'))).toEqual([]);
    }
  });

  it('keeps newer records, and rejects invalid records line by line', async () => {
    const db = join(folder, 'partly.db');
    const record = JSON.parse(readFileSync(await write(made.db, 'ndjson', 'all.ndjson'), 'utf8').split('\n')[0]!);
    const older = {
      ...record,
      title: 'Older',
      firstSeen: '2001-01-01T00:00:00.000Z',
      lastSeen: '2001-01-01T00:00:00.000Z',
    };
    const lines = [record, older, { kind: 'wms' }, { ...record, extent: [1, 2] }, 5].map((one) => JSON.stringify(one));
    const report = await importRecords(Readable.from([`${lines.join('\n')}\nnot json\n`]), { db, nowMs: 1 });
    expect(report).toMatchObject({ read: 6, taken: 1, older: 1, refused: 4 });
    expect(report.reasons.map((reason) => reason.split(':')[0])).toEqual(['line 3', 'line 4', 'line 5', 'line 6']);
    const catalog = openCatalog({ db });
    expect((await catalog.get(record.id))?.title).toBe(record.title);
    expect((await catalog.search({ words: record.title })).total).toBe(1);
    await catalog.close();
  });
});

describe('folders', () => {
  it('iso: a document per record, well-formed for any harvested text', async () => {
    const path = await write(made.db, 'iso', 'iso');
    expect(readdirSync(path).sort()).toEqual(made.records.map(({ id }) => `${id}.xml`));
    for (const file of readdirSync(path)) expect(rootOf(join(path, file)).name).toBe('MD_Metadata');
  });

  it('records-static: the catalog links to every record and back', async () => {
    const path = await write(made.db, 'records-static', 'static');
    const catalog = JSON.parse(readFileSync(join(path, 'catalog.json'), 'utf8')) as Json;
    const items = catalog.links.filter(({ rel }: Json) => rel === 'item');
    const ids = items.map(({ href }: Json) => {
      const file = resolve(path, href);
      const record = JSON.parse(readFileSync(file, 'utf8')) as Json;
      const up = record.links.find(({ rel }: Json) => rel === 'collection').href;
      expect(resolve(dirname(file), up)).toBe(join(path, 'catalog.json'));
      for (const { href: to } of record.links) expect(to).not.toContain('urn:');
      return record.id;
    });
    expect(ids).toEqual(made.records.map(({ id }) => id));
  });

  it('qgis: connections with unique names', async () => {
    const path = await write(made.db, 'qgis', 'qgis');
    expect(readdirSync(path).sort()).toEqual(['arcgis-features.xml', 'csw.xml', 'wfs.xml', 'wms.xml']);
    const { name, children } = rootOf(join(path, 'wms.xml'));
    expect(name).toBe('qgsWMSConnections');
    expect(children.map((one) => one.attributes.get('url')).sort()).toEqual(
      made.records
        .filter(({ kind }) => kind === 'wms' || kind === 'wmts')
        .map(({ endpoint }) => endpoint)
        .sort(),
    );
    expect(new Set(children.map((one) => one.attributes.get('name'))).size).toBe(children.length);
  });

  it('need a target', async () => {
    const options = { output: undefined, base: '', title: '', print: async () => {} };
    for (const form of ['iso', 'gpkg'] as const)
      await expect(exportCatalog(empty(), { ...options, form })).rejects.toMatchObject({ code: 'usage.bad-argument' });
    const nowhere = { ...options, output: '/proc/nowhere/x', form: 'geojson' as const };
    await expect(exportCatalog(empty(), nowhere)).rejects.toMatchObject({ code: 'usage.bad-argument' });
  });
});

async function* empty() {}

describe('GeoParquet', () => {
  it('is read by hyparquet, with several row groups', async () => {
    const path = join(folder, 'many.parquet');
    async function* many() {
      for (let n = 0; n < 12_001; n++) yield { ...made.records[n % made.records.length]!, layerCount: n };
    }
    await exportCatalog(many(), { form: 'geoparquet', output: path, base: '', title: '', print: async () => {} });
    const rows = (await parquetReadObjects({ file: await asyncBufferFromFile(path) })) as Json[];
    expect(rows).toHaveLength(12_001);
    for (const [n, row] of rows.entries()) {
      if (n % 97 !== 0) continue;
      const { id, title, extent, license, lastSeenMs } = made.records[n % made.records.length]!;
      expect(row).toMatchObject({
        id,
        title: Buffer.from(title).toString(),
        layer_count: n,
        open: license?.open ?? null,
      });
      expect(row.last_seen.getTime()).toBe(lastSeenMs);
      expect(row.geometry?.coordinates[0][0][0] ?? null).toEqual(extent && [extent[0], extent[1]]);
    }
    const [report] = [...probeDocument(readFileSync(path), { baseUrl: 'https://files.example/many.parquet' })];
    expect(report).toMatchObject({
      kind: 'geoparquet',
      version: '1.1.0',
      problems: expect.not.arrayContaining([expect.objectContaining({ code: 'file.partly-read' })]),
    });
  });

  it('is compressed and has the bounding box of all records in its metadata', async () => {
    const path = await write(made.db, 'geoparquet', 'all.parquet');
    const { key_value_metadata, row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(path));
    const codecs = row_groups.flatMap(({ columns }) => columns.map(({ meta_data }) => meta_data?.codec));
    expect(new Set(codecs)).toEqual(new Set(['SNAPPY']));
    const geo = JSON.parse(key_value_metadata?.find(({ key }) => key === 'geo')?.value ?? 'null') as Json;
    expect(geo).toMatchObject({ version: '1.1.0', primary_column: 'geometry' });
    const extents = made.records.flatMap(({ extent }) => (extent === null ? [] : [extent]));
    const bbox = geo.columns.geometry.bbox as number[];
    expect([bbox[1], bbox[3]]).toEqual([
      Math.min(...extents.map(([, south]) => south)),
      Math.max(...extents.map(([, , , north]) => north)),
    ]);
  });

  it('is a valid file without records', async () => {
    const path = join(folder, 'empty.parquet');
    await exportCatalog(empty(), { form: 'geoparquet', output: path, base: '', title: '', print: async () => {} });
    const { num_rows, schema } = await parquetMetadataAsync(await asyncBufferFromFile(path));
    expect([num_rows, schema.map(({ name }) => name)]).toEqual([
      0n,
      expect.arrayContaining(['geometry', 'id', 'open']),
    ]);
  });
});

describeWith('gdal', () => {
  it('reads the GeoPackage: records, layers and their extents', async () => {
    const path = await write(made.db, 'gpkg', 'all.gpkg');
    const read = async (layer: string) => {
      const { stdout } = await run('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', path, layer], { maxBuffer: 64 << 20 });
      return (JSON.parse(stdout) as Json).features as Json[];
    };
    const records = await read('records');
    expect(records.map(({ properties }) => properties.id)).toEqual(made.records.map(({ id }) => id));
    for (const [index, { geometry, properties }] of records.entries()) {
      const { extent, title, layerCount } = made.records[index]!;
      // GeoPackage text ends at a NUL, and the other controls stay.
      if (!title.includes('\ufffd')) expect(properties).toMatchObject({ title, layer_count: layerCount });
      expect(geometry === null).toBe(extent === null);
      if (extent === null) continue;
      const xs = geometry.coordinates.flat(2).map(([x]: number[]) => x);
      expect([Math.min(...xs), Math.max(...xs)]).toEqual(extent[0] > extent[2] ? [-180, 180] : [extent[0], extent[2]]);
    }
    expect(await read('layers')).toHaveLength(made.records.reduce((sum, { layers }) => sum + layers.length, 0));
    const { stdout } = await run('ogrinfo', ['-so', path, 'records']);
    expect(stdout).not.toMatch(/warning|error/i);
  });
});

describeWith('rdflib', () => {
  it('reads the entire catalog as DCAT', async () => {
    const path = await write(made.db, 'dcat', 'all.jsonld');
    const script = new URL('./read-with-rdflib.py', import.meta.url).pathname;
    const running = run(systemPython, [script], { maxBuffer: 64 << 20 });
    running.child.stdin?.end(readFileSync(path));
    const { listed, found } = JSON.parse((await running).stdout) as Json;
    expect([listed, Object.keys(found).sort()]).toEqual([60, made.records.map(({ id }) => id)]);
  });
});

describe('snippets', () => {
  const hostile = `x'); import os; os.system("id") #\n"\\ \u2028 $(id) \`id\``;
  const endpoint = `https://geo.example/wms?map=${hostile}`;
  const records = ['wms', 'wfs', 'geojson', 'xyz', 'geotiff', 'csw', 'wmts', 'shapefile'].map((kind) =>
    makeResource('aaaa', { kind, endpoint, url: endpoint, title: hostile, layers: [makeLayer({ name: hostile })] }),
  );

  it('are valid programs for any harvested text', async () => {
    for (const record of records) {
      for (const form of snippetForms) {
        const text = snippet(record, form);
        if (text === null) continue;
        if (['maplibre', 'openlayers', 'leaflet'].includes(form))
          expect(() => parse(text, { module: true, next: true })).not.toThrow();
        else if (form === 'python')
          await run(systemPython, [
            '-c',
            'import ast, sys; tree = ast.parse(sys.argv[1]); assert not any(isinstance(n, ast.Attribute) and n.attr == "system" for n in ast.walk(tree))',
            text,
          ]);
        else if (form !== 'r') {
          // As many words as were meant: the address is one of them.
          const { stdout } = await run('sh', ['-c', `set -- ${text.trimEnd()}; printf %s "$#"`]);
          expect([form, Number(stdout)]).toEqual([form, form === 'curl' ? 3 : text.startsWith('ogrinfo') ? 3 : 2]);
        }
      }
    }
  });
});
