// The same records in SQLite and PostgreSQL, and five hundred queries: the same results in the same order.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlDuplicates } from '../../src/catalog/duplicates/sql-duplicates.ts';
import { openSqlCatalog } from '../../src/catalog/sql-catalog.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { RecordRequest } from '../../src/model/catalog.ts';
import type { Search, SearchQuery } from '../../src/model/search.ts';
import { type OpenCatalog, openCatalogIn, type ResultRow } from '../../src/open-catalog.ts';
import { openHostCountries } from '../../src/search/host-countries.ts';
import { openSearch } from '../../src/search/open-search.ts';
import { expandByLexicon } from '../../src/search/query-synonyms.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { type SqlStore, statement } from '../../src/store/sql/sql.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { corpusDocument, corpusRows } from '../corpus/corpus.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';
import { facets, makeQueries, makeRecords } from './made-queries.ts';

const seed = 20_261_116;
const [madeRecords, readDocuments, mostLayers, queries] = [160, 40, 30, 500];

/** Real capabilities, as far as they are there and not too long for a test. */
function readRecords(): readonly RecordRequest[] {
  const rows = corpusRows().filter(({ flags }) => !flags.includes('malformed'));
  const every = Math.max(1, Math.floor(rows.length / (3 * readDocuments)));
  const found = rows
    .filter((_, index) => index % every === 0)
    .flatMap((row, index) =>
      identify(corpusDocument(row), kinds)
        .filter(({ description }) => description.layers.length <= mostLayers)
        .map((discovery): RecordRequest => {
          const endpoint = `https://host${index % 17}.example/${encodeURI(row.file)}`;
          const identity = { ...discovery.identity, endpoint };
          return {
            discovery: { ...discovery, identity },
            url: endpoint,
            provenance: null,
            task: null,
            nowMs: 5000 + index,
          };
        }),
    );
  return found.slice(0, readDocuments);
}

const indexAll = statement('INSERT INTO search_pending SELECT id, 1 FROM resource WHERE true ON CONFLICT DO NOTHING');

interface Filled {
  readonly catalog: OpenCatalog;
  readonly search: Search;
}

async function fill(store: SqlStore, records: readonly RecordRequest[]): Promise<Filled> {
  const writing = openSqlCatalog(store);
  await store.transact(async (transaction) => {
    for (const record of records) await writing.record(transaction, record);
    await store.within(transaction, () => indexAll.run());
  });
  const catalog = openCatalogIn(store);
  while (!(await catalog.tend(1000)));
  const { copies } = openSqlDuplicates(store, writing.get);
  const countryOf = openHostCountries(store, 'off');
  const parts = { read: writing.get, countryOf, expand: expandByLexicon, copies };
  return { catalog, search: openSearch(store, parts) };
}

describeWith('postgis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-queries-'));
  let [onSqlite, onPostgres] = [] as unknown as [Filled, Filled];

  beforeAll(async () => {
    const records = [...makeRecords(madeRecords, seed), ...readRecords()];
    onSqlite = await fill(openSqlite(join(folder, 'catalog.db')), records);
    onPostgres = await fill(openPostgres(await freshDatabase(), { cacheFolder: join(folder, 'cache') }), records);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([onSqlite, onPostgres].map(({ catalog }) => catalog.close()));
    rmSync(folder, { recursive: true });
  });

  const both = async (query: SearchQuery) => {
    const one = await onSqlite.search.find(query);
    expect(await onPostgres.search.find(query), JSON.stringify(query)).toEqual(one);
    return one;
  };

  it(`returns the same for ${queries} queries: results, order, scores, totals, facets and explanations`, async () => {
    let [found, pages, empty] = [0, 0, 0];
    for (const query of makeQueries(queries, seed)) {
      const { hits, total, next } = await both(query);
      found += hits.length;
      if (total === 0) empty++;
      if (next === null) continue;
      pages++;
      await both({ ...query, after: next, offset: 0 });
    }
    // Queries that find nothing would be alike on anything.
    expect(found).toBeGreaterThan(1500);
    expect(pages).toBeGreaterThan(100);
    expect(empty).toBeLessThan(queries / 2);
  }, 120_000);

  it('counts facets the same, and lists records in the same order', async () => {
    const { facets: counted, total } = await both({ facets, facetValues: 500, limit: 100, copies: true });
    expect(total).toBeGreaterThanOrEqual(madeRecords);
    expect(Object.keys(counted).sort()).toEqual([...facets].sort());
    const ids = async (catalog: OpenCatalog) => {
      const all: string[] = [];
      for await (const { id } of catalog.all()) all.push(id);
      return all;
    };
    expect(await ids(onPostgres.catalog)).toEqual(await ids(onSqlite.catalog));
    const grid = { columns: 36, rows: 18 };
    expect(await onPostgres.search.density(grid)).toEqual(await onSqlite.search.density(grid));
  });

  it('returns the same details: titles, layers, distributions', async () => {
    for (const query of makeQueries(12, seed + 1)) {
      const [one, other] = [await onSqlite.catalog.search(query), await onPostgres.catalog.search(query)];
      expect(JSON.parse(JSON.stringify(other))).toEqual(JSON.parse(JSON.stringify(one)));
    }
    let shown = 0;
    for (const query of makeQueries(60, seed + 2)) {
      const [one, other] = [await onSqlite.catalog.list(query), await onPostgres.catalog.list(query)];
      expect(other, JSON.stringify(query)).toEqual(one);
      shown += one.lines.length;
      // A list shows of a record what the whole of it says.
      const { items } = await onSqlite.catalog.search(query);
      expect(one.lines.map(({ resource, distributions }) => [resource.id, distributions])).toEqual(
        items.map(({ resource, distributions }) => [resource.id, distributions]),
      );
      const names = (layers: ResultRow['layers']) => layers.map(({ name, title }) => [name, title]);
      expect(one.lines.map(({ layers }) => names(layers))).toEqual(items.map(({ layers }) => names(layers)));
      expect(one.lines.map(({ layer }) => layer)).toEqual(items.map(({ layer }) => layer && { ...layer }));
    }
    expect(shown).toBeGreaterThan(200);
  });
});
