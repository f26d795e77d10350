// A visit without a mouse: every step is reached with Tab, and the focus is visible.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
}, 120_000);
afterAll(() => site.close());

/** Presses Tab until the element with this text or label has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    const text = (await page.evaluate(`(() => {
      const it = document.activeElement;
      const labels = [...(it?.labels ?? [])].map((label) => label.textContent).join(' ');
      return [it?.getAttribute('aria-label'), labels, it?.textContent].filter((part) => part).join(' ').trim();
    })()`)) as string;
    const isOwn = (await page.evaluate('document.activeElement !== document.body')) as boolean;
    if (isOwn && name.test(text)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}

it('leads from words and a typed area to two layers on the map', async () => {
  const page = await site.open('/');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await tabTo(page, /^What are you looking for/);
  await page.keyboard.type('towns');
  for (const [side, value] of [
    ['West', '-10'],
    ['South', '35'],
    ['East', '32'],
    ['North', '61'],
  ] as const) {
    await tabTo(page, new RegExp(`^${side}`));
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/n=61/);

  await tabTo(page, /^See on map/);
  const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
  expect(outline).not.toBe('none');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/service\//);
  await page.locator('#preview').scrollIntoViewIfNeeded();
  await page.locator('#preview[data-drawn]').waitFor();
  await tabTo(page, /^Add to map.*Towns/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Add to map.*Lakes/);
  await page.keyboard.press('Space');

  await page.goto(`${site.url}/help`);
  await tabTo(page, /^Map$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/map\?l=/);
  await expect.poll(() => page.locator('#layers li[data-drawn]').count(), { timeout: 30_000 }).toBe(2);
  await tabTo(page, /^Move Towns up/);
  await page.keyboard.press('Enter');
  expect((await page.locator('#layers .title').allTextContents())[0]).toBe('Towns');
  await tabTo(page, /^Remove Lakes/);
  await page.keyboard.press('Enter');
  expect(await page.locator('#layers li').count()).toBe(1);
  await page.context().close();
}, 120_000);
