// A crawl from first login to statistics in a real browser: started with keywords, watched, paused, the server killed, resumed, done.
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoOtherResources, demoServicesToFind } from '../../lab/demo-web/manifest.ts';
import { type DemoWeb, startDemoWeb } from '../../lab/demo-web/serve.ts';
import { type DemoSearchEngine, startDemoSearchEngine } from '../../lab/width/search-engine.ts';
import { findBrowser } from '../../src/fetch/browser/browser.ts';
import { type Client, goodPassword, makeClient } from '../accounts/server-with-accounts.ts';
import { type Running, scratchPath, start } from '../e2e/command.ts';
import { readShown, type Shown, watchMachine, watchPage } from './page-clock.ts';

/** Limit from storing a discovery to showing it. */
const promisedMs = 2000;
/** A separate address: no other process takes its port while the server is down. */
const address = '127.41.8.16';
const allDiscoveries = demoServicesToFind.length + demoOtherResources.length;

interface Discovery {
  readonly resource: string;
  readonly endpoint: string;
  readonly extent: readonly number[] | null;
  /** When it was stored. */
  readonly atMs: number;
}

let web: DemoWeb;
let engine: DemoSearchEngine;
let browser: Browser;
let page: Page;
const servers: Running[] = [];
const failures: string[] = [];
const db = scratchPath('story.db');

beforeAll(async () => {
  web = await startDemoWeb({ hurry: true });
  engine = await startDemoSearchEngine();
  browser = await chromium.launch({ executablePath: findBrowser(null)!, args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  for (const { child } of servers) child.kill('SIGKILL');
  await engine.close();
  await web.close();
});

async function startServer(port: string): Promise<{ server: Running; url: string }> {
  const env = {
    GEOTRAWL_NETWORK__ALLOW_RANGES: '127.0.0.0/8',
    GEOTRAWL_NETWORK__RESOLVE: [...web.resolve, `search.example=${new URL(engine.url).host}`, web.elsewhere].join(','),
    GEOTRAWL_POLITENESS__DELAY_MS: '200',
    GEOTRAWL_SEARCH__ENGINE: 'searxng',
    GEOTRAWL_SEARCH__URL: 'http://search.example/',
  };
  const server = start(['serve', '--db', db, '--host', address, '--port', port], { env });
  servers.push(server);
  await server.says('Press Ctrl-C to stop.');
  return { server, url: /Serving \S+ at (\S+)\//.exec(server.printed())![1]! };
}

async function open(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const opened = await context.newPage();
  opened.on('pageerror', (error) => failures.push(`${opened.url()}: ${error.message}`));
  return opened;
}

async function logIn(at: Page, url: string, name: string): Promise<void> {
  await at.goto(`${url}/login`);
  await at.getByLabel('Name').fill(name);
  await at.getByLabel('Password').fill(goodPassword);
  await at.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await at.getByRole('button', { name: 'Log out' }).waitFor();
}

describe('the story of a crawl', () => {
  let server: Running;
  let url: string;
  let id: number;
  let ada: Client;

  it('the one-time link creates the first administrator, who logs in', async () => {
    ({ server, url } = await startServer('0'));
    page = await open();
    await watchPage(page);
    await page.goto(`${url}/crawls`);
    expect(await page.getByRole('link', { name: 'New crawl' }).count()).toBe(0);
    await page.goto(/Create the first admin account \(link expires in 24 hours\): (\S+)/.exec(server.printed())![1]!);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Password').fill(goodPassword);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await logIn(page, url, 'Ada');
    ada = makeClient(url);
    ada.setCookie((await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; '));
  });

  it('services of a crawl with keywords show in the list and on the map within two seconds', async () => {
    await page.goto(`${url}/crawls`);
    await page.getByRole('link', { name: 'New crawl' }).click();
    await page.getByLabel('Seeds').fill('http://blog.mapmaker.example/');
    await page.getByLabel('Keywords').fill('land cover, rivers');
    await page.getByLabel('Title').fill('Land cover and rivers');
    await page.getByLabel('Depth').fill('8');
    await page.getByLabel('Scope').selectOption('web');
    await page.getByText('Filters · Limits').click();
    await page.getByLabel('No URLs containing').fill('/kalender/');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(/\/crawls\/\d+$/);
    id = Number(page.url().split('/').at(-1));
    await page.locator('#map[data-boxes]').waitFor();
    const machine = watchMachine();
    const begun = await page.locator('#found li').count();
    await expect.poll(() => page.locator('#found li').count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(begun + 5);
    // Before pressing the button: the next page gets everything from the server at once.
    const shown = await readShown(page);
    const machineLateMs = machine.stop();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('#state', { hasText: /^paused$/ }).waitFor();
    expectPrompt(await foundEvents(), shown, machineLateMs);
  });

  /** Covers those stored after the page was ready; earlier ones could not have been shown. */
  function expectPrompt(found: readonly Discovery[], shown: Shown, machineLateMs: number): void {
    const { readyMs, nowMs, listed, mapped } = shown;
    // What delayed a timer also delayed messages, to the server and from there to the page.
    const allowedMs = promisedMs + 2 * Math.max(machineLateMs, shown.lateMs);
    const isLater = ({ atMs }: Discovery) => atMs >= readyMs! && atMs < nowMs;
    // A discovery not shown yet is as late as it is old.
    const lateness = (finds: readonly Discovery[], timeOf: (find: Discovery, n: number) => number | undefined) =>
      finds.flatMap((find, n) => (isLater(find) ? [(timeOf(find, n) ?? nowMs) - find.atMs] : []));
    const inList = lateness(found, ({ resource }) => listed[resource]);
    const onMap = lateness(
      found.filter(({ extent }) => extent !== null),
      (_, n) => mapped[n],
    );
    expect(Math.min(inList.length, onMap.length)).toBeGreaterThan(0);
    expect(Math.max(...inList)).toBeLessThanOrEqual(allowedMs);
    expect(Math.max(...onMap)).toBeLessThanOrEqual(allowedMs);
  }

  async function foundEvents(): Promise<readonly Discovery[]> {
    const { body } = await ada.ask('GET', `/api/v1/tasks/${id}/events?f=json`);
    const events = body.events as { type: string; at: string; data: Omit<Discovery, 'resource'> & { id: string } }[];
    return events
      .filter(({ type }) => type === 'found')
      .map(({ at, data: { id: resource, endpoint, extent } }) => ({
        resource,
        endpoint,
        extent,
        atMs: Date.parse(at),
      }));
  }

  it('after a kill and restart of the server the page reconnects, still paused, and resumes', {
    timeout: 180_000,
  }, async () => {
    const before = (await foundEvents()).length;
    server.child.kill('SIGKILL');
    await server.ended;
    await page.locator('#connection', { hasText: 'Connection lost' }).waitFor();
    ({ server, url } = await startServer(new URL(url).port));
    await page.locator('#connection', { hasText: /^$/ }).waitFor({ state: 'attached', timeout: 30_000 });
    expect(await page.locator('#state').textContent()).toBe('paused');
    expect((await foundEvents()).length).toBe(before);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.locator('#state', { hasText: /^done$/ }).waitFor({ timeout: 120_000 });
  });

  it('it has found everything, by links and the search engine, and the statistics agree', async () => {
    const found = await foundEvents();
    const endpoints = found.map(({ endpoint }) => endpoint).sort();
    expect([found.length, new Set(found.map(({ resource }) => resource)).size], endpoints.join('\n')).toEqual([
      allDiscoveries,
      allDiscoveries,
    ]);
    await expect.poll(() => page.locator('#found li').count()).toBe(allDiscoveries);
    expect(await page.locator('[data-stat=resources]').textContent()).toBe(String(allDiscoveries));
    const { events } = (await ada.ask('GET', `/api/v1/tasks/${id}/events?f=json`)).body;
    const queries = events.flatMap(({ type, data }: { type: string; data: { queries: string[] } }) =>
      type === 'search' ? data.queries : [],
    );
    expect(new Set(queries)).toEqual(new Set(['WMS land cover', 'WMS rivers']));
    await page.getByRole('link', { name: 'Statistics' }).click();
    await page.getByRole('heading', { name: 'Statistics', level: 1 }).waitFor();
    const { body } = await ada.ask('GET', '/api/v1/resources?limit=1000');
    expect(body.total).toBe(allDiscoveries);
    expect(await page.locator('.lead').textContent()).toContain(String(allDiscoveries));
    const kinds = await page
      .locator('#stat-kind ~ table tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [
          new URL(row.querySelector('a')!.href).searchParams.get('kind'),
          Number(row.querySelector('.number')!.textContent),
        ]),
      );
    const counted = new Map<string, number>();
    for (const { kind } of [...demoServicesToFind.map(() => ({ kind: 'wms' })), ...demoOtherResources])
      counted.set(kind, (counted.get(kind) ?? 0) + 1);
    expect(new Map(kinds as [string, number][])).toEqual(counted);
  });

  it('another user can neither see nor control it, and gets a reason when a sixth crawl does not start', async () => {
    const { body } = await ada.ask('POST', '/api/v1/users', { name: 'Bert', role: 'user' });
    const other = await open();
    await other.goto(body.link);
    await other.getByLabel('Password').fill(goodPassword);
    await other.getByRole('button', { name: 'Set password' }).click();
    await other.goto(`${url}/crawls`);
    expect(await other.getByText('Land cover and rivers').count()).toBe(0);
    await other.goto(`${url}/crawls/${id}`);
    expect(await other.locator('h1').textContent()).toBe('Page not found');
    const bert = makeClient(url);
    await bert.ask('POST', '/api/v1/session', { name: 'Bert', password: goodPassword });
    expect((await bert.ask('POST', `/api/v1/tasks/${id}/stop`)).status).toBe(404);
    // With a long delay on the same host, all five still run when the sixth is started.
    const slow = { seeds: ['http://www.lindholm.example/'], delayMs: 60_000, start: true };
    for (let n = 0; n < 5; n++) expect((await bert.ask('POST', '/api/v1/tasks', slow)).status).toBe(201);
    await other.goto(`${url}/crawls/new`);
    await other.getByLabel('Seeds').fill('http://www.lindholm.example/');
    await other.getByRole('button', { name: 'Start', exact: true }).click();
    expect(await other.getByRole('alert').textContent()).toContain('You may run 5 crawls at once.');
    expect(await other.getByLabel('Seeds').inputValue()).toBe('http://www.lindholm.example/');
    await other.context().close();
  });

  it('a guest must log in and cannot start anything', async () => {
    const guest = await open();
    await guest.goto(`${url}/crawls/new`);
    expect(await guest.getByRole('button', { name: 'Start', exact: true }).count()).toBe(0);
    expect(
      (await makeClient(url).ask('POST', '/api/v1/tasks', { seeds: ['http://www.lindholm.example/'] })).status,
    ).toBe(401);
    await guest.context().close();
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect(failures).toEqual([]);
  });
});
