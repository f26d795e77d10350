// The experiment of [JSWMS]: services found on map applications, and the number of requests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawl } from '../../src/crawl/crawl.ts';
import { createFetch } from '../../src/fetch/client.ts';
import { defaultFetchPolicy } from '../../src/fetch/policy.ts';
import { parseResolveRule } from '../../src/fetch/resolve-rules.ts';
import { runGenericExtractor } from './generic-extractor.ts';
import { type ApplicationWeb, serviceAt } from './serve.ts';
import type { MapApplication } from './services.ts';

export interface ApplicationResult {
  readonly name: string;
  readonly live: number;
  /** Live services found by links and other HTML alone. */
  readonly byHtml: number;
  readonly byRules: number;
  readonly byRendering: number;
  /** Endpoints whose capabilities the crawl requested. */
  readonly validated: number;
  readonly genericValidated: number;
  readonly genericFound: number;
  readonly missed: readonly string[];
}

export async function runApplication(application: MapApplication, web: ApplicationWeb): Promise<ApplicationResult> {
  const { name, page, services } = application;
  const before = web.requests.length;
  const foundBy = await crawlApplication(page, web);
  const requested = web.requests.slice(before).filter((url) => /[?&]request=GetCapabilities/i.test(url));
  const generic = await runGeneric(page, web);
  const count = (test: (by: string) => boolean) => services.filter((url) => test(foundBy.get(url) ?? 'nothing')).length;
  return {
    name,
    live: services.length,
    byHtml: count((by) => !/script|rendered|nothing/.test(by)),
    byRules: count((by) => by === 'script'),
    byRendering: count((by) => by === 'rendered'),
    validated: new Set(requested.map((url) => serviceAt(new URL(url)))).size,
    genericValidated: generic.validated,
    genericFound: services.filter((url) => generic.found.includes(url)).length,
    missed: services.filter((url) => !foundBy.has(url)),
  };
}

/** Endpoint → `foundBy`. */
async function crawlApplication(page: string, web: ApplicationWeb): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-jswms-'));
  const settings = {
    db: join(folder, 'jswms.db'),
    'crawl.scope': 'host',
    'politeness.delayMs': 0,
    'network.allowPrivate': true,
    'network.resolve': [web.resolve],
  } as const;
  const foundBy = new Map<string, string>();
  try {
    for await (const event of crawl({ seeds: [page], settings, kinds: ['wms'] }))
      if (event.type === 'found') foundBy.set(event.resource.endpoint, event.resource.foundBy);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return foundBy;
}

async function runGeneric(page: string, web: ApplicationWeb) {
  const resolve = [parseResolveRule(web.resolve)];
  const fetch = createFetch({ ...defaultFetchPolicy, allowPrivate: true, resolve });
  try {
    return await runGenericExtractor(page, fetch);
  } finally {
    await fetch.close();
  }
}
