// Plugin connectors in a real harvest: paging, failures, changes, schedules, and the effect of their bugs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/time/system-clock.ts';
import { crawl, crawlWith } from '../../src/crawl/crawl.ts';
import type { HarvestEvent, PluginConnector } from '../../src/index.ts';
import type { Clock } from '../../src/model/clock.ts';
import { connectorSchedule } from '../../src/plugins/connector-schedule.ts';
import { storedRecords } from './harvest-run.ts';
import { type CatalogServer, makeCatalog, type SyntheticCatalog, serveCatalog } from './synthetic-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-outside-'));
let made = 0;
let db = '';
let catalog: SyntheticCatalog;
const servers: CatalogServer[] = [];
beforeEach(() => {
  db = join(folder, `${made++}.db`);
  catalog = makeCatalog(1000);
});
afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Place {
  readonly at: number;
  readonly size: number;
  readonly since: string | null;
}

/** Positions that make a page fail. */
let bad: readonly number[] = [];
let keys: string[] = [];

async function serveArchive(): Promise<string> {
  bad = [];
  keys = [];
  const server = await serveCatalog(({ url, headers }) => {
    if (url.pathname !== '/api/list') return { status: 401, type: 'text/plain', text: 'key?' };
    keys.push(String(headers['x-key'] ?? ''));
    const [at, size] = ['at', 'size'].map((name) => Number(url.searchParams.get(name))) as [number, number];
    catalog.requests++;
    if (bad.some((position) => position >= at && position < at + size))
      return { status: 500, type: 'text/plain', text: 'oops' };
    const since = url.searchParams.get('since') ?? '';
    const matching = catalog.records.filter(({ modified }) => modified >= since);
    const page = matching.slice(at, at + size);
    catalog.sent += page.length;
    return { type: 'application/json', text: JSON.stringify({ total: matching.length, page }) };
  });
  servers.push(server);
  return server.url;
}

function archiveAt(url: string, changes: Partial<PluginConnector<Place>> = {}): PluginConnector {
  const connector: PluginConnector<Place> = {
    id: 'archive',
    title: 'An archive',
    endpoint: `${url}/api`,
    everyHours: 24,
    begin: ({ since }) => ({ at: 0, size: 100, since }),
    request: ({ at, size, since }) => ({
      url: `${url}/api/list?at=${at}&size=${size}${since === null ? '' : `&since=${encodeURIComponent(since)}`}`,
      headers: { 'x-key': 'secret' },
    }),
    read: (document, { at, since }) => {
      const { total, page } = JSON.parse(document.text());
      const reached = at + page.length;
      return { records: page, total, next: reached < total ? { at: reached, size: 100, since } : null };
    },
    ...changes,
  };
  return connector;
}

const settings = () => ({
  db,
  'network.allowPrivate': true,
  'politeness.delayMs': 0,
  'crawl.depth': 0,
  'render.mode': 'off' as const,
});

async function harvest(connector: PluginConnector, clock?: Clock): Promise<HarvestEvent> {
  const options = { seeds: [connector.endpoint], ownConnectors: [connector], settings: settings() };
  const running = clock === undefined ? crawl(options) : crawlWith({ clock }, options);
  const harvests: HarvestEvent[] = [];
  for await (const event of running) if (event.type === 'harvest') harvests.push(event);
  expect(harvests).toHaveLength(1);
  return harvests[0]!;
}

describe('a connector from outside', () => {
  it('is harvested completely, later only for changes, with its headers', async () => {
    const archive = archiveAt(await serveArchive());
    expect(await harvest(archive)).toMatchObject({ kind: 'archive', ended: 'complete', records: 1000, changed: 1000 });
    expect((await storedRecords(db)).map(({ id }) => id)).toEqual(catalog.records.map(({ id }) => id));
    expect(keys).toEqual(Array.from({ length: 10 }, () => 'secret'));
    catalog.sent = 0;
    Object.assign(catalog.records[17]!, { title: 'Changed', modified: '2026-01-01T00:00:00Z' });
    expect(await harvest(archive)).toMatchObject({ ended: 'complete', changed: 1 });
    expect(catalog.sent).toBe(2);
  });

  it("bisects a page that can't be fetched, then skips and reports it", async () => {
    const url = await serveArchive();
    bad = [321];
    const halves: Partial<PluginConnector<Place>> = {
      smaller: (cursor) => (cursor.size === 1 ? null : { ...cursor, size: Math.ceil(cursor.size / 2) }),
      after: ({ at, size, since }) => ({ at: at + size, size: 100, since }),
    };
    expect(await harvest(archiveAt(url, halves))).toMatchObject({ ended: 'complete', records: 999, skipped: 1 });
    expect(await storedRecords(db)).toHaveLength(999);
  });

  it("fails if it can't skip a bad record, and resumes there", async () => {
    const url = await serveArchive();
    bad = [321];
    const first = await harvest(archiveAt(url));
    expect(first).toMatchObject({ ended: 'failed', records: 300, requests: 4 });
    expect(first.message).toContain('Status 500');
    bad = [];
    catalog.sent = 0;
    expect(await harvest(archiveAt(url))).toMatchObject({ ended: 'complete', isResumed: true, records: 1000 });
    expect(catalog.sent).toBe(700);
  });

  it('stops at the limit of records and resumes from there', async () => {
    const archive = archiveAt(await serveArchive());
    const limited = { ...settings(), 'crawl.harvestRecords': 250 };
    const options = { seeds: [archive.endpoint], ownConnectors: [archive], settings: limited };
    const ends: string[] = [];
    for (let run = 0; run < 4; run++)
      for await (const event of crawl(options)) if (event.type === 'harvest') ends.push(event.ended);
    expect(ends).toEqual(['limited', 'limited', 'limited', 'complete']);
    expect(catalog.sent).toBe(1000);
  });

  it('must be loaded again when its crawl resumes', async () => {
    const archive = archiveAt(await serveArchive());
    const stop = new AbortController();
    const options = { seeds: [archive.endpoint], task: 'photos', ownConnectors: [archive], settings: settings() };
    stop.abort();
    for await (const event of crawl(options, stop.signal)) expect(event.type).toBe('done');
    const resume = async (ownConnectors: readonly PluginConnector[]) => {
      const ends: string[] = [];
      for await (const event of crawl({ resume: 'photos', ownConnectors, settings: settings() }))
        if (event.type === 'harvest') ends.push(event.ended);
      return ends;
    };
    await expect(resume([])).rejects.toMatchObject({ code: 'crawl.connector-missing' });
    expect(await resume([archive])).toEqual(['complete']);
  });

  it.each([
    ['begin', { begin: () => undefined as never }],
    ['begin', { begin: () => ({ at: 0, size: 1, since: 'x'.repeat(70_000) }) }],
    ['request', { request: () => ({ url: 'ftp://x/' }) }],
    [
      'read',
      {
        read: () => {
          throw new Error('no luck');
        },
      },
    ],
    ['read', { read: () => ({ records: 'many' }) as never }],
    ['read', { read: (_: unknown, cursor: Place) => ({ records: [], next: cursor }) }],
  ])('that fails in %s ends its own harvest and nothing else', async (member, changes) => {
    const event = await harvest(archiveAt(await serveArchive(), changes as Partial<PluginConnector<Place>>));
    expect(event).toMatchObject({ ended: 'failed', changed: 0 });
    expect(event.message).toContain(`The connector "archive" failed in ${member}: `);
  });

  it('loses only invalid records and members', async () => {
    const records = [
      { id: 'a', title: 'Good', links: [{ url: '/a.tif' }, { url: 'javascript:alert(1)' }], extent: [1, 2, 3, 4] },
      { id: 'b', title: 'Odd', extent: [900, 0, 0, 0], keywords: ['one', 2], provider: 'me' },
      { title: 'Nameless' },
      null,
    ];
    const read = () => ({ records: records as never, next: null });
    const event = await harvest(archiveAt(await serveArchive(), { read }));
    expect(event).toMatchObject({ ended: 'complete', records: 2 });
    expect((await storedRecords(db)).map(({ title }) => title)).toEqual(['Good', 'Odd']);
    expect(event.problems.map(({ code }) => code)).toEqual(['catalog.record-odd']);
  });
});

describe('the schedule', () => {
  const hour = 3_600_000;
  /** The crawl needs a clock that goes; only the hours between harvests are made up. */
  let aheadMs = 0;
  const clock: Clock = { now: () => systemClock.now() + aheadMs, sleep: systemClock.sleep };
  const due = async (connector: PluginConnector) => {
    const [one] = await connectorSchedule({ settings: settings(), ownConnectors: [connector] }, clock);
    return one?.isDue;
  };

  it('repeats a harvest at its interval, counted from the start of the last one', async () => {
    const archive = archiveAt(await serveArchive());
    expect(await due(archive)).toBe(true);
    await harvest(archive, clock);
    expect(await due(archive)).toBe(false);
    aheadMs += 23 * hour;
    expect(await due(archive)).toBe(false);
    // A timer is not exact.
    aheadMs += hour - 60_000;
    expect(await due(archive)).toBe(true);
    await harvest(archive, clock);
    expect(await due(archive)).toBe(false);
  });

  it('resumes an interrupted harvest immediately, and never repeats one without an interval', async () => {
    const url = await serveArchive();
    bad = [321];
    await harvest(archiveAt(url), clock);
    expect(await due(archiveAt(url))).toBe(true);
    const { everyHours: _, ...whenever } = archiveAt(url);
    expect(await due(whenever)).toBe(false);
  });
});
