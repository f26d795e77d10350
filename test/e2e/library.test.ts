// `import { openCatalog, probe, crawl } from 'geotrawl'`: the built package by its own name, in programs that must end.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MisbehavingServer, startMisbehaving } from '../servers/misbehaving.ts';
import { jsonLines, root, scratchPath, startNode } from './command.ts';
import { linksTo, type SmallWeb, startSmallWeb, wms } from './small-web.ts';

let web: SmallWeb;
let silent: MisbehavingServer;

beforeAll(async () => {
  silent = await startMisbehaving();
  web = await startSmallWeb((path) => {
    if (path === '/robots.txt') return null;
    if (path.startsWith('/wms')) return wms({ title: 'Rivers', layerTitle: 'Danube' });
    return linksTo('/wms', `${path === '/' ? '' : path}/a`, `${path === '/' ? '' : path}/b`);
  });
});
afterAll(async () => {
  await web.close();
  await silent.close();
});

/** Runs a program that prints JSON with `tell`. It ends by itself or the test fails. */
async function runProgram(source: string): Promise<unknown[]> {
  const opening = `import { crawl, openCatalog, probe } from 'geotrawl';
const origin = ${JSON.stringify(web.origin)};
const network = { 'network.allowPrivate': true, 'politeness.delayMs': 0 };
const tell = (value) => console.log(JSON.stringify({ value }));
`;
  // A program on the command line is taken to be where it runs, so the package's own name leads to its build.
  const { code, stdout, stderr } = await startNode(['--input-type=module', '-e', opening + source], { cwd: root })
    .ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return jsonLines(stdout).map(({ value }) => value);
}

it('importing does nothing', async () => {
  expect(await runProgram('tell([typeof crawl, typeof openCatalog, typeof probe]);')).toEqual([
    ['function', 'function', 'function'],
  ]);
});

it('probe identifies URLs from any iterable', async () => {
  const told = await runProgram(`
async function* list() { yield origin + '/wms'; yield 'no address'; }
for await (const report of probe(list(), { settings: network })) tell(report.kind ?? report.reason.code);
for await (const report of probe(origin + '/wms', { settings: network })) tell(report.title);`);
  expect(told).toEqual(['wms', 'usage.bad-url', 'Rivers']);
});

it('leaving a probe early releases all resources', async () => {
  const told = await runProgram(`
const urls = Array.from({ length: 50 }, () => origin + '/wms');
for await (const report of probe(urls, { settings: network })) { tell(report.kind); break; }`);
  expect(told).toEqual(['wms']);
});

it('an aborted probe throws a coded error, also with many in progress', async () => {
  const told = await runProgram(`
const urls = Array.from({ length: 50 }, () => '${silent.url('silent')}');
const signal = AbortSignal.timeout(300);
try {
  for await (const report of probe(urls, { settings: network }, signal)) tell(report);
} catch (error) { tell(error.code); }`);
  expect(told).toEqual(['fetch.aborted']);
});

it('a crawl is an async iterable, and its catalog can be searched', async () => {
  const db = scratchPath();
  const told = await runProgram(`
const settings = { ...network, db: ${JSON.stringify(db)}, 'crawl.depth': 1 };
for await (const event of crawl({ seeds: [origin + '/'], settings })) {
  if (event.type !== 'page') tell([event.type, event.resource?.foundBy ?? event.stopped]);
}
const catalog = openCatalog({ db: settings.db });
const { total, items } = await catalog.search({ words: 'danube' });
tell([total, items[0].resource.title, items[0].layers[0].title]);
await catalog.close();`);
  expect(told).toEqual([
    ['found', 'link'],
    ['done', 'complete'],
    [1, 'Rivers', 'Danube'],
  ]);
});

it('leaving a crawl early closes it; it can be continued', async () => {
  const told = await runProgram(`
const settings = { ...network, db: ${JSON.stringify(scratchPath())}, 'crawl.depth': 2 };
for await (const event of crawl({ seeds: [origin + '/'], task: 'mine', settings })) { tell(event.type); break; }
let last;
for await (const event of crawl({ resume: 'mine', settings })) last = event;
tell([last.type, last.stopped, last.pages, last.resources]);`);
  expect(told).toEqual(['page', ['done', 'complete', 7, 1]]);
});

it('an AbortSignal stops a crawl, which reports that and saves', async () => {
  const told = await runProgram(`
const settings = { ...network, db: ${JSON.stringify(scratchPath())}, 'politeness.delayMs': 60000 };
let last;
for await (const event of crawl({ seeds: [origin + '/'], settings }, AbortSignal.timeout(700))) last = event;
tell([last.type, last.stopped, last.pending > 0, last.seconds < 20]);
let none;
for await (const event of crawl({ seeds: [origin + '/'], settings, task: 'late' }, AbortSignal.abort())) none = event;
tell([none.stopped, none.requests]);`);
  expect(told).toEqual([
    ['done', 'aborted', true, true],
    ['aborted', 0],
  ]);
});

it('two crawls and two catalogs work concurrently in one program', async () => {
  const told = await runProgram(`
const paths = ${JSON.stringify([scratchPath(), scratchPath()])};
const all = async (db) => {
  let last;
  for await (const event of crawl({ seeds: [origin + '/'], settings: { ...network, db, 'crawl.depth': 1 } })) last = event;
  return last.resources;
};
tell(await Promise.all(paths.map(all)));
const catalogs = paths.map((db) => openCatalog({ db }));
tell(await Promise.all(catalogs.map(async (catalog) => (await catalog.search({ words: '' })).total)));
for (const catalog of catalogs) await catalog.close();`);
  expect(told).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

it('invalid options are rejected with a code and the name', async () => {
  const told = await runProgram(`
const problem = async (options) => {
  try { for await (const event of crawl(options)) tell(event); } catch (error) { return [error.code, error.message]; }
};
const db = ':memory:';
tell(await problem({ settings: { db } }));
tell(await problem({ seeds: ['nonsense'], settings: { db } }));
tell(await problem({ seeds: [origin], settings: { db, 'crawl.dept': 1 } }));
tell(await problem({ seeds: [origin], settings: { db }, kinds: ['wmx'] }));
tell(await problem({ seeds: [origin], settings: { db }, include: ['('] }));`);
  expect(told).toEqual([
    ['usage.bad-argument', expect.stringContaining('at least one seed')],
    ['usage.bad-url', expect.stringContaining('"nonsense"')],
    ['config.bad-value', expect.stringContaining('crawl.dept')],
    ['usage.bad-argument', expect.stringContaining('"wmx"')],
    ['usage.bad-argument', expect.stringContaining('"("')],
  ]);
});
