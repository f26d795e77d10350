// Stopping and continuing a crawl, as with Ctrl-C at the keyboard; and two commands at one database.
import { constants } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWeb, startDemoWeb } from '../../lab/demo-web/serve.ts';
import { takeSnapshot } from '../faults/snapshot.ts';
import { jsonLines, type Ran, type Running, run, scratchPath, start } from './command.ts';
import { demoCrawl, demoNetwork } from './demo-crawl.ts';
import { linksTo, type SmallWeb, startSmallWeb } from './small-web.ts';

/** Slow enough to be met half-way. */
const unhurriedMs = 60;
let demo: DemoWeb;
let web: SmallWeb;
const running: Running[] = [];

beforeAll(async () => {
  demo = await startDemoWeb({ hurry: true });
  web = await startSmallWeb((path) => (path === '/robots.txt' ? null : linksTo(`${path === '/' ? '' : path}/a`)));
});
afterAll(async () => {
  await demo.close();
  await web.close();
});
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});

function begin(parameters: readonly string[]): Running {
  const one = start(parameters);
  running.push(one);
  return one;
}

/** A crawl that has its first page and then rests a minute. */
async function beginResting(...flags: string[]): Promise<Running> {
  const resting = begin(['crawl', `${web.origin}/`, '--ndjson', '--allow-private', '--delay', '60000', ...flags]);
  const requests = web.requested.length;
  while (web.requested.length === requests) await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 200));
  return resting;
}

/** The command a message tells to type, as the words after `geotrawl`. */
function commandIn(message: string): string[] {
  const [, command] = /Resume with: geotrawl (.+)$/m.exec(message) ?? [];
  if (command === undefined) throw new Error(`no command in ${message}`);
  return command.split(' ').map((word) => word.replaceAll("'", ''));
}

describe('Ctrl-C', () => {
  it('saves; the suggested command completes the crawl as if uninterrupted', async () => {
    const undisturbed = scratchPath();
    const db = scratchPath();
    const first = begin(demoCrawl(demo, db, unhurriedMs));
    await first.says('Elevation of Ireland');
    first.child.kill('SIGINT');
    const stopped = await first.ended;
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toMatch(/everything so far is saved/);
    const resumed = await run(commandIn(stopped.stderr));
    expect(resumed.code).toBe(0);
    expect(resumed.stderr).toMatch(/^Done: /m);
    await run(demoCrawl(demo, undisturbed));
    const [seen, expected] = await Promise.all([takeSnapshot(db), takeSnapshot(undisturbed)]);
    expect({ ...seen, problems: [] }).toEqual({ ...expected, problems: [] });
    expect(seen.problems.map(withoutCount)).toEqual(expected.problems.map(withoutCount));
  });

  it('ends immediately while the crawl only waits for a host', async () => {
    const resting = await beginResting('--db', scratchPath());
    resting.child.kill('SIGINT');
    const { code, stdout } = await resting.ended;
    expect(code).toBe(130);
    const done = jsonLines(stdout).at(-1)!;
    expect(done).toMatchObject({ type: 'done', stopped: 'aborted', pending: 1 });
    expect(done.seconds).toBeLessThan(20);
  });

  it('ends immediately the second time; SIGTERM works alike', async () => {
    const twice = await beginResting('--db', scratchPath());
    twice.child.kill('SIGINT');
    twice.child.kill('SIGINT');
    expect(shellCode(await twice.ended)).toBe(130);
    const terminated = await beginResting('--db', scratchPath());
    terminated.child.kill('SIGTERM');
    expect(shellCode(await terminated.ended)).toBe(143);
  });
});

/** The exit code as a shell sees it: one that a signal ended has its number and 128. */
function shellCode({ code, signal }: Ran): number {
  return code ?? 128 + constants.signals[signal ?? 'SIGKILL'];
}

/** How often a host failed depends on when the crawl was stopped. */
function withoutCount(problem: string): string {
  return problem.replace(/ \d+$/, '');
}

describe('--resume', () => {
  it('resumes the last crawl, and reports a finished one', async () => {
    const db = scratchPath();
    const tree = ['crawl', `${web.origin}/`, '--db', db, '--task', 'mine', '--allow-private', '--delay', '0'];
    await run([...tree, '--max-pages', '2']);
    const rest = await run(['crawl', '--resume', '--db', db, '--max-pages', '100', '--ndjson']);
    expect(rest.code).toBe(0);
    expect(jsonLines(rest.stdout).at(-1)).toMatchObject({ task: 'mine', stopped: 'complete', pages: 4, pending: 0 });
    const again = await run(['crawl', '--resume', 'mine', '--db', db]);
    expect(again).toMatchObject({ code: 0, stdout: '' });
    expect(again.stderr).toMatch(/^Done: 4 pages/);
    const none = await run(['crawl', '--resume', '--db', db]);
    expect(none.code).toBe(2);
    expect(none.stderr).toMatch(/crawl\.task-not-found/);
  });

  it('is suggested with the right name, file and configuration', async () => {
    const db = scratchPath("it's a catalog.db");
    const flags = ['--task', 'my crawl', '--proxy', 'http://me:secret@127.0.0.1:9', '--max-pages', '1'];
    const { stderr } = await run([
      ...['crawl', `${web.origin}/`, '--db', db, '--allow-private', '--delay', '0', ...flags.slice(0, 2)],
      ...flags.slice(4),
    ]);
    expect(stderr).toContain(`--resume 'my crawl' --db '${db.replace("'", "'\\''")}'`);
    const proxied = await run([
      'crawl',
      `${web.origin}/`,
      '--db',
      db,
      '--allow-private',
      '--delay',
      '0',
      ...flags.slice(2),
    ]);
    expect(proxied.stderr).not.toContain('secret');
  });

  it('and a second crawl of the same name are rejected while the first runs; other crawls share the database', async () => {
    const db = scratchPath();
    const resting = await beginResting('--db', db, '--task', 'first');
    const resumed = await run(['crawl', '--resume', 'first', '--db', db]);
    expect(resumed.code).toBe(2);
    expect(resumed.stderr).toMatch(/"first" is being run by process \d+.*crawl\.task-running/s);
    const sameName = await run(['crawl', `${web.origin}/`, '--db', db, '--task', 'first']);
    expect(sameName.code).toBe(2);
    expect(sameName.stderr).toMatch(/A crawl named "first" already exists/);
    const other = await run([
      ...['crawl', 'http://maps.geodata-agency.example/', '--db', db, '--task', 'second', '--ndjson'],
      ...demoNetwork(demo),
    ]);
    expect(other.code).toBe(0);
    expect(jsonLines(other.stdout).filter(({ type }) => type === 'found').length).toBeGreaterThan(0);
    resting.child.kill('SIGINT');
    expect((await resting.ended).code).toBe(130);
    const found = await run(['search', '--db', db, '--json']);
    expect((JSON.parse(found.stdout) as { total: number }).total).toBeGreaterThan(0);
  });

  it('works after the process was killed', async () => {
    const db = scratchPath();
    const killed = await beginResting('--db', db);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const { code, stdout } = await run(['crawl', '--resume', '--db', db, '--max-time', '200ms', '--ndjson']);
    expect(code).toBe(0);
    expect(jsonLines(stdout)).toMatchObject([{ type: 'done', stopped: 'max-time', pages: 0, pending: 1 }]);
  });
});

describe('a database', () => {
  it('can be created by several commands at the same time', async () => {
    const db = scratchPath();
    const crawl = (task: string) =>
      run([
        'crawl',
        `${web.origin}/`,
        '--db',
        db,
        '--task',
        task,
        '--depth',
        '0',
        '--allow-private',
        '--delay',
        '0',
        '-q',
      ]);
    const ran = await Promise.all(['a', 'b', 'c'].map(crawl));
    expect(ran.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ran.map(() => ({ code: 0, stderr: '' })));
  });

  it('accepts two crawls of one host within a second', async () => {
    const db = scratchPath();
    const crawl = () =>
      run(['crawl', `${web.origin}/`, '--db', db, '--depth', '0', '--allow-private', '--delay', '0', '-q']);
    await run([
      'crawl',
      `${web.origin}/`,
      '--db',
      db,
      '--task',
      'begun',
      '--depth',
      '0',
      '--allow-private',
      '--delay',
      '0',
    ]);
    const ran = await Promise.all([crawl(), crawl(), crawl()]);
    expect(ran.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ran.map(() => ({ code: 0, stderr: '' })));
  });
});
