// A first visit: search, draw a box, open a record, see it drawn, add a second layer, export both to QGIS.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colorsIn } from './colors-in.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
}, 120_000);
afterAll(() => site.close());

describe('a first visit', () => {
  it('leads from words to a map of two layers and a file for QGIS', async () => {
    const page = await site.open('/');
    await page.getByLabel('What are you looking for?').fill('towns');
    await page.getByRole('button', { name: 'Find' }).click();
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent(), { timeout: 30_000 })
      .toMatch(/\d+ results?/);

    // Draw: the box ends up in the fields and in the address.
    const map = page.locator('#map canvas').first();
    await map.waitFor();
    await page.getByRole('button', { name: 'Draw a box' }).click();
    const box = (await page.locator('#map').boundingBox())!;
    await page.mouse.move(box.x + 80, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 20, box.y + 500, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/[?&]w=/);
    expect(new URL(page.url()).searchParams.get('q')).toBe('towns');
    expect(await page.getByLabel('West').inputValue()).toMatch(/^-?\d/);

    // The same data is available as features and as a map: either result can be previewed.
    await page
      .getByRole('link', { name: /See on map/ })
      .first()
      .click();
    await page.waitForURL(/\/service\/[0-9a-f]{16}/);
    await page.locator('#preview[data-drawn]').waitFor();
    expect(colorsIn(await page.locator('#preview').screenshot())).toBeGreaterThan(3);

    for (const name of [/Add to map.*towns/i, /Add to map.*lakes/i])
      await page.getByRole('button', { name }).first().click();
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await page.waitForURL(/\/map\?l=/);
    expect(await page.locator('#layers li').count()).toBe(2);
    await expect.poll(() => page.locator('#layers li[data-drawn]').count(), { timeout: 30_000 }).toBe(2);
    const before = await page.locator('#layers .title').allTextContents();
    await page.getByRole('button', { name: `Move ${before[1]} up` }).click();
    expect(await page.locator('#layers .title').allTextContents()).toEqual(before.toReversed());

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'For QGIS (.qlr)' }).click(),
    ]);
    const file = await (await fetch(download.url())).text();
    expect(file.match(/<maplayer /g)).toHaveLength(2);
    expect(site.failures).toEqual([]);
    await page.context().close();
  });

  it('works without scripts: search, filter, record and an image', async () => {
    const page = await site.open('/?q=towns', { javaScriptEnabled: false });
    await page.getByLabel('WMS', { exact: false }).first().check();
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(new URL(page.url()).searchParams.get('kind')).toBe('wms');
    await page.locator('.card h2 a').first().click();
    const picture = page.locator('img.picture');
    await picture.waitFor();
    const response = await fetch(new URL((await picture.getAttribute('src'))!, page.url()));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    await page.context().close();
  });

  it('rejects previews of missing layers and excessive sizes', async () => {
    const { items } = (await (await fetch(`${site.url}/api/v1/search?kind=wms`)).json()) as { items: { id: string }[] };
    const response = await fetch(`${site.url}/preview/${items[0]!.id}?layer=none`);
    expect(response.status).toBe(404);
    const wide = await fetch(`${site.url}/preview/${items[0]!.id}?bbox=0,0,1,1&width=999999&height=1`);
    expect(wide.status).toBe(400);
  });

  it('switches to German on request, and remembers the choice', async () => {
    const page = await site.open('/?lang=de');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.goto(`${site.url}/stats`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Statistik');
    await page.context().close();
  });
});
