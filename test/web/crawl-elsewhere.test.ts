// The page of a crawl on a server that doesn't run it, in a real browser: rates, discoveries and workers are shown.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { findBrowser } from '../../src/fetch/browser/browser.ts';
import { openPeopledServer } from '../accounts/server-with-accounts.ts';
import { startChainWeb, untilState } from '../crawls/watch-crawl.ts';
import { describeWith } from '../servers/needs.ts';
import { freshDatabase } from '../servers/postgres.ts';

describeWith('postgis+chromium', () => {
  it('shows the progress of a crawl on another machine', { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'geotrawl-elsewhere-'));
    const web = await startChainWeb(200);
    const db = await freshDatabase();
    const open = (name: string) =>
      openPeopledServer({
        db,
        'cache.folder': join(folder, name),
        'network.allowPrivate': true,
        'politeness.delayMs': 300,
      });
    const [one, other] = [await open('one'), await open('other')];
    const task = { seeds: [`${web.origin}/`], depth: 200, start: true };
    const { id } = (await one.admin.ask('POST', '/api/v1/tasks', task)).body;
    const browser = await chromium.launch({ executablePath: findBrowser(null)!, args: ['--no-sandbox'] });
    const failures: string[] = [];
    const context = await browser.newContext();
    const [name, value] = one.admin.cookie()!.split('=') as [string, string];
    await context.addCookies([{ name, value, url: other.url }]);
    const page = await context.newPage();
    page.on('pageerror', (error) => failures.push(error.message));
    await page.goto(`${other.url}/crawls/${id}`);
    await page.locator('[data-stat="pagesPerSecond"]', { hasText: /[1-9]/ }).waitFor();
    await page.locator('#found li').nth(2).waitFor();
    const cpu = await page.locator('[data-stat="cpu"]').textContent();
    await page.goto(`${other.url}/crawls`);
    const row = page.locator('section[aria-labelledby="workers"] tbody tr');
    expect([cpu, await row.count()]).toEqual(['–', 1]);
    const { workers } = (await one.admin.ask('GET', '/api/v1/workers')).body;
    expect(workers).toMatchObject([{ roles: 'crawl', visits: expect.any(Number), leases: expect.any(Number) }]);
    expect(await row.textContent()).toContain(workers[0].id);
    await one.admin.ask('POST', `/api/v1/tasks/${id}/stop`);
    await untilState(one.admin, id, 'stopped');
    expect(failures).toEqual([]);
    await browser.close();
    await Promise.all([one.close(), other.close()]);
    await web.close();
    rmSync(folder, { recursive: true });
  });
});
