// Crawls in the browser: a user logs in, creates one, watches services appear, controls it; and the pages are accessible.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../../src/fetch/browser/browser.ts';
import { goodPassword, openPeopledServer, type PeopledServer } from '../accounts/server-with-accounts.ts';
import { startChainWeb, untilState } from '../crawls/watch-crawl.ts';
import type { SmallWeb } from '../e2e/small-web.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const services = 25;

let server: PeopledServer;
let web: SmallWeb;
let browser: Browser;
const failures: string[] = [];
beforeAll(async () => {
  web = await startChainWeb(services);
  server = await openPeopledServer({ 'network.allowRanges': ['127.0.0.0/8'], 'politeness.delayMs': 100 });
  browser = await chromium.launch({ executablePath: findBrowser(null)!, args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await web.close();
});

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => failures.push(`${page.url()}: ${error.message}`));
  await page.goto(server.url + path);
  return page;
}

async function logIn(page: Page, name: string): Promise<void> {
  await page.fill('[name=name]', name);
  await page.fill('[name=password]', goodPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(/crawls|account|admin/);
}

it('leads from the one-time link to a crawl that is watched, paused, resumed and done', {
  timeout: 120_000,
}, async () => {
  const { body } = await server.admin.ask('POST', '/api/v1/users', { name: 'Cleo', role: 'user' });
  const page = await open(new URL(body.link).pathname);
  await page.fill('[name=password]', 'short');
  await page.click('main button[type=submit]');
  expect(await page.locator('[role=alert]').textContent()).toContain('12 characters');
  await page.fill('[name=password]', goodPassword);
  await page.click('main button[type=submit]');
  await page.click('text=New crawl');
  await page.fill('[name=seeds]', `${web.origin}/`);
  await page.fill('[name=depth]', '60');
  await page.fill('[name=name]', 'Everything <b>here</b>');
  await page.click('button[value=start]');
  await page.waitForURL(/\/crawls\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  // Services appear in the list and on the map without reloading.
  await page.locator('#found li').nth(4).waitFor();
  await page.locator('#map[data-boxes]').waitFor();
  expect(await page.locator('h1').textContent()).toBe('Everything <b>here</b>');
  await page.click('#steering >> text=Pause');
  await page.locator('#state', { hasText: /^paused$/ }).waitFor();
  const cleo = server.client();
  await cleo.ask('POST', '/api/v1/session', { name: 'Cleo', password: goodPassword });
  expect((await cleo.ask('GET', `/api/v1/tasks/${id}`)).body.state).toBe('paused');
  await page.click('#steering >> text=Resume');
  await page.locator('#state', { hasText: /^done$/ }).waitFor({ timeout: 60_000 });
  expect(await page.locator('#found li').count()).toBe(services);
  expect(await page.locator('[data-stat=resources]').textContent()).toBe(String(services));
  // One host, drawn once, with every service.
  await page.locator('#map[data-hosts="1"]').waitFor();
  await expectCurve(page);
  await page.click('text=Log out');
  await page.goto(`${server.url}/crawls/${id}`);
  expect(await page.locator('h1').textContent()).toBe('Page not found');
  await page.context().close();
  expect(failures).toEqual([]);
});

/** The chart and the table beside it are complete. */
async function expectCurve(page: Page): Promise<void> {
  await page.locator('#now-curve svg.chart .line').first().waitFor();
  const rows = page.locator('#chart-table tbody tr');
  await expect.poll(() => rows.last().locator('.number').first().textContent()).toBe(String(services));
  const [pages, found] = await rows.last().locator('.number').allTextContents();
  expect([pages, found]).toEqual([String(services), String(services)]);
}

it('works without scripts', { timeout: 60_000 }, async () => {
  const page = await open('/login', { javaScriptEnabled: false });
  await logIn(page, 'Ada');
  await page.goto(`${server.url}/crawls/new`);
  await page.fill('[name=seeds]', `${web.origin}/wms/3?SERVICE=WMS&REQUEST=GetCapabilities`);
  await page.fill('[name=depth]', '0');
  await page.click('button[value=preview]');
  expect(await page.locator('[role=status] ol li').last().textContent()).toMatch(/\/wms\/3.*wms$/);
  expect(await page.locator('[role=status] tbody tr').textContent()).toContain(web.origin);
  await page.click('button[value=start]');
  const id = Number(page.url().split('/').at(-1));
  await untilState(server.admin, id, 'done');
  await page.reload();
  expect(await page.locator('#found li').count()).toBe(1);
  await page.goto(`${server.url}/crawls/${id - 1}`);
  await expectCurve(page);
  expect(await page.locator('#now-hosts tbody tr').first().textContent()).toMatch(/Nothing is queued.*51°/);
  await page.click('summary >> text=Hosts');
  await page.fill('#host', 'elsewhere');
  await page.click('form[method=get] >> text=Show');
  expect(await page.locator('#now-hosts').textContent()).toBe('No such host in this crawl.');
  await page.context().close();
});

it('shows an error at every field, and keeps the input', async () => {
  const send = async (fields: Record<string, string>, language = 'en') => {
    const response = await fetch(`${server.url}/crawls`, {
      method: 'POST',
      headers: { cookie: server.admin.cookie()!, origin: server.url, 'accept-language': language },
      body: new URLSearchParams([...Object.entries(fields), ['then', 'start']]),
    });
    return { status: response.status, text: await response.text() };
  };
  const bad = {
    seeds: 'nonsense',
    depth: 'deep',
    name: 'n'.repeat(101),
    region: '1,2',
    include: 'x,'.repeat(51),
    maxPages: '0',
    maxMinutes: '-1',
    maxMegabytes: '0',
    delayMs: '1.5',
    scope: 'universe',
    strategy: 'best',
    every: 'second',
  };
  const { status, text } = await send(bad);
  expect(status).toBe(400);
  for (const name of Object.keys(bad)) {
    expect([name, text.includes(`aria-describedby="e-${name}`)]).toEqual([name, true]);
    expect(text).toMatch(new RegExp(`<p class="complaint" id="e-${name}">[^<]{10,}</p>`));
  }
  expect(text).toContain('<a href="#f-maxPages">Must be 1 or more.</a>');
  expect(text).toContain('>nonsense</textarea>');
  const german = await send(bad, 'de');
  const words = [...german.text.matchAll(/<p class="complaint" id="e-\w+">([^<]+)/g)].map(([, word]) => word!);
  expect(words).toHaveLength(Object.keys(bad).length);
  for (const word of words)
    expect(word).toMatch(/Höchstens|Mindestens|Erwartet|erwartet|ist nichts davon|keine Web-Adresse/);
  // Errors that need all other fields to be valid come last.
  const unknown = await send({ seeds: `${web.origin}/`, kinds: 'wms, teapot' });
  expect(unknown.text).toMatch(/id="e-kinds">Unknown kind &quot;teapot&quot;/);
});

it.each([
  ['light', 1400],
  ['dark', 360],
] as const)('every page is accessible: %s, %i pixels wide', { timeout: 120_000 }, async (colorScheme, width) => {
  const page = await open('/login', { colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
  const look = async () => {
    await page.addScriptTag({ content: axe });
    const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map((each) => `${page.url()} ${each.id}: ${each.nodes[0]?.html}`)).toEqual([]);
    const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
    expect([page.url(), overflow <= 0]).toEqual([page.url(), true]);
  };
  await look();
  await logIn(page, 'Ada');
  const crawls = (await server.admin.ask('GET', '/api/v1/tasks')).body.tasks;
  const ownPages = ['/account', '/searches', '/admin', '/admin/credentials'];
  for (const path of ['/crawls', '/crawls/new', `/crawls/${crawls.at(-1).id}`, ...ownPages]) {
    await page.goto(server.url + path);
    await look();
  }
  await page.context().close();
});
