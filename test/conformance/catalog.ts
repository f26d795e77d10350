// What every catalog must do, whatever engine it stands on.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog, Recorded, RecordRequest } from '../../src/model/catalog.ts';
import type { Resource } from '../../src/model/resource.ts';
import type { Store } from '../../src/model/store.ts';
import type { TopicReader } from '../../src/model/topic-reader.ts';
import { makeDescription, makeLayer, makeProvenance, makeRequest } from './made-records.ts';

export interface OpenCatalog {
  readonly store: Store;
  readonly catalog: Catalog;
}

/** `open` gives an empty catalog each time. */
export function testCatalog(name: string, open: () => Promise<OpenCatalog>): void {
  const withCatalog = async (work: (opened: OpenCatalog) => Promise<void>) => {
    const opened = await open();
    await work(opened);
    await opened.store.close();
  };
  describe(`catalog on ${name}`, () => {
    testIdentity(withCatalog);
    testChange(withCatalog);
    testProvenance(withCatalog);
    testSecrets(withCatalog);
    testProblems(withCatalog);
    testReading(withCatalog);
    testTopics(withCatalog);
  });
}

type WithCatalog = (work: (opened: OpenCatalog) => Promise<void>) => Promise<void>;

function record({ store, catalog }: OpenCatalog, request: RecordRequest): Promise<Recorded> {
  return store.transact((transaction) => catalog.record(transaction, request));
}

async function readAll(catalog: Catalog): Promise<Resource[]> {
  const all: Resource[] = [];
  for await (const resource of catalog.all()) all.push(resource);
  return all;
}

function testIdentity(withCatalog: WithCatalog): void {
  it('keeps one record per kind and endpoint, whatever was asked of it', () =>
    withCatalog(async (opened) => {
      const first = await record(opened, makeRequest({ endpoint: 'https://geo.example/ows?map=a' }));
      const again = await record(opened, makeRequest({ endpoint: 'http://geo.example/ows?MAP=a&request=GetMap' }));
      const otherMap = await record(opened, makeRequest({ endpoint: 'https://geo.example/ows?map=b' }));
      const otherKind = await record(opened, makeRequest({ endpoint: 'https://geo.example/ows?map=a', kind: 'wfs' }));
      expect(again.resource.id).toBe(first.resource.id);
      expect(new Set([first, otherMap, otherKind].map(({ resource }) => resource.id)).size).toBe(3);
      expect((await opened.catalog.counts()).byKind).toEqual({ wms: 2, wfs: 1 });
    }));

  it('gives the same id in every catalog', async () => {
    const ids: string[] = [];
    for (let run = 0; run < 2; run++) {
      await withCatalog(async (opened) => {
        ids.push((await record(opened, makeRequest())).resource.id);
      });
    }
    expect(ids[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(ids[1]).toBe(ids[0]);
  });

  it('does not move a service from https to the http address it also answers at', () =>
    withCatalog(async (opened) => {
      await record(opened, makeRequest({ endpoint: 'https://geo.example/wms' }));
      const { resource } = await record(opened, makeRequest({ endpoint: 'http://geo.example/wms' }));
      expect(resource.endpoint).toBe('https://geo.example/wms');
    }));
}

function testChange(withCatalog: WithCatalog): void {
  const forest = makeLayer({ name: 'forest', title: 'Forest', extent: [5, 45, 10, 48] });
  const rivers = makeLayer({ name: 'rivers', title: 'Rivers', keywords: ['water', 'flow'] });

  it('tells new, same and changed apart by content, not by order', () =>
    withCatalog(async (opened) => {
      const described = (layers = [forest, rivers], keywords = ['a', 'b']) =>
        makeRequest({ description: { layers, keywords } });
      const outcomes = [];
      for (const request of [
        described(),
        described(),
        described([rivers, forest], ['b', 'a']),
        described([forest]),
        described(),
      ]) {
        outcomes.push((await record(opened, request)).recordedAs);
      }
      expect(outcomes).toEqual(['new', 'same', 'same', 'changed', 'changed']);
    }));

  it('keeps one row of history per distinct content', () =>
    withCatalog(async (opened) => {
      const states = [
        { title: 'One', layers: [forest] },
        { title: 'Two', layers: [forest, rivers] },
        { title: 'One', layers: [forest] },
      ];
      let id = '';
      for (const [n, description] of states.entries()) {
        id = (await record(opened, makeRequest({ description, nowMs: 1000 + n }))).resource.id;
      }
      const history = await opened.catalog.history(id);
      expect(history.map(({ seenMs, title, layerCount }) => [seenMs, title, layerCount])).toEqual([
        [1000, 'One', 1],
        [1001, 'Two', 2],
      ]);
      expect((await opened.catalog.get(id))?.layers.map((layer) => layer.name)).toEqual(['forest']);
    }));

  it('remembers when it was first and last seen', () =>
    withCatalog(async (opened) => {
      await record(opened, makeRequest({ nowMs: 1000 }));
      const { resource } = await record(opened, makeRequest({ nowMs: 5000 }));
      expect([resource.firstSeenMs, resource.lastSeenMs]).toEqual([1000, 5000]);
      expect(await opened.catalog.get(resource.id)).toEqual(resource);
    }));

  it('refreshes times and styles of unchanged content, in place', () =>
    withCatalog(async (opened) => {
      const timed = (time: string) => makeRequest({ description: { layers: [rivers, { ...forest, time }] } });
      await record(opened, timed('2024-01-01'));
      const { resource, recordedAs } = await record(opened, timed('2024-01-02'));
      expect(recordedAs).toBe('same');
      expect((await opened.catalog.get(resource.id))?.layers[1]?.time).toBe('2024-01-02');
    }));

  it('stores nothing of a transaction that failed', () =>
    withCatalog(async ({ store, catalog }) => {
      const failing = store.transact(async (transaction) => {
        await catalog.record(transaction, makeRequest());
        throw new Error('the page could not be settled');
      });
      await expect(failing).rejects.toThrow('could not be settled');
      expect(await readAll(catalog)).toEqual([]);
    }));
}

function testProvenance(withCatalog: WithCatalog): void {
  it('keeps every distinct way it was found, first one first', () =>
    withCatalog(async (opened) => {
      const origins = [
        makeProvenance({ anchor: 'first' }),
        makeProvenance({ anchor: 'second', foundBy: 'text' }),
        makeProvenance({ foundBy: 'seed', source: null, depth: 0, chain: [] }),
      ];
      let id = '';
      for (const task of ['one', 'one', 'two']) {
        for (const provenance of origins) {
          id = (await record(opened, makeRequest({ provenance, task }))).resource.id;
        }
      }
      expect(await opened.catalog.provenance(id)).toEqual(origins);
      expect((await opened.catalog.get(id))?.provenance).toEqual(origins[0]);
    }));

  it('keeps at most a hundred origins', () =>
    withCatalog(async (opened) => {
      let id = '';
      for (let page = 0; page < 120; page++) {
        const provenance = makeProvenance({ source: `https://portal.example/${page}` });
        id = (await record(opened, makeRequest({ provenance }))).resource.id;
      }
      const origins = await opened.catalog.provenance(id);
      expect(origins).toHaveLength(100);
      expect(origins[0]?.source).toBe('https://portal.example/0');
    }));

  it('says when a task comes upon a record for the first time', () =>
    withCatalog(async (opened) => {
      const firsts = [];
      for (const task of ['one', 'one', 'two', 'two', 'one']) {
        firsts.push((await record(opened, makeRequest({ task }))).isFirstInTask);
      }
      expect(firsts).toEqual([true, false, true, false, false]);
    }));

  it('does without provenance', () =>
    withCatalog(async (opened) => {
      const { resource } = await record(opened, makeRequest({ provenance: null }));
      expect(resource.provenance).toBeNull();
      expect(await opened.catalog.provenance(resource.id)).toEqual([]);
    }));
}

function testSecrets(withCatalog: WithCatalog): void {
  it('returns no secret, wherever it stood', () =>
    withCatalog(async (opened) => {
      const secret = 'https://geo.example/wms?token=s3cr3tvalue';
      const { catalog, store } = opened;
      const request = makeRequest({
        endpoint: secret,
        description: {
          claimedUrl: secret,
          provider: { organization: null, person: null, email: null, url: secret },
          layers: [makeLayer({ metadataUrls: [secret] })],
          links: [{ url: secret, foundBy: 'description', anchor: '', window: '', nofollow: false }],
        },
        provenance: makeProvenance({ source: secret, chain: [secret] }),
      });
      const recorded = await record(opened, request);
      await store.transact((transaction) =>
        catalog.recordProblem(transaction, { url: secret, code: 'fetch.timeout', message: 'Too slow.', lastMs: 1 }),
      );
      const id = recorded.resource.id;
      const shown = [recorded, await catalog.get(id), await catalog.provenance(id), await readAll(catalog)];
      expect(JSON.stringify([...shown, await catalog.problems(10)])).not.toContain('s3cr3t');
    }));

  it('knows a service with a renewed token as the same one, and finds it by the address shown', () =>
    withCatalog(async (opened) => {
      const { resource } = await record(opened, makeRequest({ endpoint: 'https://geo.example/wms?token=old111' }));
      const renewed = await record(opened, makeRequest({ endpoint: 'https://geo.example/wms?token=new222' }));
      expect(renewed).toMatchObject({ recordedAs: 'same', resource: { id: resource.id } });
      expect((await opened.catalog.get(resource.endpoint))?.id).toBe(resource.id);
    }));
}

function testProblems(withCatalog: WithCatalog): void {
  it('counts problems of URLs, one row per URL and code, latest first', () =>
    withCatalog(async ({ store, catalog }) => {
      const problems = [
        { url: 'https://a.example/', code: 'fetch.timeout', message: 'First.', lastMs: 1 },
        { url: 'https://a.example/', code: 'fetch.timeout', message: 'Second.', lastMs: 2 },
        { url: 'https://a.example/', code: 'fetch.dns', message: 'No such host.', lastMs: 3 },
        { url: 'https://b.example/', code: 'xml.malformed', message: 'Odd.', lastMs: 4 },
      ] as const;
      for (const problem of problems)
        await store.transact((transaction) => catalog.recordProblem(transaction, problem));
      expect(await catalog.problems(10)).toEqual([
        { ...problems[3], count: 1 },
        { ...problems[2], count: 1 },
        { ...problems[1], count: 2 },
      ]);
      expect(await catalog.problems(1)).toHaveLength(1);
    }));

  it('keeps the problems of a record as of its last visit', () =>
    withCatalog(async (opened) => {
      const odd = { code: 'extent.invalid', message: 'The extent is NaN.' } as const;
      const { resource } = await record(opened, makeRequest({ description: { problems: [odd] } }));
      expect((await opened.catalog.get(resource.id))?.problems).toEqual([odd]);
      await record(opened, makeRequest());
      expect((await opened.catalog.get(resource.id))?.problems).toEqual([]);
    }));
}

function testReading(withCatalog: WithCatalog): void {
  it('finds a record by id, by the beginning of the id, and by any URL of the endpoint', () =>
    withCatalog(async (opened) => {
      const { catalog } = opened;
      const wms = (await record(opened, makeRequest({ endpoint: 'https://geo.example/ows?map=a' }))).resource;
      const wfs = (await record(opened, makeRequest({ endpoint: 'https://geo.example/ows?map=a', kind: 'wfs' })))
        .resource;
      expect(await catalog.get(wms.id)).toEqual(wms);
      expect((await catalog.get(wms.id.slice(0, 8).toUpperCase()))?.id).toBe(wms.id);
      const requested = 'http://geo.example/ows?map=a&Service=WFS&request=GetFeature&typenames=x';
      expect((await catalog.get(requested))?.id).toBe(wfs.id);
      expect((await catalog.get('https://geo.example/ows?map=a'))?.id).toBe(wms.id);
    }));

  it('answers null, not an error, for what it does not have', () =>
    withCatalog(async ({ catalog }) => {
      for (const text of [
        '0123456789abcdef',
        'abcd',
        'abc',
        '',
        'not a url',
        'https://geo.example/none',
        'mailto:x@y',
      ]) {
        expect(await catalog.get(text)).toBeNull();
      }
      expect(await catalog.history('0123456789abcdef')).toEqual([]);
      expect(await catalog.provenance('0123456789abcdef')).toEqual([]);
      expect(await catalog.counts()).toEqual({ resources: 0, layers: 0, byKind: {} });
    }));

  it('asks for more of an id that several records begin with', () =>
    withCatalog(async (opened) => {
      const seen = new Map<string, string>();
      let shared: string | undefined;
      // 16 bits of prefix: about 300 ids until two agree, and the ids are the same in every run.
      for (let n = 0; shared === undefined; n++) {
        const { resource } = await record(
          opened,
          makeRequest({ endpoint: `https://geo.example/${n}`, provenance: null }),
        );
        const prefix = resource.id.slice(0, 4);
        if (seen.has(prefix)) shared = prefix;
        seen.set(prefix, resource.id);
      }
      await expect(opened.catalog.get(shared)).rejects.toMatchObject({ code: 'usage.bad-argument' });
    }));

  it('tells a layer of an ArcGIS service from the service and from its neighbors', () =>
    withCatalog(async (opened) => {
      const service = 'https://geo.example/arcgis/rest/services/Water/MapServer';
      const found = [
        await record(opened, makeRequest({ kind: 'arcgis-map-server', endpoint: service })),
        await record(opened, makeRequest({ kind: 'arcgis-layer', endpoint: `${service}/3` })),
        await record(opened, makeRequest({ kind: 'arcgis-layer', endpoint: `${service}/4` })),
      ].map(({ resource }) => resource.id);
      expect(new Set(found).size).toBe(3);
      for (const [n, url] of [`${service}?f=json`, `${service}/3/query?f=json`, `${service}/4`].entries()) {
        expect((await opened.catalog.get(url))?.id).toBe(found[n]);
      }
      expect((await opened.catalog.get(`${service}/5`))?.id).toBe(found[0]);
    }));

  it('keeps what a description means: license, operations, time, systems, demo layers', () =>
    withCatalog(async (opened) => {
      const description = makeDescription({
        fees: 'none',
        accessConstraints: 'CC BY 4.0',
        license: { id: 'CC-BY-4.0', url: null, open: true, fees: 'none', constraints: null },
        operations: ['GetCapabilities', 'GetMap'],
        time: '2000-01-01/..',
        crs: ['EPSG:4326', 'CRS:84'],
        layers: [makeLayer({ name: 'topp:states', isDemo: true }), makeLayer({ name: 'points', featureCount: 7 })],
      });
      const { resource } = await record(opened, makeRequest({ description }));
      expect(resource).toMatchObject(description);
      expect(await opened.catalog.get(resource.id)).toEqual(resource);
    }));

  it('takes other terms of use for a change, as they are written', () =>
    withCatalog(async (opened) => {
      const withTerms = (accessConstraints: string | null) => makeRequest({ description: { accessConstraints } });
      const outcomes = [];
      for (const terms of [null, null, 'CC BY 4.0', 'CC  BY 4.0', 'CC BY-NC 4.0']) {
        outcomes.push((await record(opened, withTerms(terms))).recordedAs);
      }
      expect(outcomes).toEqual(['new', 'same', 'changed', 'same', 'changed']);
    }));

  it('lists all records in id order, over several pages, layers included', () =>
    withCatalog(async (opened) => {
      const { store, catalog } = opened;
      await store.transact(async (transaction) => {
        for (let n = 0; n < 450; n++) {
          const description = {
            layers: [makeLayer({ name: `layer-${n}`, crs: ['EPSG:4326', 'CRS:84'], crsCount: 2 })],
          };
          await catalog.record(transaction, makeRequest({ endpoint: `https://geo.example/${n}/wms`, description }));
        }
      });
      const all = await readAll(catalog);
      const ids = all.map((resource) => resource.id);
      expect(ids).toEqual([...new Set(ids)].sort());
      expect(new Set(all.map((resource) => resource.layers[0]?.name)).size).toBe(450);
      expect(await catalog.counts()).toEqual({ resources: 450, layers: 450, byKind: { wms: 450 } });
    }));

  it('lists endpoints, and records from any position', () =>
    withCatalog(async (opened) => {
      for (let n = 0; n < 7; n++) {
        const layers = [makeLayer({ name: `layer${n}` })];
        await record(opened, makeRequest({ endpoint: `https://geo${n}.example/wms`, description: { layers } }));
      }
      const all = await readAll(opened.catalog);
      const endpoints: Pick<Resource, 'id' | 'endpoint'>[] = [];
      for await (const one of opened.catalog.endpoints()) endpoints.push({ ...one });
      expect(endpoints).toEqual(all.map(({ id, endpoint }) => ({ id, endpoint })));
      expect(new Set((await opened.catalog.seenSince(0)).map(({ id }) => id))).toEqual(
        new Set(all.map(({ id }) => id)),
      );
      expect(await opened.catalog.page(2, 3)).toEqual(all.slice(2, 5));
      expect(await opened.catalog.page(6, 3)).toEqual(all.slice(6));
      expect(await opened.catalog.page(100, 3)).toEqual([]);
    }));

  it('has another revision after every change, and the same without', () =>
    withCatalog(async (opened) => {
      const before = await opened.catalog.revision();
      expect(await opened.catalog.revision()).toBe(before);
      await record(opened, makeRequest());
      expect(await opened.catalog.revision()).not.toBe(before);
    }));

  it('gives back what was recorded, for any text and any layers', () =>
    withCatalog(async (opened) => {
      let n = 0;
      await fc.assert(
        fc.asyncProperty(anyDescription, async (given) => {
          const description = makeDescription({ ...given, layerCount: given.layers.length });
          const { resource } = await record(
            opened,
            makeRequest({ endpoint: `https://geo.example/${n++}`, description }),
          );
          expect(resource).toMatchObject(description);
          expect(await opened.catalog.get(resource.id)).toEqual(resource);
        }),
        { numRuns: 60 },
      );
    }));

  it('records 50,000 layers and the same again', () =>
    withCatalog(async (opened) => {
      const crs = Array.from({ length: 100 }, (_, n) => `EPSG:${25800 + n}`);
      const layers = Array.from({ length: 50_000 }, (_, n) =>
        makeLayer({
          name: `layer_${n}`,
          title: `Layer number ${n}`,
          extent: [5, 45, 10, 48],
          crs: [...crs],
          crsCount: 900,
        }),
      );
      const request = makeRequest({ description: { layers } });
      const { resource } = await record(opened, request);
      expect((await record(opened, request)).recordedAs).toBe('same');
      const read = await opened.catalog.get(resource.id);
      expect(read?.layers).toHaveLength(50_000);
      expect(read?.layers[49_999]).toEqual(layers[49_999]);
    }));
}

/** Gives every title as topic, so that a test sees what was read when. */
function titleReader(version: string): TopicReader {
  const topicsOf = (title: string) => [{ id: `concept:${title}`, confidence: 0.9, words: [title] }];
  return {
    version,
    read: ({ title, layers }) => ({
      topics: topicsOf(title),
      layers: layers.map((layer) => topicsOf(layer.title)),
      languages: ['en'],
    }),
  };
}

function testTopics(withCatalog: WithCatalog): void {
  const request = (title: string, version = '1'): RecordRequest => ({
    ...makeRequest({ description: { title, layers: [makeLayer({ name: 'a', title: 'ice' })] } }),
    topics: titleReader(version),
  });
  const idsOf = (resource: Resource | null) => resource?.topics?.map(({ id }) => id);

  it('keeps the topics of a record and its layers, and reads them again only when content or reader changed', () =>
    withCatalog(async (opened) => {
      const first = await record(opened, request('snow'));
      expect(first).toMatchObject({ hasNewTopics: true, resource: { languages: ['en'] } });
      expect(idsOf(first.resource)).toEqual(['concept:snow']);
      expect(first.resource.layers[0]?.topics).toEqual([{ id: 'concept:ice', confidence: 0.9, words: ['ice'] }]);
      expect(await opened.catalog.get(first.resource.id)).toEqual(first.resource);
      expect((await record(opened, request('snow'))).hasNewTopics).toBe(false);
      expect((await record(opened, request('snow', '2'))).hasNewTopics).toBe(true);
      expect(idsOf((await record(opened, request('rain', '2'))).resource)).toEqual(['concept:rain']);
    }));

  it('reads several records at once as it reads each', () =>
    withCatalog(async (opened) => {
      const layers = ['ice', 'fog', 'dew'].map((title) => makeLayer({ name: title, title, crs: ['EPSG:2056'] }));
      const made = { ...makeRequest({ description: { layers } }), topics: titleReader('1') };
      const { resource } = await record(opened, made);
      const correction = { layer: 'dew', topic: 'concept:dew', verdict: 'remove', madeMs: 5 } as const;
      await opened.store.transact((transaction) => opened.catalog.correctTopic(transaction, resource.id, correction));
      const whole = await opened.catalog.get(resource.id);
      const read = await opened.catalog.getAll([resource.id, 'ffffffffffffffff']);
      expect([...read]).toEqual([[resource.id, whole]]);
      expect(await opened.catalog.getAll([])).toEqual(new Map());
    }));

  it('has no topics where nobody read any', () =>
    withCatalog(async (opened) => {
      const { resource, hasNewTopics } = await record(opened, makeRequest());
      expect(hasNewTopics).toBe(false);
      expect(resource).not.toHaveProperty('topics');
    }));

  it('lets corrections win, also after a change, until they are taken back', () =>
    withCatalog(async (opened) => {
      const { store, catalog } = opened;
      const { resource } = await record(opened, request('snow'));
      const correct = (layer: string | null, topic: string, verdict: 'add' | 'remove') =>
        store.transact((transaction) =>
          catalog.correctTopic(transaction, resource.id, { layer, topic, verdict, madeMs: 5 }),
        );
      await correct(null, 'concept:snow', 'remove');
      await correct('a', 'concept:ice', 'remove');
      const corrected = await correct(null, 'inspire:lc', 'add');
      expect(corrected?.topics).toEqual([{ id: 'inspire:lc', confidence: 1, words: [], by: 'user' }]);
      expect(corrected?.layers[0]).not.toHaveProperty('topics');
      const again = await record(opened, request('snow', '2'));
      expect(idsOf(again.resource)).toEqual(['inspire:lc']);
      expect(await catalog.corrections(resource.id)).toEqual([
        { layer: null, topic: 'concept:snow', verdict: 'remove', madeMs: 5 },
        { layer: null, topic: 'inspire:lc', verdict: 'add', madeMs: 5 },
        { layer: 'a', topic: 'concept:ice', verdict: 'remove', madeMs: 5 },
      ]);
      const freed = await store.transact((transaction) =>
        catalog.forgetCorrection(transaction, resource.id, null, 'concept:snow'),
      );
      expect(idsOf(freed)).toEqual(['inspire:lc', 'concept:snow']);
    }));

  it('reads topics of a stored record, and knows no record that is not there', () =>
    withCatalog(async (opened) => {
      const { store, catalog } = opened;
      const { resource } = await record(opened, makeRequest({ description: { title: 'fog' } }));
      const read = (id: string) =>
        store.transact((transaction) => catalog.readTopics(transaction, id, titleReader('1')));
      expect(idsOf(await read(resource.id))).toEqual(['concept:fog']);
      expect(await read('ffffffff')).toBeNull();
    }));

  it('knows which topics another version has read, or nobody', () =>
    withCatalog(async (opened) => {
      const { resource } = await record(opened, request('snow'));
      const outdated = async (version: string) => {
        const ids: string[] = [];
        for await (const id of opened.catalog.outdatedTopics(version)) ids.push(id);
        return ids;
      };
      expect(await outdated('1')).toEqual([]);
      expect(await outdated('2')).toEqual([resource.id]);
      const endpoint = 'https://other.example/wms';
      const { resource: unread } = await record(opened, makeRequest({ endpoint }));
      expect(await outdated('1')).toEqual([unread.id]);
    }));
}

const anyText = fc.string({ unit: 'grapheme', maxLength: 20 });
const anyList = fc.array(anyText, { maxLength: 3 });
const degrees = fc.integer({ min: -180_000_000, max: 180_000_000 }).map((millionths) => millionths / 1e6);
const anyExtent = fc.option(fc.tuple(degrees, degrees, degrees, degrees), { nil: null });
const anyLayer = fc.record({
  name: fc.option(anyText, { nil: null }),
  title: anyText,
  abstract: anyText,
  keywords: anyList,
  extent: anyExtent,
  crs: anyList,
  crsCount: fc.nat(),
  parent: fc.option(fc.nat(), { nil: null }),
  queryable: fc.boolean(),
  styles: anyList,
  time: fc.option(anyText, { nil: null }),
  metadataUrls: fc.constant([]),
});
const anyDescription = fc.record({
  title: anyText,
  abstract: anyText,
  keywords: anyList,
  fees: fc.option(anyText, { nil: null }),
  extent: anyExtent,
  layers: fc.array(anyLayer, { maxLength: 5 }),
});
