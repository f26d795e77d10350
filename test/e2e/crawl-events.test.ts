// The output of `geotrawl crawl`: events for programs, lines for users, each on the right stream.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoOtherResources, demoServicesToFind } from '../../lab/demo-web/manifest.ts';
import { type DemoWeb, startDemoWeb } from '../../lab/demo-web/serve.ts';
import { jsonLines, type Ran, run, scratchPath } from './command.ts';
import { demoCrawl, demoNetwork } from './demo-crawl.ts';

const seed = 'http://www.geodata-agency.example/';
let web: DemoWeb;
const db = scratchPath();
let ran: Ran;
let events: Record<string, unknown>[];

beforeAll(async () => {
  web = await startDemoWeb({ hurry: true });
  ran = await run([...demoCrawl(web, db), '--ndjson']);
  events = jsonLines(ran.stdout);
});
afterAll(() => web.close());

describe('crawl --ndjson', () => {
  it('prints only events, each with type, time and schema', () => {
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: '' });
    expect([...new Set(events.map(({ type }) => type))].sort()).toEqual([
      'done',
      'found',
      'harvest',
      'page',
      'problem',
    ]);
    for (const { ts, schema } of events) {
      expect(schema).toBe(1);
      expect(new Date(ts as string).toISOString()).toBe(ts);
    }
  });

  it('reports every service once, with its provenance', () => {
    const all = events.filter(({ type }) => type === 'found').map(({ resource }) => resource as Resource);
    expect(all).toHaveLength(demoServicesToFind.length + demoOtherResources.length);
    const found = all.filter(({ kind }) => kind === 'wms');
    expect(found.map(({ title }) => title).sort()).toEqual(demoServicesToFind.map(({ title }) => title).sort());
    for (const resource of found) {
      expect(resource).toMatchObject({ kind: 'wms', family: 'service', isNew: true });
      expect(resource.foundBy).toMatch(/^[a-z-]+$/);
      expect(resource.depth).toBeGreaterThan(0);
      expect(URL.canParse(resource.source ?? '')).toBe(true);
    }
  });

  it('ends with totals', () => {
    const count = (name: string) => events.filter(({ type }) => type === name).length;
    const done = events.at(-1)!;
    expect(done).toMatchObject({ type: 'done', stopped: 'complete', pages: count('page'), resources: count('found') });
    expect(count('done')).toBe(1);
    expect(done.requests).toBe(web.requests().length + refusedRequests());
    expect(done.seconds).toBeGreaterThan(0);
  });

  it('reports known services as such in a second crawl', async () => {
    const again = await run(['crawl', seed, '--db', db, '--ndjson', ...demoNetwork(web)]);
    const found = jsonLines(again.stdout).filter(({ type }) => type === 'found');
    expect(found.length).toBeGreaterThan(0);
    for (const { resource } of found) expect(resource).toMatchObject({ isNew: false });
  });
});

interface Resource {
  readonly kind: string;
  readonly title: string;
  readonly foundBy: string;
  readonly source: string | null;
  readonly depth: number;
}

/** Refused connections of the retired host count as requests, but no server has seen them. */
function refusedRequests(): number {
  return events.filter(({ code }) => code === 'fetch.connect').length * 3;
}

describe('crawl on a terminal', () => {
  const crawl = (...flags: string[]) => run(['crawl', seed, '--db', scratchPath(), ...demoNetwork(web), ...flags]);

  it('prints discoveries on stdout, messages on stderr, and no escape codes into a pipe', async () => {
    const { code, stdout, stderr } = await crawl();
    expect(code).toBe(0);
    expect(stdout.split('\n')).toContain(
      'WMS 1.3.0  Elevation of Ireland  5 layers  http://maps.geodata-agency.example/wms/elevation',
    );
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .every((line) => /^[A-Z\d-]+ .* {2}(?:(?:\d+|no) [a-z, ]+ {2})?http/.test(line)),
    ).toBe(true);
    expect(stderr).toMatch(/^Done: \d+ pages, \d+ requests, \d+ resources in \d+\.\d s\.\n$/);
    expect(stdout + stderr).not.toContain('\u001b');
  });

  it('colors only on request', async () => {
    const [forced, refused] = await Promise.all([crawl('--color'), crawl('--no-color')]);
    expect(forced.stdout).toContain('\u001b[1mElevation of Ireland\u001b[0m');
    expect(refused.stdout).not.toContain('\u001b');
  });

  it('is silent with -q and sums up with --json', async () => {
    const [quiet, summary] = await Promise.all([crawl('-q'), crawl('-q', '--json')]);
    expect(quiet.stderr).toBe('');
    expect(quiet.stdout).toContain('Elevation of Ireland');
    expect(jsonLines(summary.stdout)).toMatchObject([{ type: 'done', stopped: 'complete' }]);
    expect(summary.stderr).toBe('');
  });
});
