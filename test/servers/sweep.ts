// Crawls a real server from one address and holds what was found against what the server was set up with.
import { expect } from 'vitest';
import { makeDocument } from '../../src/base/document/document.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Extent } from '../../src/model/extent.ts';
import type { Resource } from '../../src/model/resource.ts';
import { openCatalog } from '../../src/open-catalog.ts';
import { forgedHost, startForgingProxy } from './forging-proxy.ts';
import { makeTestFolder, type RunningServer } from './running-server.ts';

export interface ExpectedService {
  readonly kind: string;
  readonly version: string | null;
  /** Where it is found, behind the origin. */
  readonly at: string;
  /** Names, and the extent of each; null where the server gives none. Left out for overlays, which are all tiles. */
  readonly layers?: Readonly<Record<string, readonly number[] | null>>;
  /** Of all of it, where its layers are left out. */
  readonly extent?: readonly number[] | null;
}

/** The address people give of a server, from the one its WMS has. */
export type Seed = (url: string) => string;

/** Boxes are written with few decimals, and those of points are widened by some servers. */
const toleranceDegrees = 0.05;
/** From a front page to what its services lead to. */
const depth = 3;

/** Everything a crawl from this address finds. Addresses servers only claim lead nowhere. */
export async function crawlServer(seed: string): Promise<readonly Resource[]> {
  const folder = await makeTestFolder('sweep');
  const db = `${folder.path}/catalog.db`;
  const nowhere = [forgedHost, '*.example.org'].map((host) => `${host}=127.0.0.1:9`);
  const settings = {
    db,
    'network.allowPrivate': true,
    'network.resolve': nowhere,
    'politeness.delayMs': 0,
    'crawl.depth': depth,
    'crawl.maxPages': 50,
  };
  for await (const event of crawl({ seeds: [seed], settings })) if (event.type === 'done') break;
  const catalog = openCatalog({ db });
  try {
    const resources: Resource[] = [];
    for await (const resource of catalog.all()) resources.push(resource);
    return resources;
  } finally {
    await catalog.close();
    await folder.remove();
  }
}

/** Every expected service is among the resources, with its version, the names of its layers and their extents. */
export function expectServices(resources: readonly Resource[], expected: readonly ExpectedService[]): void {
  for (const service of expected) {
    const found = resources.find((one) => one.kind === service.kind && pathOf(one.endpoint) === service.at);
    expect(found, `${service.kind} at ${service.at}`).toBeDefined();
    expect([service.kind, found?.version]).toEqual([service.kind, service.version]);
    if (found !== undefined) expectContent(found, service);
  }
}

function expectContent({ kind, layers, extent }: Resource, service: ExpectedService): void {
  if (service.layers === undefined) {
    expectNear(kind, extent, service.extent);
    return;
  }
  const named = layers.filter(({ name }) => name !== null);
  const names = named.map(({ name }) => name).sort();
  expect([kind, ...names]).toEqual([kind, ...Object.keys(service.layers).sort()]);
  for (const layer of named) expectNear(`${kind} ${layer.name}`, layer.extent, service.layers[layer.name ?? '']);
}

function expectNear(what: string, extent: Extent | null, expected: readonly number[] | null | undefined): void {
  const off =
    expected == null ? null : Math.max(...expected.map((value, at) => Math.abs(value - (extent?.[at] ?? 999))));
  if (off === null) expect([what, extent]).toEqual([what, null]);
  else expect([what, extent, off < toleranceDegrees]).toEqual([what, extent, true]);
}

/** Path and query, as everything before it changes with each run; `map=` holds a folder that does so too. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search.replace(/=\/tmp\/[^&]*\//, '=…/');
}

/** Answers that are errors though their status says otherwise: none may be taken for a resource. */
export async function expectRefused(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const response = await fetch(url);
    const document = makeDocument({ url, bytes: new Uint8Array(await response.arrayBuffer()) });
    expect([url, response.status, document.text()]).toEqual([url, 200, expect.stringMatching(/exception|error/i)]);
    expect([url, identify(document, kinds)]).toEqual([url, []]);
  }
}

/**
 * Behind a proxy that gives a false name, every service keeps the address it was found at beside the one it claims.
 * `claimed` is what that holds: the false name, what the configuration has, or null for servers that claim nothing.
 */
export async function expectKeptApart(server: RunningServer, seed: Seed, claimed: string | null): Promise<void> {
  const proxy = await startForgingProxy(server);
  try {
    const resources = await crawlServer(seed(proxy.url));
    expect(resources.length).toBeGreaterThan(0);
    for (const { endpoint } of resources) expect(new URL(endpoint).origin).toBe(new URL(proxy.url).origin);
    const claims = resources.map(({ claimedUrl }) => claimedUrl).filter((url) => url !== null);
    const hosts = new Set(claims.map((url) => new URL(url).hostname));
    expect([...hosts]).toEqual(claimed === null ? [] : [claimed]);
  } finally {
    await proxy.close();
  }
}

/** The table people read in the output of the tests. */
export function printServices(server: string, seed: string, resources: readonly Resource[]): void {
  const lines = resources.map(({ kind, version, endpoint, layers, claimedUrl }) => {
    const boxes = layers.map(({ name, extent }) => `${name ?? '–'} [${extent?.map((at) => at.toFixed(1)) ?? ''}]`);
    const claim = claimedUrl === null ? '' : ` claims ${claimedUrl.slice(0, 60)}`;
    return `  ${kind.padEnd(22)} ${(version ?? '').padEnd(6)} ${pathOf(endpoint).padEnd(36)} ${boxes.slice(0, 4).join(', ')}${claim}`;
  });
  console.log(`${server}, crawled from ${pathOf(seed)}\n${lines.join('\n')}`);
}
