// What duplicates must do on every engine: groups that are the same whatever came first, up to date when records change,
// and never against a person's word.
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { blockLimit } from '../../src/catalog/duplicates/candidate-keys.ts';
import { openSqlDuplicates } from '../../src/catalog/duplicates/sql-duplicates.ts';
import { openSqlCatalog } from '../../src/catalog/sql-catalog.ts';
import type { NamedItem } from '../../src/model/duplicates.ts';
import type { Extent } from '../../src/model/extent.ts';
import type { Layer } from '../../src/model/resource.ts';
import { type SqlStore, statement } from '../../src/store/sql/sql.ts';
import { makeLayer, makeRequest, type RequestInit } from './made-records.ts';

const here: Extent = [7.4312, 47.0128, 7.9873, 47.3391];
const opened: SqlStore[] = [];

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

async function openOn(open: () => Promise<SqlStore>) {
  const store = await open();
  opened.push(store);
  const catalog = openSqlCatalog(store);
  const duplicates = openSqlDuplicates(store, catalog.get);
  const tend = async () => {
    while (!(await duplicates.tend(1000)));
  };
  const record = async (given: RequestInit) => {
    const { resource } = await store.transact((transaction) => catalog.record(transaction, makeRequest(given)));
    return resource.id;
  };
  /** Every group as addresses and names, in an order of its own. */
  const groups = async () => {
    await tend();
    const all: string[] = [];
    for await (const distributions of duplicates.groups())
      all.push(
        distributions
          .map(({ endpoint, name }) => `${endpoint} ${name ?? '*'}`)
          .sort()
          .join(' = '),
      );
    return all.sort();
  };
  const change = (sql: Parameters<typeof statement>[0]) =>
    store.transact((transaction) => store.within(transaction, () => statement(sql).run()));
  return { store, catalog, duplicates, tend, record, groups, change };
}

const layer = (name: string, title: string, given: Partial<Layer> = {}) =>
  makeLayer({ name, title, extent: here, ...given });

const rivers = layer('rivers', 'Rivers of the valley');
const lakes = layer('lakes', 'Lakes of the valley');

function service(kind: string, endpoint: string, layers: readonly Layer[]): RequestInit {
  return { kind, endpoint, description: { title: `Service at ${endpoint}`, layers, extent: here } };
}

const wms = service('wms', 'https://a.example/wms', [rivers, lakes]);
const wfs = service('wfs', 'https://a.example/wfs', [rivers, lakes, layer('wells', 'Wells of the valley')]);
const file = service('geojson', 'https://files.a.example/rivers.geojson', [rivers]);
const stranger = service('wms', 'https://b.example/wms', [rivers, layer('roads', 'Roads of the valley')]);

const riversAndLakes = [
  'https://a.example/wfs lakes = https://a.example/wms lakes',
  'https://a.example/wfs rivers = https://a.example/wms rivers = https://files.a.example/rivers.geojson *',
];

type OpenAll = () => ReturnType<typeof openOn>;

/** `open` gives an empty store each time; `runs` is how many orders of arrival are tried, and how large records are. */
export function testDuplicates(name: string, open: () => Promise<SqlStore>, runs: number): void {
  const openAll: OpenAll = () => openOn(open);
  testGroups(name, openAll, runs);
  testVerdicts(name, openAll);
}

function testGroups(name: string, openAll: OpenAll, runs: number): void {
  describe(`groups on ${name}`, () => {
    it('hold one dataset with all its distributions, the best first, with reasons', async () => {
      const { record, groups, duplicates } = await openAll();
      const id = await record(wms);
      for (const each of [wfs, file, stranger]) await record(each);
      expect(await groups()).toEqual(riversAndLakes);
      const distributions = await duplicates.distributions({ id, layer: 0 });
      expect(distributions.map(({ kind }) => kind)).toEqual(['wfs', 'wms', 'geojson']);
      for (const { reasons } of distributions) expect(reasons.length).toBeGreaterThan(0);
      expect(await duplicates.distributions({ id, layer: null })).toEqual([]);
      expect(await duplicates.counts()).toEqual({ groups: 2, copies: 5, pending: 0 });
    });

    it('know a record that is one dataset by its only layer, too', async () => {
      const { record, tend, duplicates } = await openAll();
      const id = await record(file);
      await record(wms);
      await tend();
      expect(await duplicates.distributions({ id, layer: 0 })).toEqual(
        await duplicates.distributions({ id, layer: null }),
      );
      expect(await duplicates.distributions({ id, layer: 0 })).toHaveLength(2);
    });

    it('are the same in whatever order records come, are changed and come again', async () => {
      const all = [wms, wfs, file, stranger];
      const mirror = service('wms', 'http://www.a.example:8080/wms/', [rivers, lakes]);
      const arrivals = fc.shuffledSubarray([...all, ...all, mirror], { minLength: 9 });
      const expected = await (async () => {
        const { record, groups } = await openAll();
        for (const each of [...all, mirror]) await record(each);
        return groups();
      })();
      await fc.assert(
        fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 9 }), async (order, every) => {
          const { record, groups, tend } = await openAll();
          for (const [n, each] of order.entries()) {
            // Half of them come with another layer first.
            await record({ ...each, description: { ...each.description, layers: [lakes] } });
            if (n % every === 0) await tend();
            await record(each);
          }
          expect(await groups()).toEqual(expected);
        }),
        { numRuns: runs },
      );
    });

    it('follow a record that changes or goes', async () => {
      const { record, groups, change } = await openAll();
      for (const each of [wms, wfs, file]) await record(each);
      expect(await groups()).toEqual(riversAndLakes);
      const moved = layer('rivers', 'Rivers of the valley', { extent: [9.1234, 50.1234, 10.2345, 51.2345] });
      await record(service('geojson', 'https://files.a.example/rivers.geojson', [moved]));
      expect(await groups()).toEqual([
        riversAndLakes[0],
        'https://a.example/wfs rivers = https://a.example/wms rivers',
      ]);
      await change(`DELETE FROM resource WHERE kind = 'wfs'`);
      expect(await groups()).toEqual([]);
    });

    it('do not come of a key that everybody has, whether or not they were compared before', async () => {
      const { record, groups } = await openAll();
      const many = Array.from({ length: blockLimit + 1 }, (_, n) =>
        service('geojson', `https://h${n}.a.example/rivers.geojson`, [rivers]),
      );
      for (const each of many.slice(0, -1)) await record(each);
      expect((await groups()).length).toBe(1);
      await record(many.at(-1)!);
      expect(await groups()).toEqual([]);
      await record({ ...many[0]!, description: { title: 'Gone', layers: [layer('gone', 'Gone')] } });
      expect((await groups()).length).toBe(1);
    });

    it('are found in small pieces', async () => {
      const { record, duplicates, groups } = await openAll();
      const layers = Array.from({ length: runs * 60 }, (_, n) => layer(`l${n}`, `Sheet ${n} of the atlas`));
      for (const kind of ['wms', 'wfs']) await record(service(kind, `https://a.example/${kind}`, layers));
      let turns = 0;
      while (!(await duplicates.tend(1))) turns++;
      expect(turns).toBeGreaterThan(1);
      expect(await groups()).toHaveLength(runs * 60 + 1);
    });
  });
}

function testVerdicts(name: string, openAll: OpenAll): void {
  describe(`verdicts on ${name}`, () => {
    const said = (one: NamedItem, other: NamedItem, verdict: 'same' | 'different') => ({
      one,
      other,
      verdict,
      madeMs: 1,
    });

    it('split at once, and stay when records are read again or their layers change places', async () => {
      const { record, groups, duplicates, tend } = await openAll();
      const id = await record(wms);
      const other = await record(wfs);
      await tend();
      const [one, two] = [
        { id, layer: 'rivers' },
        { id: other, layer: 'rivers' },
      ];
      await duplicates.judge(said(one, two, 'different'));
      const split = [riversAndLakes[0]];
      expect(await groups()).toEqual(split);
      await record({ ...wms, description: { ...wms.description, layers: [lakes, rivers], title: 'Another title' } });
      expect(await groups()).toEqual(split);
      // What leads from the one to the other does not bring them together again.
      await record(file);
      for (const group of await groups()) expect(group).not.toMatch(/wfs rivers.*wms rivers/);
      expect(await duplicates.verdicts(id)).toHaveLength(1);
      expect(await duplicates.forget(two, one)).toBe(true);
      expect(await groups()).toEqual(riversAndLakes);
      expect(await duplicates.forget(two, one)).toBe(false);
    });

    it('join what no rule would, also where a record comes later', async () => {
      const { record, groups, duplicates, tend, change } = await openAll();
      const id = await record(wms);
      const far = await record(stranger);
      await tend();
      await duplicates.judge(said({ id, layer: 'rivers' }, { id: far, layer: 'rivers' }, 'same'));
      const joined = ['https://a.example/wms rivers = https://b.example/wms rivers'];
      expect(await groups()).toEqual(joined);
      await change('DELETE FROM duplicate_link');
      await change('DELETE FROM duplicate_member');
      await change({
        sqlite: "UPDATE duplicate_record SET keys = x''",
        postgres: "UPDATE duplicate_record SET keys = ''",
      });
      await change('INSERT INTO duplicate_pending SELECT rid, 0 FROM resource');
      expect(await groups()).toEqual(joined);
      const [distribution] = await duplicates.distributions({ id, layer: 0 });
      expect(distribution?.reasons).toContain('confirmed by a user');
    });
  });
}
