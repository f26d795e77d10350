// A crawl with plugin kinds: resources no built-in kind finds, search, resume, and failures of plugins.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Config } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import type { CrawlOptions } from '../../src/crawl/crawl-task.ts';
import type { PluginKind } from '../../src/model/kind.ts';
import type { CrawlEvent } from '../../src/model/report.ts';
import { openCatalog } from '../../src/open-catalog.ts';
import { linksTo, type SmallWeb, startSmallWeb, wms } from '../e2e/small-web.ts';

/** One level of gauges per document: `#pegel Dresden 13.7 51.1`, in text or on a page. */
const gauges: PluginKind = {
  id: 'gauges',
  title: 'Water levels',
  family: 'service',
  specification: 'made for this test',
  tier: 2,
  forms: ['text', 'html'],
  dataset: 'gauge',
  suspect: ({ url }) => (url.includes('/pegelstand') ? 0.9 : 0),
  probe: (url) => [{ url }],
  identify: (document) =>
    document.text().includes('#pegel') ? [{ kind: 'gauges', version: '1', endpoint: document.finalUrl }] : [],
  describe: (document) => {
    const [, name = '', x = '', y = ''] = /#pegel (\S+) (\S+) (\S+)/.exec(document.text()) ?? [];
    return { title: `Level at ${name}`, extent: [Number(x), Number(y), Number(x), Number(y)], layers: [{ name }] };
  },
};

const source = `export const gauges = {
  id: 'gauges', title: 'Water levels', family: 'service', specification: 'none', tier: 2, forms: ['text'], dataset: 'gauge',
  suspect: ({ url }) => (url.includes('/pegelstand') ? 0.9 : 0),
  probe: (url) => [{ url }],
  identify: (document) =>
    document.text().includes('#pegel') ? [{ kind: 'gauges', version: '1', endpoint: document.finalUrl }] : [],
  describe: () => ({ title: 'Level' }),
};`;

let web: SmallWeb;
let folder: string;
let db: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'geotrawl-outside-'));
  writeFileSync(join(folder, 'gauges.mjs'), source);
  web = await startSmallWeb((path) => {
    if (path === '/') return linksTo('/pegelstand', '/place', '/wms', '/next');
    if (path === '/pegelstand') return { type: 'text/plain', body: '#pegel Dresden 13.7 51.1' };
    if (path === '/place') return `<!doctype html><title>A place</title>#pegel Torgau 13 51.5 ${linksTo('/deep')}`;
    if (path.startsWith('/wms')) return wms({ title: 'Rivers' });
    return path === '/robots.txt' ? null : '<!doctype html><title>A page</title>';
  });
});

afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  db = join(folder, `${Math.random()}.db`);
});

async function run(options: CrawlOptions, settings: Partial<Config> = {}): Promise<readonly CrawlEvent[]> {
  const own = { 'network.allowPrivate': true, 'politeness.delayMs': 0, db, ...settings } as const;
  const events: CrawlEvent[] = [];
  for await (const event of crawl({ ...options, settings: own })) events.push(event);
  return events;
}

function found(events: readonly CrawlEvent[]): string[] {
  return events
    .flatMap((event) => (event.type === 'found' ? `${event.resource.kind}: ${event.resource.title}` : []))
    .sort();
}

it('finds their resources besides those of built-in kinds, and search finds them', async () => {
  const events = await run({ seeds: [`${web.origin}/`], ownKinds: [gauges] });
  expect(found(events)).toEqual(['gauges: Level at Dresden', 'gauges: Level at Torgau', 'wms: Rivers']);
  expect(events.some((event) => event.type === 'page' && event.url.endsWith('/deep'))).toBe(true);
  const catalog = openCatalog({ db });
  const { items } = await catalog.search({ words: 'dresden', kinds: ['gauges'], extent: [13, 51, 14, 52] });
  await catalog.close();
  expect(items.map(({ resource }) => resource.title)).toEqual(['Level at Dresden']);
});

it('can be limited to them', async () => {
  const events = await run(
    { seeds: [`${web.origin}/`], kinds: ['gauges'] },
    { 'kinds.modules': [join(folder, 'gauges.mjs')] },
  );
  expect(found(events)).toEqual(['gauges: Level']);
  await expect(run({ seeds: [`${web.origin}/`], kinds: ['gauges'] })).rejects.toMatchObject({
    code: 'usage.bad-argument',
  });
});

it('resumes with the module given again, and reports a missing one', async () => {
  const settings = { 'kinds.modules': [join(folder, 'gauges.mjs')] };
  const seeds = [`${web.origin}/`];
  await run({ seeds, task: 'levels' }, { ...settings, 'crawl.maxPages': 1 });
  await expect(run({ resume: 'levels' })).rejects.toMatchObject({
    code: 'crawl.kind-missing',
    message: expect.stringContaining(join(folder, 'gauges.mjs')),
  });
  await run({ resume: 'levels' }, { ...settings, 'crawl.maxPages': 100 });
  const catalog = openCatalog({ db });
  const { byKind } = await catalog.counts();
  await catalog.close();
  expect(byKind).toEqual({ gauges: 1, wms: 1 });
});

it('continues when they fail, and reports the URL', async () => {
  const broken = () => {
    throw new TypeError('oh no');
  };
  const bad: PluginKind = { ...gauges, id: 'bad', forms: ['text', 'html', 'xml'], suspect: broken, identify: broken };
  const vague: PluginKind = { ...gauges, describe: broken };
  const events = await run({ seeds: [`${web.origin}/`], ownKinds: [bad, vague] });
  expect(found(events)).toEqual(['gauges: ', 'gauges: ', 'wms: Rivers']);
  const failures = events.flatMap((event) =>
    event.type === 'problem' ? `${event.code} ${new URL(event.url).pathname}` : [],
  );
  expect(new Set(failures)).toEqual(
    new Set(['/', '/pegelstand', '/place', '/wms', '/next', '/deep'].map((path) => `kind.failed ${path}`)),
  );
  expect(events.at(-1)).toMatchObject({ type: 'done', stopped: 'complete' });
});
