// The limits and rules of `geotrawl crawl`, compared with the requests the servers received.
import { existsSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWeb, startDemoWeb } from '../../lab/demo-web/serve.ts';
import { jsonLines, run, scratchPath } from './command.ts';
import { demoNetwork } from './demo-crawl.ts';
import { linksTo, type SmallWeb, startSmallWeb, wms } from './small-web.ts';

const loopback = ['--allow-private', '--delay', '0'];
/** Longer than DNS allows (RFC 1035, 2.3.4): rejected by the system without a query. */
const namelessUrl = `http://${'n'.repeat(64)}.example/`;
const webs: SmallWeb[] = [];
afterEach(async () => {
  for (const web of webs.splice(0)) await web.close();
});

async function serve(...parameters: Parameters<typeof startSmallWeb>): Promise<SmallWeb> {
  const web = await startSmallWeb(...parameters);
  webs.push(web);
  return web;
}

async function crawl(...parameters: string[]) {
  const { code, stdout, stderr } = await run(['crawl', '--ndjson', '--db', scratchPath(), ...parameters]);
  const events = code === 2 ? [] : jsonLines(stdout);
  const ofType = (expected: string) => events.filter(({ type }) => type === expected);
  return { code, stderr, events, ofType, done: events.at(-1) };
}

/** Every page links to two more, without end. */
const tree = (path: string) => linksTo(`${path === '/' ? '' : path}/a`, `${path === '/' ? '' : path}/b`);
const endless = (path: string) => (path === '/robots.txt' ? null : tree(path));

describe('a crawl never goes beyond', () => {
  it.each([1, 7])('--max-pages %i', async (most) => {
    const web = await serve(endless);
    const { code, done, stderr } = await crawl(
      `${web.origin}/`,
      '--max-pages',
      String(most),
      ...loopback,
      '--depth',
      '9',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(done).toMatchObject({ stopped: 'max-pages', pages: most });
    expect(web.requestedPages()).toHaveLength(most);
  });

  it('--max-pages, also with dead links', async () => {
    const dead = Array.from({ length: 40 }, (_, index) => `/${index % 7}/gone-${'abcdefgh'[index % 8]}${index}`);
    const web = await serve((path) => (path === '/' ? linksTo(...dead) : null));
    await crawl(`${web.origin}/`, '--max-pages', '5', ...loopback);
    expect(web.requestedPages()).toHaveLength(5);
  });

  it('--depth 0 and --depth 1', async () => {
    const web = await serve(endless);
    await crawl(`${web.origin}/`, '--depth', '0', ...loopback);
    expect(web.requestedPages()).toEqual(['/']);
    await crawl(`${web.origin}/`, '--depth', '1', ...loopback);
    expect(web.requestedPages().slice(1).sort()).toEqual(['/', '/a', '/b']);
  });

  it('--max-time, also while it waits for a host', async () => {
    const web = await serve(endless);
    const { code, done } = await crawl(`${web.origin}/`, '--max-time', '700ms', '--delay', '60000', '--allow-private');
    expect(code).toBe(0);
    expect(done).toMatchObject({ stopped: 'max-time' });
    expect(done?.seconds).toBeLessThan(20);
  });

  it('--max-bytes by more than the pages in progress', async () => {
    const web = await serve((path) => (path === '/robots.txt' ? null : `${tree(path)}${'x'.repeat(10_000)}`));
    const { done } = await crawl(`${web.origin}/`, '--max-bytes', '25000', '--depth', '9', ...loopback);
    expect(done).toMatchObject({ stopped: 'max-bytes' });
    expect(web.requestedPages().length).toBeLessThan(8);
  });

  it("--include and --exclude, which don't apply to seeds", async () => {
    const web = await serve((path) => (path === '/' ? linksTo('/maps/1', '/maps/private', '/news') : linksTo()));
    await crawl(`${web.origin}/`, '--include', '/maps/', '--exclude', 'private$', ...loopback);
    expect(web.requestedPages().filter((path) => path !== '/sitemap.xml')).toEqual(['/', '/maps/1']);
  });
});

describe('a crawl keeps to', () => {
  let demo: DemoWeb;
  beforeAll(async () => {
    demo = await startDemoWeb({ hurry: true });
  });
  afterAll(() => demo.close());

  it.each([
    ['host', ['www.geodata-agency.example']],
    ['site', ['maps.geodata-agency.example', 'www.geodata-agency.example']],
  ])('--scope %s with its pages', async (scope, hosts) => {
    const { ofType } = await crawl('http://www.geodata-agency.example/', '--scope', scope, ...demoNetwork(demo));
    const met = new Set(ofType('page').map(({ url }) => new URL(url as string).hostname));
    expect([...met].sort()).toEqual(hosts);
    expect(ofType('found').length).toBeGreaterThan(3);
  });

  it('--scope web, on any host', async () => {
    const seed = 'http://www.geodata-agency.example/';
    const { ofType } = await crawl(seed, '--scope', 'web', '--depth', '2', ...demoNetwork(demo));
    expect(new Set(ofType('page').map(({ url }) => new URL(url as string).hostname)).size).toBeGreaterThan(3);
  });

  it('--region and --kinds', async () => {
    const web = await serve((path) => {
      if (path.startsWith('/alps/wms')) return wms({ title: 'Alps', extent: [6, 44, 14, 48] });
      if (path.startsWith('/andes/wms')) return wms({ title: 'Andes', extent: [-76, -40, -66, -10] });
      return path === '/' ? linksTo('/alps/wms', '/andes/wms') : null;
    });
    const { ofType } = await crawl(`${web.origin}/`, '--region', '5,43,15,49', '--kinds', 'wms', ...loopback);
    expect(ofType('found').map(({ resource }) => (resource as { title: string }).title)).toEqual(['Alps']);
  });
});

describe('seeds', () => {
  it('come from a file or stdin; invalid lines are reported and skipped', async () => {
    const web = await serve(() => linksTo());
    const text = `# our sites\n\n${web.origin}/one\nno address\n${web.origin}/two\n`;
    const file = scratchPath('seeds.txt');
    writeFileSync(file, text);
    const fromFile = await crawl('--seeds', file, '--depth', '0', ...loopback);
    expect(fromFile.code).toBe(0);
    expect(fromFile.stderr).toMatch(/seeds\.txt, line 4 skipped: "no address" isn't a web address/);
    expect(web.requestedPages().sort()).toEqual(['/one', '/two']);
    const fromStdin = await run(['crawl', '--seeds', '-', '--dry-run'], { stdin: text });
    expect(fromStdin.stdout).toBe(`${web.origin}/one\n${web.origin}/two\n`);
  });

  it('are only listed by --dry-run: no database, no request', async () => {
    const web = await serve(() => linksTo());
    const { code, stdout } = await run([
      'crawl',
      `${web.origin}/`,
      'example.org/maps',
      '--dry-run',
      '--db',
      '/dev/null/x',
    ]);
    expect(code).toBe(0);
    expect(stdout).toBe(`${web.origin}/\nhttps://example.org/maps\n`);
    expect(web.requested).toEqual([]);
  });

  it("that are unreachable don't stop the others", async () => {
    const web = await serve(() => linksTo());
    const { code, ofType, done } = await crawl('http://127.0.0.1:9/', `${web.origin}/`, '--depth', '0', ...loopback);
    expect(code).toBe(0);
    expect(ofType('problem')).toMatchObject([{ url: 'http://127.0.0.1:9/', code: 'fetch.connect' }]);
    expect(done).toMatchObject({ type: 'done', pages: 1 });
  });
});

describe('a crawl exits with', () => {
  it.each([
    ['nothing listens', 'http://127.0.0.1:9/', 'fetch.connect'],
    ['the name does not exist', namelessUrl, 'fetch.dns'],
  ])('4 if no seed is reachable: %s', async (_why, seed, problem) => {
    const { code, ofType, done } = await crawl(seed, '--allow-private', '--delay', '10');
    expect(code).toBe(4);
    expect(ofType('problem')).toMatchObject([{ code: problem }]);
    expect(done).toMatchObject({ stopped: 'unreachable', pages: 0, resources: 0 });
  });

  it('4 and the reason on stderr, even with --quiet', async () => {
    const { code, stderr } = await run([
      'crawl',
      'http://127.0.0.1:9/',
      '--db',
      scratchPath(),
      '--allow-private',
      '--quiet',
    ]);
    expect(code).toBe(4);
    expect(stderr).toMatch(/^No seed could be reached: .*\n {2}http:\/\/127\.0\.0\.1:9\/: /);
  });

  it('2 for a missing database, without creating it', async () => {
    const db = scratchPath();
    for (const resume of [['--resume'], ['--resume', 'mine']]) {
      const { code, stderr } = await run(['crawl', ...resume, '--db', db]);
      expect(code).toBe(2);
      expect(stderr).toContain(`the database ${db} does not exist`);
      expect(existsSync(db)).toBe(false);
    }
  });

  it('8 if every seed is rejected, with the reasons', async () => {
    const { code, stderr } = await run(['crawl', 'http://127.0.0.1:9/', '--db', scratchPath()]);
    expect(code).toBe(8);
    expect(stderr).toContain('http://127.0.0.1:9/: 127.0.0.1 is not a public address');
  });

  it('3 if nothing is found with --fail-empty', async () => {
    const web = await serve(() => linksTo());
    expect((await crawl(`${web.origin}/`, '--fail-empty', ...loopback)).code).toBe(3);
    expect((await crawl(`${web.origin}/`, ...loopback)).code).toBe(0);
  });

  const usage: [string, readonly string[], RegExp][] = [
    ['no seed', [], /at least one URL/],
    ['no address', ['nonsense'], /"nonsense" isn't a web address/],
    ['an empty list', ['--seeds', '/dev/null'], /No seed URL in \/dev\/null/],
    ['a list that is not there', ['--seeds', '/no/such/list'], /Cannot read the seeds from \/no\/such\/list/],
    ['seeds and --resume', ['http://a.example/', '--resume'], /either URLs or --resume/],
    ['nothing to resume', ['--resume', 'nameless'], /no crawl named "nameless"/],
    ['an unknown kind', ['http://a.example/', '--kinds', 'wmx'], /Unknown kind "wmx"/],
    ['an unknown scope', ['http://a.example/', '--scope', 'moon'], /host, site, web/],
    ['a bad pattern', ['http://a.example/', '--include', '('], /"\(" is not a regular expression/],
    ['a bad region', ['http://a.example/', '--region', '1,2,3'], /west,south,east,north/],
    ['a bad time', ['http://a.example/', '--max-time', 'soon'], /--max-time soon/],
    ['a bad number', ['http://a.example/', '--max-pages', '0'], /positive integer/],
  ];
  it.each(usage)('2 for %s', async (_what, parameters, words) => {
    const { code, stdout, stderr } = await run(['crawl', '--db', scratchPath(), ...parameters]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });
});
