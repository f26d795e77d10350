// A worker with a browser: renders pages fetched by other workers, under the same politeness rules.

import { createWakeSignal } from '../../base/async/wake-signal.ts';
import { hostKeyOf } from '../../base/url/url.ts';
import { type Config, settingsWith } from '../../config.ts';
import { createPageBrowser, type PageBrowser } from '../../fetch/browser/browser.ts';
import { createFetch } from '../../fetch/client.ts';
import { defaultDelayPolicy } from '../../fetch/crawl-delay.ts';
import type { HostGate } from '../../fetch/host-gate.ts';
import { createResourceLoader, type LoadResource } from '../../fetch/page-resources.ts';
import { networkPolicy } from '../../fetch/policy.ts';
import { openPolitePath } from '../../fetch/polite-request.ts';
import { isScript } from '../../fetch/prefetch-cache.ts';
import { openOptOutCheck } from '../../frontier/opt-outs.ts';
import { openHostLeases } from '../../frontier/postgres/host-leases.ts';
import { delayHost, hostStateOf } from '../../frontier/postgres/hosts.ts';
import { type ClaimedJob, openRenderJobs, type RenderJobs } from '../../frontier/postgres/render-jobs.ts';
import type { Document } from '../../model/document.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { HostUpdate } from '../../model/frontier.ts';
import { createLeasedHostGate, type LeasedHostGate } from '../hosts/leased-host-gate.ts';
import type { WorkerRegistration } from '../members/worker-registration.ts';
import { type EncodedRendering, packRendered, type RenderOrder, unpackOrder } from './render-job-codec.ts';

export interface RenderWorkerOptions {
  readonly settings: Config;
  readonly member: WorkerRegistration;
  /** Path of the browser executable. */
  readonly path: string;
  /** Shared by all requests of this process. */
  readonly gate: HostGate;
  /** Settings of the worker that override those of a crawl. */
  readonly own: Partial<Config>;
  readonly drainMs: number;
  /** Whether to exit because no crawl is running. */
  readonly isOver: () => Promise<boolean>;
}

interface RenderContext extends RenderWorkerOptions {
  readonly jobs: RenderJobs;
  readonly browser: PageBrowser;
  readonly hostGate: LeasedHostGate;
}

/** Polling interval for jobs; hints arrive sooner. */
const pollMs = 500;
/** Bytes of scripts returned with a rendering. */
const mostScriptBytes = 8 * 1024 * 1024;

/** Renders pages until the signal. The current page is finished, or left to another worker if that takes too long. */
export async function renderForOthers(parts: RenderWorkerOptions, signal: AbortSignal): Promise<void> {
  const { settings, member, gate, path } = parts;
  const { 'politeness.delayMs': delayMs } = settings;
  const leases = openHostLeases(member.store, { holder: member.id, leaseMs: member.leaseMs, delayMs });
  const context: RenderContext = {
    ...parts,
    jobs: openRenderJobs(member.store, member.leaseMs),
    browser: createPageBrowser(path),
    hostGate: createLeasedHostGate({ gate, leases, clock: member.clock, onLost }),
  };
  const wakeSignal = createWakeSignal(member.clock);
  const silence = member.dispatcher.onHint('render', wakeSignal.notify);
  signal.addEventListener('abort', wakeSignal.notify, { once: true });
  const drained = new AbortController();
  const drain = () => setTimeout(() => drained.abort('leaving'), parts.drainMs).unref();
  signal.addEventListener('abort', drain, { once: true });
  const count = { active: 0, visits: 0 };
  const read = () => ({ task: 'pages in a browser', ...count });
  try {
    while (!signal.aborted) {
      const job = await context.jobs.take(member.id);
      if (job === null && (await parts.isOver())) break;
      if (job === null) await wakeSignal.wait(member.clock.now() + pollMs);
      else {
        member.works.add(read);
        count.active = 1;
        await workOn(context, job, drained.signal);
        [count.active, count.visits] = [0, count.visits + 1];
      }
    }
  } finally {
    silence();
    wakeSignal.close();
    signal.removeEventListener('abort', wakeSignal.notify);
    signal.removeEventListener('abort', drain);
    await context.browser.close();
    await context.hostGate.settle();
    await leases.close();
  }
}

function onLost(hostKey: string): GeotrawlError {
  return new GeotrawlError('policy.backoff', 'The worker that fetched the page has lost its host.', {
    facts: { host: hostKey },
  });
}

/** One page. Meanwhile its host must stay leased to the worker that requested it, which is checked with every heartbeat. */
async function workOn(context: RenderContext, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  const { jobs, member, gate, hostGate } = context;
  const order = unpackOrder(job.page);
  const unwanted = new AbortController();
  let coveredUntilMs = 0;
  const keep = async () => {
    const requestedMs = performance.now();
    coveredUntilMs = requestedMs + (await jobs.extend(job));
    if (coveredUntilMs === requestedMs) unwanted.abort('its result is no longer needed');
  };
  await keep();
  hostGate.cover(job.hostKey, () => performance.now() < coveredUntilMs);
  // Only the other worker knows when the last request to the host was: a full delay from now is long enough.
  gate.pause(job.hostKey, member.clock.now() + Math.max(job.delayMs ?? 0, context.settings['politeness.delayMs']));
  const ended = new AbortController();
  const beating = member.everyBeat(keep, ended.signal);
  try {
    const halt = AbortSignal.any([signal, unwanted.signal]);
    const encoded = await renderOrder(context, order, halt);
    if (halt.aborted) await jobs.giveUp(job);
    else await jobs.finish(job, packRendered(encoded));
  } finally {
    ended.abort();
    await beating;
    hostGate.uncover(job.hostKey);
  }
}

async function renderOrder(context: RenderContext, order: RenderOrder, halt: AbortSignal): Promise<EncodedRendering> {
  const { page, scripts: known, budget } = order;
  const updates: HostUpdate[] = [];
  const { load, close } = await openLoader(context, order.task, (update) => void updates.push(update));
  const prefetched = new Map(known.map((script) => [script.url, script]));
  const scripts: Document[] = [];
  let bytes = 0;
  const loadOrTake: LoadResource = async (url, options, signal) => {
    const script = prefetched.get(url);
    if (script !== undefined) return { document: script, requests: 0 };
    const loaded = await load(url, options, signal);
    bytes += isScript(loaded.document) ? loaded.document.bytes.length : 0;
    if (isScript(loaded.document) && bytes <= mostScriptBytes) scripts.push(loaded.document);
    return loaded;
  };
  try {
    const rendering = await context.browser.render({ document: page, load: loadOrTake, budget }, halt);
    return { rendering, scripts, updates: await storeUpdates(context, page, updates) };
  } finally {
    await close();
  }
}

/** Stores delays requested by other hosts; returns the updates of the page's host, for the worker that leases it. */
async function storeUpdates(
  { member }: RenderContext,
  page: Document,
  updates: readonly HostUpdate[],
): Promise<readonly HostUpdate[]> {
  if (updates.length === 0) return updates;
  const own = await hostStateOf(member.store, hostKeyOf(page.finalUrl));
  for (const one of updates) if (one.host !== own?.host) await delayHost(member.store, one);
  return updates.filter(({ host }) => host === own?.host);
}

/** Loads what the page needs: with the politeness of its crawl, through the network of this worker. */
async function openLoader(context: RenderContext, task: number, learn: (update: HostUpdate) => void) {
  const { member, hostGate } = context;
  const config = settingsWith({ ...(await crawlSettings(context, task)), ...context.own });
  const optOuts = await openOptOutCheck(member.store);
  const fetch = createFetch({ ...networkPolicy(config), refuses: optOuts.isOut });
  const load = createResourceLoader({
    path: openPolitePath({
      fetch,
      clock: member.clock,
      gate: hostGate,
      delayPolicy: { ...defaultDelayPolicy, baseDelayMs: config['politeness.delayMs'] },
    }),
    frontier: { hostByKey: (key) => hostStateOf(member.store, key) },
    learn,
  });
  return { load, close: () => fetch.close() };
}

async function crawlSettings({ member }: RenderContext, task: number): Promise<Partial<Config>> {
  const [row] = await member.store.query<{ options: string }>('SELECT options FROM task WHERE task_id = $1', [task]);
  if (row === undefined) return {};
  return (JSON.parse(row.options) as { settings: Partial<Config> }).settings;
}
