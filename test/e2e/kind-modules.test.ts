// Kinds of one's own on the command line: crawled, searched, shown, exported, resumed; and plain words when a module is bad.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsonLines, run, scratchPath } from './command.ts';
import { linksTo, type SmallWeb, startSmallWeb } from './small-web.ts';

const source = `export const levels = {
  id: 'levels', title: 'Water levels', family: 'service', specification: 'none', tier: 2, forms: ['text'], dataset: 'gauge',
  suspect: ({ url }) => (url.endsWith('/pegel') ? 0.9 : 0),
  probe: (url) => [{ url }],
  identify: (document) =>
    document.text().startsWith('#pegel') ? [{ kind: 'levels', version: '1', endpoint: document.finalUrl }] : [],
  describe: (document) => ({ title: document.text().slice(7) }),
};`;

let web: SmallWeb;
const folder = `${scratchPath()}-kinds`;
const config = join(folder, 'settings.yaml');
const db = scratchPath();

beforeAll(async () => {
  mkdirSync(join(folder, 'kinds'), { recursive: true });
  writeFileSync(join(folder, 'kinds/levels.mjs'), source);
  web = await startSmallWeb((path) => {
    if (path === '/pegel') return { type: 'text/plain', body: '#pegel Torgau' };
    return path === '/' ? linksTo('/pegel', '/a', '/b', '/c') : path === '/robots.txt' ? null : linksTo('/');
  });
  writeFileSync(
    config,
    'kinds: { modules: [kinds/levels.mjs] }\nnetwork: { allowPrivate: true }\npoliteness: { delayMs: 0 }\n',
  );
});

afterAll(() => web.close());

it('crawls with the module of a configuration in another folder, and resumes with it', async () => {
  const first = await run([
    '--config',
    config,
    '--db',
    db,
    'crawl',
    `${web.origin}/`,
    '--max-pages',
    '1',
    '--task',
    'one',
  ]);
  expect(first).toMatchObject({ code: 0 });
  const without = await run(['--db', db, 'crawl', '--resume', 'one', '--allow-private', '--delay', '0']);
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('crawl.kind-missing')]);
  const second = await run([
    '--config',
    config,
    '--db',
    db,
    'crawl',
    '--resume',
    'one',
    '--max-pages',
    '50',
    '--ndjson',
  ]);
  expect([second.code, jsonLines(second.stdout).at(-1)]).toMatchObject([0, { type: 'done', resources: 1 }]);
});

it('searches, shows and exports what was found, with and without the module', async () => {
  for (const globals of [[], ['--config', config]]) {
    const all = [...globals, '--db', db];
    const { stdout } = await run([...all, 'search', 'torgau', '--kind', 'levels', '-o', 'url']);
    expect(stdout.trim()).toBe(`${web.origin}/pegel`);
    expect((await run([...all, 'show', `${web.origin}/pegel`])).stdout).toContain('LEVELS 1');
    expect((await run([...all, 'export', '-f', 'ndjson'])).stdout).toContain('"kind":"levels"');
  }
  const mistyped = await run(['--db', db, 'search', '--kind', 'level']);
  expect([mistyped.code, mistyped.stderr]).toEqual([2, expect.stringContaining('Unknown kind "level"')]);
});

it('reports an invalid module, and what to do', async () => {
  const bad = join(folder, 'bad.mjs');
  writeFileSync(bad, `${source}\nexport const other = { ...levels, id: 'wms' };`);
  const taken = await run(['probe', `${web.origin}/pegel`, '--kind-module', bad]);
  expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining('Give it another id.')]);
  const missing = await run(['crawl', `${web.origin}/`, '--kind-module', 'nowhere.mjs', '--db', db]);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining(join(dirname(db), 'nowhere.mjs'))]);
  const typescript = join(folder, 'kind.ts');
  writeFileSync(typescript, source);
  const { code, stderr } = await run(['probe', `${web.origin}/pegel`, '--kind-module', typescript]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('TypeScript is compiled first')]);
});
