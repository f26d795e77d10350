// Every page, light and dark, at three widths: no serious axe violation, no overflow, no script errors.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, startSite } from './site.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let site: Site;
let paths: readonly string[];
beforeAll(async () => {
  site = await startSite();
  const { items } = (await (await fetch(`${site.url}/api/v1/search?kind=wms`)).json()) as { items: { id: string }[] };
  const id = items[0]!.id;
  paths = [
    '/',
    '/?q=towns',
    '/?q=towns&view=table',
    '/?q=nothingatall&w=1&s=x',
    `/service/${id}`,
    `/map?l=${id}:100:lakes`,
    '/stats',
    '/data-centers',
    '/monitor',
    '/help',
    '/help/api',
    '/nowhere',
  ];
}, 120_000);
afterAll(() => site.close());

it.each([
  ['light', 1400],
  ['dark', 768],
  ['light', 360],
] as const)(
  'is accessible: %s, %i pixels wide',
  async (colorScheme, width) => {
    for (const path of paths) {
      const page = await site.open(path, { colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
      await page.addScriptTag({ content: axe });
      const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)).toEqual([]);
      const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
      expect([path, overflow <= 0]).toEqual([path, true]);
      await page.context().close();
    }
    expect(site.failures).toEqual([]);
  },
  300_000,
);
