// Politeness as the servers see it: a farm of hosts logs every request, and the log is audited.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawl } from '../../src/crawl/crawl.ts';
import type { CrawlEvent } from '../../src/model/report.ts';
import { type Farm, type FarmHost, type FarmRequest, startFarm } from '../servers/farm.ts';

const farmSize = 200;
const pagesPerHost = 4;
const delayMs = 300;

describe(`a crawl of ${farmSize} hosts, audited from the servers' side`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-farm-'));
  const events: CrawlEvent[] = [];
  let farm: Farm;
  let byHost: Map<string, FarmRequest[]>;

  beforeAll(async () => {
    farm = await startFarm(farmSize, pagesPerHost);
    const settings = {
      db: join(folder, 'farm.db'),
      'crawl.scope': 'web',
      'crawl.depth': 25,
      'crawl.concurrency': 100,
      'politeness.delayMs': delayMs,
      'network.allowPrivate': true,
      'network.resolve': farm.resolve,
    } as const;
    for await (const event of crawl({ seeds: farm.seeds, settings })) events.push(event);
    byHost = groupByHost(farm.requests);
  }, 240_000);

  afterAll(async () => {
    await farm.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('reaches every host, and every page that may be read', () => {
    expect(byHost.size).toBe(farmSize);
    for (const host of farm.hosts.filter(isOpen)) {
      const served = new Set(
        requestsOf(host)
          .filter((request) => request.status === 200)
          .map((request) => request.path),
      );
      for (let page = 0; page < pagesPerHost; page++) {
        if (`/p/${page}.html` !== host.redirectPath)
          expect([host.name, [...served]]).toEqual([host.name, expect.arrayContaining([`/p/${page}.html`])]);
      }
    }
  });

  it('asks each host for robots.txt before anything else, and once', () => {
    for (const [name, requests] of byHost) {
      expect([name, requests[0]!.path]).toEqual([name, '/robots.txt']);
      expect([name, requests.filter((request) => request.path === '/robots.txt').length]).toEqual([name, 1]);
    }
  });

  it('keeps every robots rule in every request', () => {
    const broken = farm.hosts.flatMap((host) =>
      requestsOf(host).filter(
        ({ path }) => path !== '/robots.txt' && host.forbidden.some((prefix) => path.startsWith(prefix)),
      ),
    );
    expect(broken).toEqual([]);
  });

  it('leaves at least its delay between two requests to a host', () => {
    const gaps = farm.hosts.map((host) => ({
      host: host.name,
      required: requiredDelay(host),
      gap: smallestGap(requestsOf(host)),
    }));
    const smallest = gaps.reduce((one, other) => (other.gap - other.required < one.gap - one.required ? other : one));
    console.log(
      `${farm.requests.length} requests to ${farmSize} hosts; tightest: ${smallest.gap.toFixed(1)} ms of ${smallest.required} ms at ${smallest.host}`,
    );
    expect(gaps.filter(({ gap, required }) => gap < required)).toEqual([]);
  });

  it('honors Retry-After', () => {
    const busy = farm.hosts.filter((host) => host.busyPath !== null);
    for (const host of busy) {
      const requests = requestsOf(host);
      const at = requests.findIndex((request) => request.status === 429);
      expect([host.name, at >= 0]).toEqual([host.name, true]);
      const pause = requests[at + 1]!.atMs - requests[at]!.atMs;
      expect([host.name, pause >= host.retryAfterSeconds * 1000]).toEqual([host.name, true]);
      expect(requests.some((request) => request.path === host.busyPath && request.status === 200)).toBe(true);
    }
  });

  it('ends by itself and says so', () => {
    expect(events.at(-1)).toMatchObject({ type: 'done', stopped: 'complete', pending: 0 });
  });

  function requestsOf(host: FarmHost): readonly FarmRequest[] {
    return byHost.get(host.name) ?? [];
  }
});

function isOpen(host: FarmHost): boolean {
  return !host.forbidden.includes('/');
}

function requiredDelay(host: FarmHost): number {
  return Math.max(delayMs, host.crawlDelayMs);
}

/** robots.txt arms the clock too, but a Crawl-delay is only known once it has been read. */
function smallestGap(requests: readonly FarmRequest[]): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let at = 1; at < requests.length; at++)
    smallest = Math.min(smallest, requests[at]!.atMs - requests[at - 1]!.atMs);
  return smallest;
}

function groupByHost(requests: readonly FarmRequest[]): Map<string, FarmRequest[]> {
  const groups = new Map<string, FarmRequest[]>();
  for (const request of requests) groups.set(request.host, [...(groups.get(request.host) ?? []), request]);
  return groups;
}
