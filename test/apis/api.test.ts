// The JSON API does what its OpenAPI document states.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCatalog } from '../../src/open-catalog.ts';
import { until } from '../crawls/watch-crawl.ts';
import { idsOf, type Json, type OpenApis, openApis, touches } from './open-server.ts';

let apis: OpenApis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

it('responds at every documented path and rejects other parameters', async () => {
  const { openapi, paths } = await apis.json('/api/v1/openapi.json');
  expect(openapi).toBe('3.1.0');
  for (const [path, { get: operation }] of Object.entries<Json>(paths)) {
    // Crawls and people have tests of their own.
    if (operation === undefined || operation['x-permission'] !== 'look' || !path.startsWith('/api/v1/')) continue;
    const real = path.replace('{id}', apis.records[0]!.id);
    expect([path, (await apis.get(real)).status]).toEqual([path, 200]);
    if (/health|ready|version/.test(path)) continue;
    expect([path, (await apis.get(`${real}?unheard-of=1`)).status]).toEqual([path, 400]);
    for (const { name, in: place, description } of operation.parameters) {
      if (place !== 'query') continue;
      expect([path, name, description]).toEqual([path, name, expect.stringMatching(/./)]);
      // A parameter that is known is either taken or refused by its value, never by its name.
      const answer = await (await apis.get(`${real}?${name}=1`)).text();
      expect([path, name, answer]).toEqual([path, name, expect.not.stringContaining('unknown parameter')]);
    }
  }
});

describe('search', () => {
  it('ranks, gives reasons, and pages by cursor to the end', async () => {
    const first = await apis.json('/api/v1/search?q=rivers&limit=3');
    expect(first.items[0]).toMatchObject({
      score: expect.any(Number),
      reasons: expect.arrayContaining([expect.stringContaining('rivers')]),
    });
    const ids: string[] = [];
    for (let next: string | null = `${apis.url}/api/v1/search?q=rivers&limit=3`; next !== null; ) {
      const page = (await (await fetch(next)).json()) as Json;
      ids.push(...page.items.map(({ id }: Json) => id));
      next = page.next;
    }
    expect(ids).toHaveLength(first.total);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('finds by place and kind, and by filter', async () => {
    const ids = async (query: string) =>
      (await apis.json(`/api/v1/search?limit=100&${query}`)).items.map(({ id }: Json) => id).sort();
    const within = idsOf(
      apis.records,
      ({ extent, kind }) =>
        kind === 'wms' && extent !== null && extent[0] >= -100 && extent[2] <= 100 && extent[0] <= extent[2],
    ).sort();
    expect(within.length).toBeGreaterThan(0);
    expect(await ids('bbox=-100,-90,100,90&relation=within&kind=wms')).toEqual(within);
    expect(await ids("bbox=-100,-90,100,90&relation=within&filter=kind='wms'")).toEqual(within);
    expect(await ids('bbox=-10,-30,40,30')).toEqual(
      idsOf(apis.records, (record) => touches(record, [-10, -30, 40, 30])).sort(),
    );
  });

  it.each([
    'relation=within',
    'relation=near&bbox=1,1,2,2',
    'topic=water',
    'cursor=xyz',
    'cursor=eyJhdCI6MX0&offset=1',
    'limit=-1',
    'each=world',
    'facets=title',
    'expand=perhaps',
    'sortby=title&facets=kind',
  ])('rejects %s', async (query) => {
    const response = await apis.get(`/api/v1/search?${query}`);
    expect(response.status).toBe(400);
    expect(((await response.json()) as Json).code).toMatch(/^request\.bad-parameter$|^usage\.bad-argument$/);
  });
});

describe('search, further', () => {
  it('ranks with a filter, counts facets, and returns single layers', async () => {
    const filter = encodeURIComponent("kind IN ('wms','wfs')");
    const found = await apis.json(`/api/v1/search?q=rivers&filter=${filter}&facets=kind,host&limit=100`);
    expect(found.total).toBeGreaterThan(0);
    for (const { kind, score } of found.items)
      expect([['wms', 'wfs'].includes(kind), typeof score]).toEqual([true, 'number']);
    expect(found.facets.kind.reduce((sum: number, { count }: Json) => sum + count, 0)).toBe(found.total);
    const layers = await apis.json('/api/v1/search?q=rivers&each=layer&expand=false&limit=100');
    expect(layers.items.some(({ layer }: Json) => layer?.title.startsWith('Rivers layer'))).toBe(true);
  });

  it('finds by time, and sorts by a property', async () => {
    const fits = ({ time }: { time: string | null }) => time !== null && time.slice(11) >= '2021-06-01';
    const expected = idsOf(apis.records, fits).sort();
    for (const order of ['', '&sortby=-updated']) {
      const { items } = await apis.json(`/api/v1/search?datetime=2021-06-01/..&limit=100${order}`);
      expect(items.map(({ id }: Json) => id).sort()).toEqual(expected);
    }
  });
});

describe('resources', () => {
  it('pages by cursor, each record once', async () => {
    const ids: string[] = [];
    for (let next: string | null = `${apis.url}/api/v1/resources?limit=17&fields=id`; next !== null; ) {
      const page = (await (await fetch(next)).json()) as Json;
      for (const item of page.items) expect(Object.keys(item)).toEqual(['id']);
      ids.push(...page.items.map(({ id }: Json) => id));
      next = page.next;
    }
    expect(ids).toEqual(apis.records.map(({ id }) => id));
  });

  it('returns layers, history and provenance of a record', async () => {
    const record = apis.records.find(({ layerCount }) => layerCount === 3)!;
    const one = await apis.json(`/api/v1/resources/${record.id}`);
    expect(one).toMatchObject({ id: record.id, title: record.title, layerCount: 3 });
    const { total, items, next } = (await (await fetch(`${one.links.layers}?limit=2`)).json()) as Json;
    expect([total, items.length, ((await (await fetch(next)).json()) as Json).items.length]).toEqual([3, 2, 1]);
    expect((await apis.json(`/api/v1/resources/${record.id}/history`)).items).toHaveLength(1);
    expect((await apis.get('/api/v1/resources/ffffffffffffffff/layers')).status).toBe(404);
  });
});

it('counts facets of the filtered records', async () => {
  const { total, facets } = await apis.json('/api/v1/facets?by=kind,open&layerCount=0');
  const expected = apis.records.filter(({ layerCount }) => layerCount === 0);
  expect(total).toBe(expected.length);
  for (const { value, count } of facets[0].values)
    expect(count).toBe(expected.filter(({ kind }) => kind === value).length);
  expect(facets[0].values.reduce((sum: number, { count }: Json) => sum + count, 0)).toBe(total);
  expect((await apis.get('/api/v1/facets?by=title')).status).toBe(400);
});

it('indexes what another process writes', async () => {
  const count = async () => (await apis.json("/api/v1/resources?filter=topics='inspire:hy'")).total;
  const waiting = async () => (await apis.json('/api/v1/search?q=forest')).waiting;
  expect([await count(), await waiting()]).toEqual([0, 0]);
  const other = openCatalog({ db: apis.db });
  const correction = { layer: null, topic: 'inspire:hy', verdict: 'add', madeMs: 1 } as const;
  await other.correctTopic(apis.records[0]!.id, correction);
  await other.close();
  expect(await waiting()).toBe(1);
  await until(async () => ((await waiting()) === 0 ? true : null), 'the index');
  expect(await count()).toBe(1);
}, 120_000);
