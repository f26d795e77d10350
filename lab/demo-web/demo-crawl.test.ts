// A crawl of the demo web, compared with its ground truth and the request logs of the hosts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointKey } from '../../src/base/url/url.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import type { FoundReport } from '../../src/model/report.ts';
import { elsewhereAddress } from './hosts.ts';
import {
  demoDeadLinks,
  demoDepth,
  demoOtherResources,
  demoPages,
  demoServicesToFind,
  demoTrap,
  whyForbidden,
} from './manifest.ts';
import { type DemoWeb, type RequestLogEntry, startDemoWeb } from './serve.ts';

const delayMs = 50;
/** Timers and the wall clock differ by up to this much. */
const tickMs = 2;
const found: FoundReport[] = [];
let web: DemoWeb;

beforeAll(async () => {
  web = await startDemoWeb();
  const settings = {
    db: ':memory:',
    'crawl.scope': 'web',
    'crawl.depth': demoDepth,
    'politeness.delayMs': delayMs,
    'network.allowPrivate': true,
    'network.resolve': [...web.resolve, web.elsewhere],
  } as const;
  for await (const event of crawl({ seeds: web.seeds, settings })) {
    if (event.type === 'found') found.push(event.resource);
  }
}, 120_000);

afterAll(() => web.close());

function urlOf(entry: RequestLogEntry): string {
  return `http://${entry.host}${entry.path}`;
}

/** Milliseconds between the arrivals of one request and the next at a host. */
function gaps(host: string): number[] {
  const times = web
    .requests()
    .filter((entry) => entry.host === host)
    .map(({ timeMs }) => timeMs);
  return times.slice(1).map((time, index) => time - times[index]!);
}

describe('a crawl of the demo web', () => {
  it('finds every reachable service once, and describes it correctly', () => {
    const services = found.filter(({ kind }) => kind === 'wms');
    const seen = services.map(({ endpoint, version, title, layerCount }) => ({
      key: endpointKey(endpoint),
      version,
      title,
      layerCount,
    }));
    const expected = demoServicesToFind.map(({ endpoint, version, title, layerCount }) => ({
      key: endpointKey(endpoint),
      version,
      title,
      layerCount,
    }));
    const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1);
    expect(seen.sort(byKey)).toEqual(expected.sort(byKey));
  });

  it('finds files, catalogs and records too', () => {
    const rows = (list: readonly { kind: string; endpoint: string; layerCount: number }[]) =>
      list.map(({ kind, endpoint, layerCount }) => `${kind} ${endpointKey(endpoint)} ${layerCount}`).sort();
    expect(rows(found.filter(({ kind }) => kind !== 'wms'))).toEqual(rows(demoOtherResources));
  });

  it('requests every page', () => {
    const requested = new Set(web.requests().map(urlOf));
    expect(demoPages.filter((url) => !requested.has(url))).toEqual([]);
  });

  it('requests nothing forbidden and nothing outside', () => {
    expect(
      web
        .requests()
        .map(urlOf)
        .filter((url) => whyForbidden(url) !== null),
    ).toEqual([]);
    const unresolvable = demoDeadLinks
      .filter(({ why }) => why === 'unresolvable')
      .map(({ url }) => new URL(url).hostname);
    const outside = web.requests().filter(({ address }) => address === elsewhereAddress);
    expect(outside.map(({ host }) => host).filter((host) => !unresolvable.includes(host))).toEqual([]);
  });

  it('leaves the endless calendar', () => {
    expect(
      web
        .requests()
        .map(urlOf)
        .filter((url) => url.startsWith(demoTrap)).length,
    ).toBeLessThan(100);
  });

  it('keeps the crawl delay of the hosts', () => {
    // The crawler counts from the end of the response, so requests arrive at least the delay apart.
    expect(Math.min(...gaps('www.geodata-agency.example'))).toBeGreaterThanOrEqual(delayMs - tickMs);
    expect(Math.min(...gaps('tiles.sakura-maps.example'))).toBeGreaterThanOrEqual(1000 - tickMs);
    const busy = web.requests().filter(({ host }) => host === 'busy.weather-service.example');
    const refusal = busy.findIndex(({ status }) => status === 429);
    expect(busy[refusal + 1]!.timeMs - busy[refusal]!.timeMs).toBeGreaterThanOrEqual(1000 - tickMs);
  });

  it('identifies itself', () => {
    expect(web.requests().filter(({ userAgent }) => !userAgent.toLowerCase().includes('geotrawl'))).toEqual([]);
  });
});
