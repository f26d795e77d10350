// Later harvests: no change is missed between them, and an outage removes no records.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { crawl } from '../../src/crawl/crawl.ts';
import { serveCsw } from './csw-server.ts';
import { harvestOnce, storedRecords } from './harvest-run.ts';
import { servePortal } from './portal-servers.ts';
import {
  type CatalogResponse,
  type CatalogServer,
  changeRecords,
  makeCatalog,
  type SyntheticCatalog,
} from './synthetic-catalog.ts';
import { serveTree, treeRoots } from './tree-servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-later-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Scene {
  readonly catalog: SyntheticCatalog;
  readonly url: string;
  readonly db: string;
}

let scenes = 0;

async function onCatalog(size: number, play: (scene: Scene) => Promise<void>): Promise<void> {
  const catalog = makeCatalog(size);
  const server: CatalogServer = await serveCsw(catalog, 'none');
  try {
    await play({ catalog, url: `${server.url}/csw`, db: join(folder, `${++scenes}.db`) });
  } finally {
    await server.close();
  }
}

async function goneIn(db: string): Promise<number> {
  return (await storedRecords(db)).filter(({ gone }) => gone !== null).length;
}

const oops: CatalogResponse = { status: 500, type: 'text/html', text: 'oops' };

it('harvests everything after a first harvest limited by a date', () =>
  onCatalog(300, async ({ url, db }) => {
    const late = await harvestOnce(url, db, { since: '2020-01-02' });
    expect(late.records).toBeLessThan(300);
    expect(await harvestOnce(url, db)).toMatchObject({ ended: 'complete', since: null, records: 300 });
    expect(await storedRecords(db)).toHaveLength(300);
  }));

it('misses no change before the date of an intermediate harvest', () =>
  onCatalog(300, async ({ catalog, url, db }) => {
    await harvestOnce(url, db);
    const [early, late] = [catalog.records[5]!, catalog.records[6]!];
    Object.assign(early, { title: 'Changed early', modified: '2026-02-01T00:00:00Z' });
    Object.assign(late, { title: 'Changed late', modified: '2026-05-01T00:00:00Z' });
    expect(await harvestOnce(url, db, { since: '2026-04-01' })).toMatchObject({ changed: 1 });
    expect(await harvestOnce(url, db)).toMatchObject({ changed: 1 });
    expect((await storedRecords(db)).filter(({ title }) => title.startsWith('Changed'))).toHaveLength(2);
  }));

it('misses no change because of a record dated in the future', () =>
  onCatalog(50, async ({ catalog, url, db }) => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    catalog.records[7]!.modified = inHours(20);
    await harvestOnce(url, db);
    Object.assign(catalog.records[3]!, { title: 'Changed', modified: inHours(1) });
    expect(await harvestOnce(url, db)).toMatchObject({ changed: 1 });
  }));

it('marks nothing as gone if the catalog is suddenly empty', () =>
  onCatalog(120, async ({ catalog, url, db }) => {
    await harvestOnce(url, db);
    const all = catalog.records;
    catalog.records = [];
    const empty = await harvestOnce(url, db, { isFull: true });
    expect(empty.problems.map(({ code }) => code)).toContain('catalog.partly-read');
    expect(await goneIn(db)).toBe(0);
    catalog.records = all.slice(1);
    await harvestOnce(url, db, { isFull: true });
    expect(await goneIn(db)).toBe(1);
  }));

it('marks nothing as gone if fewer records are returned than announced', () =>
  onCatalog(300, async ({ catalog, url, db }) => {
    await harvestOnce(url, db);
    const none = `<?xml version="1.0"?><csw:GetRecordsResponse xmlns:csw="http://www.opengis.net/cat/csw/2.0.2"><csw:SearchResults numberOfRecordsMatched="300" numberOfRecordsReturned="0" nextRecord="0"/></csw:GetRecordsResponse>`;
    catalog.instead = ({ body }) =>
      /startPosition="(?:2\d\d|3\d\d)"/.test(body) ? { type: 'application/xml', text: none } : null;
    const short = await harvestOnce(url, db, { isFull: true });
    expect(short).toMatchObject({ ended: 'complete', total: 300 });
    expect(short.records).toBeLessThan(300);
    expect(await goneIn(db)).toBe(0);
  }));

it('marks nothing as gone when folders are restricted for the first time', async () => {
  const catalog = makeCatalog(60);
  const server = await serveTree(catalog, 'waf-apache', 'none');
  const [url, db] = [`${server.url}${treeRoots['waf-apache']}`, join(folder, 'doors.db')];
  try {
    await harvestOnce(url, db);
    catalog.instead = ({ url: { pathname } }) =>
      /\/f(?:3|4)\//.test(pathname) ? { status: 403, type: 'text/html', text: 'no' } : null;
    await harvestOnce(url, db);
    expect(await goneIn(db)).toBe(0);
    await harvestOnce(url, db);
    expect(await goneIn(db)).toBe(10);
    delete catalog.instead;
    await harvestOnce(url, db);
    expect(await goneIn(db)).toBe(0);
  } finally {
    await server.close();
  }
});

it('continues an interrupted list in the next harvest', async () => {
  const catalog = makeCatalog(300);
  const server = await servePortal(catalog, 'oai-pmh', 'none');
  const [url, db] = [`${server.url}/oai?verb=Identify`, join(folder, 'torn.db')];
  catalog.instead = ({ url: requested }) => (/resumptionToken=.*200/.test(requested.search) ? oops : null);
  try {
    const torn = await harvestOnce(url, db);
    expect(torn).toMatchObject({ ended: 'complete', skipped: 1 });
    expect(torn.records).toBeLessThan(300);
    delete catalog.instead;
    expect(await harvestOnce(url, db)).toMatchObject({ since: null, records: 300 });
  } finally {
    await server.close();
  }
});

it('harvests everything when requested, even after an interrupted harvest of changes', () =>
  onCatalog(400, async ({ catalog, url, db }) => {
    await harvestOnce(url, db);
    changeRecords(
      catalog,
      Array.from({ length: 250 }, (_, number) => number),
    );
    expect(await harvestOnce(url, db, {}, 100)).toMatchObject({ ended: 'limited' });
    expect(await harvestOnce(url, db, { isFull: true })).toMatchObject({ since: null, isResumed: false, records: 400 });
  }));

it('harvests a catalog once per crawl, whichever URL led to it', () =>
  onCatalog(20, async ({ url, db }) => {
    const settings = { db, 'network.allowPrivate': true, 'politeness.delayMs': 0, 'crawl.depth': 0 } as const;
    let harvests = 0;
    for await (const event of crawl({ seeds: [url, `${url}?token=secret`], settings, harvest: { isOnly: true } }))
      if (event.type === 'harvest') harvests++;
    expect(harvests).toBe(1);
  }));

it('tries another request variant if only counts are returned', () =>
  onCatalog(20, async ({ catalog, url, db }) => {
    const numbers = `<?xml version="1.0"?><csw:GetRecordsResponse xmlns:csw="http://www.opengis.net/cat/csw/2.0.2"><csw:SearchResults numberOfRecordsMatched="20" numberOfRecordsReturned="0" nextRecord="1"/></csw:GetRecordsResponse>`;
    catalog.instead = ({ body }) => (body.includes('"csw:Record"') ? { type: 'application/xml', text: numbers } : null);
    expect(await harvestOnce(url, db)).toMatchObject({ ended: 'complete', records: 20 });
  }));

it('retries before it falls back to a poorer request variant', () =>
  onCatalog(20, async ({ catalog, url, db }) => {
    catalog.instead = ({ method }) => (catalog.requests === 1 ? oops : method === 'GET' ? oops : null);
    expect(await harvestOnce(url, db)).toMatchObject({ ended: 'complete', records: 20, requests: 2 });
  }));

it('stops at a server that responds with "too many requests"', () =>
  onCatalog(300, async ({ catalog, url, db }) => {
    const busy = { status: 429, type: 'text/plain', text: 'slower', headers: { 'retry-after': '0' } };
    catalog.instead = () => (catalog.requests > 1 ? busy : null);
    expect(await harvestOnce(url, db)).toMatchObject({ ended: 'failed', records: 100 });
    expect(catalog.requests).toBe(4);
    delete catalog.instead;
    expect(await harvestOnce(url, db)).toMatchObject({ ended: 'complete', isResumed: true, records: 300 });
  }));

it('retries at the time given by the server, also as a date', () =>
  onCatalog(300, async ({ catalog, url, db }) => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const busy = { status: 503, type: 'text/plain', text: 'closed', headers: { 'retry-after': date } };
    catalog.instead = () => (catalog.requests > 1 ? busy : null);
    const first = await harvestOnce(url, db);
    expect(first).toMatchObject({ ended: 'failed', records: 100 });
    expect(first.message).toMatch(/retry in 3[56]\d\d s/);
    expect(catalog.requests).toBe(2);
  }));
