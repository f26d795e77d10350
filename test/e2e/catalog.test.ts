// Search, show and export on crawled records; invalid databases; hostile titles.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { jsonLines, run, scratchPath } from './command.ts';
import { linksTo, type SmallWeb, startSmallWeb, wms } from './small-web.ts';

const hostile = {
  title: '=cmd|&#39;/C calc&#39;!A0 \u001b[31m \u009b31m &#27;]0;x&#7; &#x202e;evil',
  abstract: `&lt;script&gt;alert(1)&lt;/script&gt;, "quoted"${'\n'}second line`,
  layerTitle: '+SUM(A1) &#x9b;2J &#x85; layer',
  extent: [170, -20, -170, -10],
} as const;
const plainDb = scratchPath();
let web: SmallWeb;

beforeAll(async () => {
  web = await startSmallWeb((path) => {
    if (path === '/') return linksTo('/rivers/wms', '/hostile/wms');
    if (path.startsWith('/rivers/wms'))
      return wms({ title: 'Rivers & lakes', abstract: 'Water', layerTitle: 'Danube' });
    return path.startsWith('/hostile/wms') ? wms(hostile) : null;
  });
  await run(['crawl', `${web.origin}/`, '--db', plainDb, '--allow-private', '--delay', '0']);
});
afterAll(() => web.close());

async function found(...parameters: string[]) {
  const { stdout } = await run(['search', '--db', plainDb, '--json', ...parameters]);
  const { total, items } = JSON.parse(stdout) as { total: number; items: { resource: Record<string, unknown> }[] };
  return { total, titles: items.map(({ resource }) => resource.title), resources: items.map((item) => item.resource) };
}

describe('search', () => {
  it('finds by words of layers, by extent and by kind', async () => {
    expect((await found('danube')).titles).toEqual(['Rivers & lakes']);
    expect((await found('--bbox', '5,47,6,48')).titles).toEqual(['Rivers & lakes']);
    expect((await found('--kind', 'wms')).total).toBe(2);
    expect((await found('--limit', '1', '--offset', '1')).resources).toHaveLength(1);
  });

  it('finds over the antimeridian', async () => {
    expect((await found('--bbox', '175,-18,-175,-12')).titles).toHaveLength(1);
  });

  it.each([["'; drop table resource"], ['"'], ['*'], ['NEAR(']])('reads %s as words', async (word) => {
    expect(await run(['search', word, '--db', plainDb])).toMatchObject({ code: 0 });
  });

  it('reports an empty result; with --fail-empty also by its exit code', async () => {
    const plain = await run(['search', 'unheardof', '--db', plainDb]);
    expect(plain).toMatchObject({ code: 0, stdout: '' });
    expect(plain.stderr).toMatch(/^Nothing found/);
    expect((await run(['search', 'unheardof', '--db', plainDb, '--fail-empty'])).code).toBe(3);
  });

  it.each([
    [['--kind', 'wmx'], /Unknown kind "wmx"/],
    [['--bbox', '1,2,3'], /west,south,east,north/],
    [['--bbox', '0,60,10,50'], /west,south,east,north/],
    [['--relation', 'within'], /Add --bbox/],
    [['--limit', 'all'], /non-negative integer/],
  ])('rejects %j', async (parameters, words) => {
    const { code, stderr } = await run(['search', '--db', plainDb, ...parameters]);
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
  });
});

describe('show', () => {
  it('shows a record by the prefix of its id and by its URL', async () => {
    const [record] = (await found('danube')).resources;
    const { id, endpoint } = record as { id: string; endpoint: string };
    const [byId, byAddress] = await Promise.all([
      run(['show', id.slice(0, 6), '--db', plainDb]),
      run(['show', endpoint, '--db', plainDb]),
    ]);
    expect(byId.stdout).toBe(byAddress.stdout);
    expect(byId.stdout).toMatch(/^Rivers & lakes\nid {10}/);
    expect(byId.stdout).toContain(`by link on ${web.origin}/ as "go", 1 click from the seed`);
    const json = await run(['show', id, '--db', plainDb, '--json']);
    expect(jsonLines(json.stdout)).toMatchObject([{ id, title: 'Rivers & lakes', foundBy: [{ foundBy: 'link' }] }]);
  });

  it('suggests what to do about a missing record', async () => {
    const { code, stderr } = await run(['show', 'ffff', '--db', plainDb]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/"ffff".*geotrawl search.*catalog\.not-found/s);
  });
});

describe('hostile titles', () => {
  it('send no control sequences to a terminal', async () => {
    const crawled = await run(['crawl', `${web.origin}/`, '--db', scratchPath(), '--allow-private', '--delay', '0']);
    const searched = await run(['search', '--db', plainDb]);
    const shown = await run(['show', `${web.origin}/hostile/wms`, '--layers', '--db', plainDb]);
    const probed = await run(['probe', `${web.origin}/hostile/wms`, '--allow-private', '--delay', '0']);
    for (const { code, stdout } of [crawled, searched, shown, probed]) {
      expect(code).toBe(0);
      expect(stdout).toContain('evil');
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }
  });

  it('run no formulas in a spreadsheet', async () => {
    const { stdout } = await run(['export', '-f', 'csv', '--db', plainDb]);
    const cells = readCsv(stdout);
    expect(cells).toHaveLength(3);
    expect(new Set(cells.map((row) => row.length)).size).toBe(1);
    for (const cell of cells.flat()) expect(cell).not.toMatch(/^[=+@\t\r]|^-(?!\d)/);
    expect(stdout).toContain("'=cmd|");
  });

  it('stay unchanged in JSON, with valid extents', async () => {
    const { stdout } = await run(['export', '-f', 'geojson', '--db', plainDb]);
    const { features } = JSON.parse(stdout) as { features: Feature[] };
    const feature = features.find(({ properties }) => properties.title.includes('evil'));
    expect(feature?.properties.abstract).toContain('<script>alert(1)</script>');
    // RFC 7946, 3.1.9: geometries are cut at the antimeridian.
    expect(feature?.geometry?.type).toBe('MultiPolygon');
    expect(stdout).not.toContain('\u001b');
  });
});

interface Feature {
  readonly properties: { readonly title: string; readonly abstract: string };
  readonly geometry: { readonly type: string } | null;
}

/** RFC 4180, enough to check our own: quoted cells may hold commas, quotes and line breaks. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

describe('export', () => {
  it('writes every format, also to a file', async () => {
    const file = scratchPath('found.ndjson');
    const written = await run(['export', '-f', 'ndjson', '-o', file, '--db', plainDb]);
    expect(written).toMatchObject({ code: 0, stdout: '', stderr: `2 records written to ${file}.\n` });
    expect(jsonLines(readFileSync(file, 'utf8'))).toHaveLength(2);
    const urls = await run(['export', '-f', 'url', '--db', plainDb]);
    expect(urls.stdout.trim().split('\n').sort()).toEqual([`${web.origin}/hostile/wms`, `${web.origin}/rivers/wms`]);
  });

  it('reports an unwritable file', async () => {
    const { code, stderr } = await run(['export', '-o', '/dev/null/found.geojson', '--db', plainDb]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/Cannot write \/dev\/null\/found\.geojson/);
  });
});

describe('a database', () => {
  const readers = [['search', 'x'], ['show', 'abcd'], ['export'], ['explain-host', 'a.example']];

  it("that is missing isn't created by reading it", async () => {
    const db = scratchPath('typo.db');
    for (const reader of readers) {
      const { code, stdout, stderr } = await run([...reader, '--db', db]);
      expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
      expect(stderr).toMatch(/No database at .*typo\.db.*store\.open/s);
    }
    expect(() => readFileSync(db)).toThrow('ENOENT');
  });

  it('that is invalid, or below a file, is reported and unchanged', async () => {
    const text = scratchPath('notes.db');
    writeFileSync(text, 'These are my notes, and no database at all.\n'.repeat(100));
    const crawl = ['crawl', 'http://127.0.0.1:9/'];
    for (const [command, db] of [...readers, crawl].flatMap((one) => [[one, text] as const])) {
      const { code, stderr } = await run([...command, '--db', db]);
      expect(code).toBe(6);
      expect(stderr).toMatch(/Cannot open the database .*notes\.db: file is not a database/);
    }
    const below = await run([...crawl, '--db', `${text}/below.db`]);
    expect(below.code).toBe(6);
    expect(below.stderr).toMatch(/Cannot open the database .*notes\.db\/below\.db/);
    expect(readFileSync(text, 'utf8')).toMatch(/^These are my notes/);
  });

  it('of a newer geotrawl requires an update', async () => {
    const db = scratchPath();
    const store = openSqlite(db);
    store.database.exec('PRAGMA user_version = 999');
    await store.close();
    const { code, stderr } = await run(['search', 'x', '--db', db]);
    expect(code).toBe(6);
    expect(stderr).toMatch(/format 999.*Update geotrawl.*store\.migration/s);
  });

  it('that is empty has no results', async () => {
    const db = scratchPath();
    await openSqlite(db).close();
    const found = await run(['search', '--db', db, '--json']);
    expect(found.code).toBe(0);
    expect(JSON.parse(found.stdout)).toMatchObject({ total: 0, items: [], next: null });
    const { code, stdout } = await run(['export', '--db', db, '-q']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ type: 'FeatureCollection', features: [] });
    const explained = await run(['explain-host', 'a.example', '--db', db]);
    expect(explained.code).toBe(2);
    expect(explained.stderr).toMatch(/No crawl in this database/);
  });
});
