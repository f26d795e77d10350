// A loopback server made for one edge case, asked by the product's own entry points.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import type { CrawlEvent, FoundReport, ProbeReport, ResourceReport } from '../../src/model/report.ts';
import { type OpenCatalog, openCatalog } from '../../src/open-catalog.ts';
import { probe } from '../../src/probe.ts';
import { type Answering, type SmallWeb, startSmallWeb } from '../e2e/small-web.ts';

const openWebs: SmallWeb[] = [];

/** Closed by `closeWebs`, which each test file calls after each test. */
export async function serve(answering: Answering, address?: string): Promise<SmallWeb> {
  const web = await startSmallWeb(answering, address);
  openWebs.push(web);
  return web;
}

export async function closeWebs(): Promise<void> {
  for (const web of openWebs.splice(0)) await web.close();
}

const loopback: Partial<Config> = { 'network.allowPrivate': true, 'politeness.delayMs': 0 };

export async function probeAll(url: string, settings: Partial<Config> = {}): Promise<ProbeReport[]> {
  const reports: ProbeReport[] = [];
  for await (const report of probe(url, { settings: { ...loopback, ...settings } })) reports.push(report);
  return reports;
}

/** The one resource at the address; throws where there is none. */
export async function probeOne(url: string, settings: Partial<Config> = {}): Promise<ResourceReport> {
  const [report] = await probeAll(url, settings);
  if (report === undefined || report.kind === null) throw new Error(`nothing found: ${report?.reason.message}`);
  return report;
}

export interface Crawled {
  readonly events: readonly CrawlEvent[];
  readonly found: readonly FoundReport[];
  readonly stopped: string;
}

/** Crawls to the end with a catalog that is thrown away once `look` has seen it. */
export async function crawlAll(
  seeds: readonly string[],
  settings: Partial<Config> = {},
  look?: (catalog: OpenCatalog) => Promise<void>,
): Promise<Crawled> {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-edge-'));
  const events: CrawlEvent[] = [];
  try {
    const db = join(folder, 'catalog.db');
    for await (const event of crawl({ seeds, settings: { ...loopback, db, ...settings } })) events.push(event);
    const catalog = openCatalog({ db });
    await look?.(catalog);
    await catalog.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
  const found = events.flatMap((event) => (event.type === 'found' ? [event.resource] : []));
  const last = events.at(-1);
  return { events, found, stopped: last?.type === 'done' ? last.stopped : '' };
}
