// The web app as users see it: a catalog crawled from a real MapServer, the real server, a real browser.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Config, settingsWith } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import { findBrowser } from '../../src/fetch/browser/browser.ts';
import { serve } from '../../src/serve/serve.ts';
import { startMapServer } from '../servers/mapserver.ts';

export interface Site {
  readonly url: string;
  readonly browser: Browser;
  /** URL of the MapServer behind it. */
  readonly maps: string;
  /** Failures reported by the server, and script errors in pages. */
  readonly failures: readonly string[];
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

export async function startSite(settings: Partial<Config> = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'geotrawl-web-'));
  const maps = await startMapServer();
  const failures: string[] = [];
  const config = settingsWith({
    db: join(folder, 'catalog.db'),
    'server.port': 0,
    'server.searchThreads': 0,
    'network.allowPrivate': true,
    'politeness.delayMs': 0,
    ...settings,
  });
  for await (const event of crawl({ seeds: [maps.url], settings: config })) if (event.type === 'done') break;
  const server = await serve({
    settings: config,
    version: '0.0.0',
    onFailure: (error, what) => failures.push(`${what}: ${String(error)}`),
  });
  const browser = await chromium.launch({ executablePath: findBrowser(null)!, args: ['--no-sandbox'] });
  return {
    url: server.url,
    browser,
    maps: maps.url,
    failures,
    open: async (path, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
      const page = await context.newPage();
      page.on('pageerror', (error) => failures.push(`${page.url()}: ${error.message}`));
      await page.goto(server.url + path);
      return page;
    },
    close: async () => {
      await browser.close();
      await server.close();
      await maps.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
