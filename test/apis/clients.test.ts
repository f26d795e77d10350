// Real API clients: they connect, search with words and place, page to the end and open a record. What they get is
// compared with the catalog itself.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OgcApiEndpoint } from '@camptocamp/ogc-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Extent } from '../../src/model/extent.ts';
import type { Resource } from '../../src/model/resource.ts';
import { describeWith } from '../servers/needs.ts';
import { systemPython } from '../servers/running-server.ts';
import { idsOf, type Json, mentions, type OpenApis, openApis, touches } from './open-server.ts';

let apis: OpenApis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

const run = promisify(execFile);
const west: Extent = [-180, -90, 0, 90];

/** Loopback requests must bypass a proxy configured on the machine that runs the tests. */
const env = { ...process.env, no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1' };

async function python(script: string, input: string): Promise<string> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const running = run(systemPython, [file], { env, maxBuffer: 64 << 20 });
  running.child.stdin?.end(input);
  return (await running).stdout;
}

describeWith('owslib', () => {
  const ask = async (question: { api: string; words: string; box: Extent | null }): Promise<Json> => {
    const url = { records: '/ogc/', csw: '/csw' }[question.api]!;
    return JSON.parse(
      await python('./ask-with-owslib.py', `${JSON.stringify({ ...question, url: apis.url + url })}\n`),
    );
  };

  it('reads OGC API – Records', async () => {
    const expected = idsOf(apis.records, (record) => mentions(record, 'land cover') && touches(record, west));
    const found = await ask({ api: 'records', words: 'land cover', box: west });
    expect([found.matched, found.ids.toSorted()]).toEqual([expected.length, expected.toSorted()]);
    expect(found.opened).toEqual([found.ids[0], apis.records.find(({ id }) => id === found.ids[0])!.title]);
    expect(found.collections).toEqual(['services']);
    expect(found.queryables).toContain('title');
    const maps = apis.records.filter(({ kind }) => kind === 'wms').length;
    expect([found.filtered, found.posted]).toEqual([maps, maps]);
    expect((await ask({ api: 'records', words: '', box: null })).ids).toEqual(apis.records.map(({ id }) => id));
  });

  it('reads CSW', async () => {
    const expected = idsOf(
      apis.records,
      (record) => mentions(record, 'land') && mentions(record, 'cover') && touches(record, west),
    );
    const found = await ask({ api: 'csw', words: 'land cover', box: west });
    expect([found.matched, found.ids.toSorted()]).toEqual([expected.length, expected.toSorted()]);
    const first = apis.records.find(({ id }) => id === found.ids[0])!;
    expect(found.opened.slice(0, 2)).toEqual([first.id, first.title]);
    expect(found.iso.slice(0, 2)).toEqual([first.id, first.title]);
    expect(found.domain).toEqual(['hits', 'results', 'validate']);
    for (const [id, box] of Object.entries<Json>(found.boxes)) {
      const [left, bottom, right, top] = apis.records.find((record) => record.id === id)!.extent!;
      expect(box).toEqual([left, bottom, left > right ? right + 360 : right, top]);
    }
    expect((await ask({ api: 'csw', words: '', box: null })).ids).toEqual(apis.records.map(({ id }) => id));
  });
});

describeWith('gdal', () => {
  /** What GDAL reads, as GeoJSON. */
  const read = async (source: string, layer: string, ...options: string[]): Promise<Json[]> => {
    const { stdout } = await run('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', source, layer, ...options], {
      env,
      maxBuffer: 64 << 20,
    });
    return (JSON.parse(stdout) as Json).features;
  };
  const spat = west.map(String);

  it('reads OGC API – Records as features', async () => {
    const source = `OAPIF:${apis.url}/ogc`;
    const keys = (features: Json[]) => features.map(({ properties }) => properties.endpoint).sort();
    const expected = (fits: Parameters<typeof idsOf>[1]) =>
      apis.records
        .filter(fits)
        .map(({ endpoint }) => endpoint)
        .sort();
    expect(keys(await read(source, 'services'))).toEqual(expected(() => true));
    // GDAL filters the outlines again itself, where the one across the antimeridian extends to 185 degrees.
    const inPlane = (record: Resource) => touches(record, west) && record.extent![0] <= record.extent![2];
    expect(keys(await read(source, 'services', '-spat', ...spat))).toEqual(expected(inPlane));
    expect(keys(await read(source, 'services', '-where', "title LIKE 'Rivers%'"))).toEqual(
      expected(({ title }) => title.startsWith('Rivers')),
    );
    expect(keys(await read(source, 'services', '-where', "kind = 'wms' AND type = 'service'"))).toEqual(
      expected(({ kind }) => kind === 'wms'),
    );
    const { stdout } = await run('ogrinfo', ['-ro', '-so', source, 'services'], { env });
    expect(stdout).toContain(`Feature Count: ${apis.records.length}`);
  });

  it('reads CSW', async () => {
    const source = `CSW:${apis.url}/csw`;
    const keys = (features: Json[]) => features.map(({ properties }) => properties.identifier).sort();
    expect(keys(await read(source, 'records'))).toEqual(apis.records.map(({ id }) => id));
    expect(keys(await read(source, 'records', '-spat', ...spat))).toEqual(
      idsOf(apis.records, (record) => touches(record, west)),
    );
    const withWords = await read(source, 'records', '-where', "anytext LIKE '%rivers%'");
    expect(keys(withWords)).toEqual(idsOf(apis.records, (record) => mentions(record, 'rivers')));
    expect(await read(source, 'records', '-oo', 'OUTPUT_SCHEMA=gmd')).toHaveLength(apis.records.length);
  });
});

describeWith('rdflib', () => {
  it('reads DCAT', async () => {
    const document = await (await apis.get('/dcat.jsonld?limit=1000')).text();
    const { triples, listed, found } = JSON.parse(await python('./read-with-rdflib.py', document)) as Json;
    expect([triples > apis.records.length * 8, listed]).toEqual([true, apis.records.length]);
    for (const { id, family, title, endpoint, extent } of apis.records) {
      const literal = extent !== null && 'http://www.opengis.net/ont/geosparql#wktLiteral';
      expect(found[id]).toEqual([family === 'file' ? 'Dataset' : 'DataService', title, endpoint, literal]);
    }
  });
});

describe('@camptocamp/ogc-client', () => {
  it('recognizes a catalog of records, pages through it and opens one', async () => {
    const endpoint = new OgcApiEndpoint(`${apis.url}/ogc/`);
    expect(await endpoint.hasRecords).toBe(true);
    expect(await endpoint.recordCollections).toEqual(['services']);
    const info = await endpoint.getCollectionInfo('services');
    expect(info.queryables.map(({ name }) => name)).toContain('title');
    expect(info.sortables.map(({ name }) => name)).toContain('updated');
    const ids: Json[] = [];
    for (let page: readonly Json[] | null = null; page === null || page.length > 0; ) {
      page = (await endpoint.getCollectionItems('services', 20, ids.length)) as readonly Json[];
      ids.push(...page.map(({ id }) => id));
    }
    expect(ids).toEqual(apis.records.map(({ id }) => id));
    const { properties } = (await endpoint.getCollectionItem('services', ids[1])) as Json;
    expect(properties.title).toBe(apis.records[1]!.title);
    const url = await endpoint.getCollectionItemsUrl('services', { extent: [-180, -90, 0, 90], limit: 100 });
    const { features } = (await (await fetch(url)).json()) as Json;
    expect(features.map(({ id }: Json) => id).sort()).toEqual(idsOf(apis.records, (record) => touches(record, west)));
  });
});
