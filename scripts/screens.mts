// Takes screenshots of every page of the web app on the demo catalog, at three widths: `npm run screens` writes docs/screens/.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { startDemoWeb } from '../lab/demo-web/serve.ts';
import { settingsWith } from '../src/config.ts';
import { crawl } from '../src/crawl/crawl.ts';
import { findBrowser } from '../src/fetch/browser/browser.ts';
import { checkNow } from '../src/monitor/rounds/check-services.ts';
import { openMonitorDependencies } from '../src/monitor/rounds/monitor-dependencies.ts';
import { openCatalog } from '../src/open-catalog.ts';
import { serve } from '../src/serve/serve.ts';

const target = fileURLToPath(new URL('../docs/screens/', import.meta.url));

/** A phone, a laptop, a large screen. The latter is stored at half its size, to keep the folder small. */
const sizes = [
  { name: 'phone', width: 390, height: 844, scale: 1 },
  { name: 'laptop', width: 1280, height: 900, scale: 1 },
  { name: 'wall', width: 2560, height: 1440, scale: 0.5 },
] as const;
const tallest = 1600;
/** Records to check first. */
const checked = 25;
/** Pages also taken in dark mode, at laptop width. */
const dark = ['search', 'record', 'statistics', 'monitoring', 'crawl'];

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-screens-'));
const web = await startDemoWeb();
const settings = settingsWith({
  db: join(folder, 'demo.db'),
  'server.port': 0,
  'server.rateLimit': 0,
  'network.resolve': [...web.resolve, web.elsewhere],
  'network.allowPrivate': true,
  'network.proxy': null,
  'politeness.delayMs': 20,
  'crawl.scope': 'web',
  'crawl.depth': 8,
});
for await (const event of crawl({ seeds: web.seeds, settings })) if (event.type === 'done') break;
await checkSome();
const server = await serve({ settings, version: '0.0.0', isLocal: true, onFailure: (error) => console.error(error) });
const browser = await chromium.launch({ executablePath: findBrowser(null)!, args: ['--no-sandbox'] });
try {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const [name, path] of await pages()) await takeAll(browser, name, path);
} finally {
  await browser.close();
  await server.close();
  await web.close();
  rmSync(folder, { recursive: true, force: true });
}
const bytes = readdirSync(target).reduce((sum, file) => sum + statSync(join(target, file)).size, 0);
console.log(`${readdirSync(target).length} pictures in docs/screens/, ${(bytes / 1e6).toFixed(1)} MB`);

/** Content for the monitoring page. */
async function checkSome(): Promise<void> {
  const parts = await openMonitorDependencies(settings);
  const ids: string[] = [];
  for await (const { id } of parts.catalog.endpoints()) ids.push(id);
  for (const id of ids.slice(0, checked)) await checkNow(parts, id);
  await parts.close();
}

async function pages(): Promise<readonly (readonly [name: string, path: string])[]> {
  const catalog = openCatalog({ db: settings.db });
  const [first] = (await catalog.search({ kinds: ['wms'], sort: { by: 'layers', descending: true }, limit: 1 })).items;
  const { id, layers } = first!.resource;
  await catalog.close();
  const drawn = layers.filter(({ name }) => name !== null).slice(0, 2);
  const chosen = drawn.map(({ name }) => `l=${id}:80:${encodeURIComponent(name!)}`).join('&');
  return [
    ['search', '/'],
    ['results', '/?q=forest'],
    ['results-table', '/?q=forest&view=table'],
    ['results-map', '/?view=map'],
    ['no-results', '/?q=unobtainium&kind=wms'],
    ['record', `/service/${id}`],
    ['map', `/map?${chosen}`],
    ['crawls', '/crawls'],
    ['crawl-new', '/crawls/new'],
    ['crawl', `/crawls/${await makeCrawl()}`],
    ['data-centers', '/data-centers'],
    ['monitoring', '/monitor'],
    ['statistics', '/stats'],
    ['saved-searches', await saveSearches()],
    ['administration', '/admin'],
    ['help', '/help'],
    ['help-german', '/help?lang=de'],
    ['error', '/nowhere'],
  ];
}

/** A crawl in progress on the server. */
async function makeCrawl(): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ name: 'The demo web', seeds: web.seeds, depth: 8, scope: 'web', start: true, shared: true }),
  });
  const { id } = (await response.json()) as { id: number };
  await new Promise((resolve) => setTimeout(resolve, 8000));
  return id;
}

async function saveSearches(): Promise<string> {
  for (const body of ['q=forest&kind=wms', 'q=bathymetry&w=-10&s=36&e=30&n=60', 'q=geology&type=service&from=2010'])
    await fetch(`${server.url}/searches`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.url },
      body,
    });
  return '/searches';
}

async function takeAll(from: Browser, name: string, path: string): Promise<void> {
  for (const size of sizes) await take(from, { name: `${name}-${size.name}`, path, size, colorScheme: 'light' });
  if (dark.includes(name)) await take(from, { name: `${name}-laptop-dark`, path, size: sizes[1], colorScheme: 'dark' });
}

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly size: (typeof sizes)[number];
  readonly colorScheme: 'light' | 'dark';
}

async function take(from: Browser, { name, path, size, colorScheme }: Shot): Promise<void> {
  const { width, height, scale } = size;
  const context = await from.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en',
  });
  const page = await context.newPage();
  await page.goto(server.url + path);
  // Maps are drawn after the page has loaded; pages of live crawls are never idle.
  await page.waitForTimeout(2000);
  const whole = (await page.evaluate('document.documentElement.scrollHeight')) as number;
  const clip = { x: 0, y: 0, width, height: Math.max(height, Math.min(whole, tallest)) };
  await page.screenshot({ path: join(target, `${name}.jpg`), type: 'jpeg', quality: 62, fullPage: true, clip });
  await context.close();
}
