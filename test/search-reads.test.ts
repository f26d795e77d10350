// Records read for one page don't grow with the catalog: no API scans all records on the thread that serves requests.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordProperties } from '../src/query/record-properties.ts';
import type { SqlDriver, SqlStatement } from '../src/store/sqlite/driver.ts';
import { type OpenApis, openApis } from './apis/open-server.ts';

const counter = vi.hoisted(() => ({ rows: 0, scans: new Set<string>() }));

// The real driver, with the rows of records it returns counted, and statements that read the table from end to end noted.
// Searches run on the serving thread here, so theirs count too.
vi.mock('../src/store/sqlite/driver.ts', async (importOriginal) => {
  const original = await importOriginal<{ systemDriver(): SqlDriver }>();
  return { ...original, systemDriver: () => countingDriver(original.systemDriver()) };
});

/** A covering index is small; anything else reads whole records. */
const tableScan = /^SCAN resource\b(?! USING COVERING INDEX)/;

function countingDriver(open: SqlDriver): SqlDriver {
  return (path) => {
    const database = open(path);
    return {
      prepare: (sql) => {
        const prepared = database.prepare(sql);
        if (!/\b(FROM|JOIN) resource\b/.test(sql)) return prepared;
        const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`);
        return countingStatement(prepared, () => {
          const steps = plan.all() as { detail: string }[];
          if (steps.some(({ detail }) => tableScan.test(detail)) && !sql.includes('LIMIT')) counter.scans.add(sql);
        });
      },
      exec: (sql) => database.exec(sql),
      close: () => database.close(),
    };
  };
}

function countingStatement(prepared: SqlStatement, onRun: () => void): SqlStatement {
  return {
    run: (...values) => prepared.run(...values),
    get: (...values) => {
      onRun();
      const row = prepared.get(...values);
      if (row !== undefined) counter.rows++;
      return row;
    },
    all: (...values) => {
      onRun();
      const rows = prepared.all(...values);
      counter.rows += rows.length;
      return rows;
    },
    *iterate(...values) {
      onRun();
      for (const row of prepared.iterate(...values)) {
        counter.rows++;
        yield row;
      }
    },
  };
}

const pageSize = 10;
/** Records of the page, and single rows such as totals. */
const mostRows = 3 * pageSize;
const catalogSize = 300;
let apis: OpenApis;
beforeAll(async () => {
  apis = await openApis({}, catalogSize);
  // Loads the times records were last seen, once per process.
  await apis.get('/api/v1/resources?sortby=updated');
}, 120_000);
afterAll(() => apis.close());

async function rowsReadBy(path: string): Promise<number> {
  counter.rows = 0;
  counter.scans.clear();
  const response = await apis.get(path);
  const body = await response.text();
  expect(response.status, body).toBe(200);
  expect([...counter.scans], path).toEqual([]);
  return counter.rows;
}

/** On the first request: repeated ones may come from a cache. */
async function expectFewRows(path: string): Promise<void> {
  expect(await rowsReadBy(path), path).toBeLessThanOrEqual(mostRows);
}

const params = (values: Record<string, string>) => String(new URLSearchParams(values));
const items = '/ogc/collections/services/items';

it('counts the records that are read', async () => {
  expect(await rowsReadBy(`${items}?limit=${catalogSize}`)).toBeGreaterThanOrEqual(catalogSize);
});

const sortable = recordProperties.filter(({ isSortable }) => isSortable).map(({ name }) => name);

describe.each(sortable)('sorted by %s', (property) => {
  const sorted = params({ sortby: `-${property}`, limit: String(pageSize), offset: '20' });

  it.each(['/api/v1/resources', items])('%s reads one page of records', (path) => expectFewRows(`${path}?${sorted}`));
});

it.each(['dct:title', 'dct:modified', 'dc:type'])('CSW reads one page of records sorted by %s', (property) =>
  expectFewRows(
    `/csw?${params({
      service: 'CSW',
      version: '2.0.2',
      request: 'GetRecords',
      typeNames: 'csw:Record',
      resultType: 'results',
      elementSetName: 'brief',
      maxRecords: String(pageSize),
      sortBy: `${property}:D`,
    })}`,
  ),
);

const filters = [
  "kind = 'wms'",
  "title LIKE '%region%'",
  "keywords = 'rivers'",
  "organization IS NULL OR software = 'x'",
  "crs = 'EPSG:4326' AND formats = 'image/png'",
  'layerCount > 1',
  "created > DATE('2020-01-01')",
  "updated > DATE('2020-01-01')",
  "endpoint LIKE 'https://host1%'",
  'state IS NULL AND score IS NULL',
  'geometry IS NULL OR time IS NOT NULL',
  "id = 'abcdabcdabcdabcd'",
];

describe.each(filters)('filtered by %s', (filter) => {
  const filtered = params({ filter, limit: String(pageSize) });

  it.each(['/api/v1/resources', items])('%s reads one page of records', (path) => expectFewRows(`${path}?${filtered}`));

  it('facets read no record', () => expectFewRows(`/api/v1/facets?${params({ filter, by: 'kind,organization' })}`));
});

it('facets of all properties read no record', () =>
  expectFewRows(
    '/api/v1/facets?by=type,kind,host,organization,language,topics,license,open,software,crs,formats,problems',
  ));

it.each(['/stats', '/stats/growth.csv', '/metrics', '/ogc/collections', '/stac', '/', '/?q=region', '/api/v1/ready'])(
  '%s reads one page of records',
  (path) => expectFewRows(path),
);

it('search results read one page of records', () => expectFewRows(`/api/v1/search?sortby=title&limit=${pageSize}`));
