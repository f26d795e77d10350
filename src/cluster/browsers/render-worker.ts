// The work of a worker with a browser: pages other workers have read, opened as politely as if they had done it themselves.

import { createWakeSignal } from '../../base/async/wake-signal.ts';
import { hostKeyOf } from '../../base/url/url.ts';
import { type Config, settingsWith } from '../../config.ts';
import { createPageBrowser, type PageBrowser } from '../../fetch/browser/browser.ts';
import { createFetch } from '../../fetch/client.ts';
import { defaultDelayPolicy } from '../../fetch/crawl-delay.ts';
import type { HostGate } from '../../fetch/host-gate.ts';
import { networkPolicy } from '../../fetch/network-policy.ts';
import { createResourceLoader, type LoadResource } from '../../fetch/page-resources.ts';
import { openPolitePath } from '../../fetch/polite-request.ts';
import { isScript } from '../../fetch/prefetch-cache.ts';
import { openOptOutCheck } from '../../frontier/opt-outs.ts';
import { openHostLeases } from '../../frontier/postgres/host-leases.ts';
import { hostStateOf, restHost } from '../../frontier/postgres/hosts.ts';
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
  /** Of the browser's program. */
  readonly path: string;
  /** Of whatever else asks hosts in this process. */
  readonly gate: HostGate;
  /** What of the worker's settings goes before those of a crawl. */
  readonly own: Partial<Config>;
  readonly drainMs: number;
  /** True when no crawl runs any more, and this worker is to leave then. */
  readonly isOver: () => Promise<boolean>;
}

interface RenderContext extends RenderWorkerOptions {
  readonly jobs: RenderJobs;
  readonly browser: PageBrowser;
  readonly hostGate: LeasedHostGate;
}

/** Jobs are looked for this often; hints come sooner. */
const lookMs = 500;
/** Scripts that go back with what was seen. */
const mostScriptBytes = 8 * 1024 * 1024;

/** Opens pages of others until the signal; the page under way is brought to its end, or left to another if that takes too long. */
export async function renderForOthers(parts: RenderWorkerOptions, signal: AbortSignal): Promise<void> {
  const { settings, member, gate, path } = parts;
  const { 'politeness.delayMs': delayMs } = settings;
  const turns = openHostLeases(member.store, { holder: member.id, leaseMs: member.leaseMs, delayMs });
  const context: RenderContext = {
    ...parts,
    jobs: openRenderJobs(member.store, member.leaseMs),
    browser: createPageBrowser(path),
    hostGate: createLeasedHostGate({ gate, turns, clock: member.clock, onLost }),
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
      if (job === null) await wakeSignal.wait(member.clock.now() + lookMs);
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
    await turns.close();
  }
}

function onLost(hostKey: string): GeotrawlError {
  return new GeotrawlError('policy.backoff', 'Whoever reads the page has the host no more.', {
    facts: { host: hostKey },
  });
}

/** One page. While it is open its host belongs to whoever asked for it, which is looked at again and again. */
async function workOn(context: RenderContext, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  const { jobs, member, gate, hostGate } = context;
  const order = unpackOrder(job.page);
  const unwanted = new AbortController();
  let coveredUntilMs = 0;
  const keep = async () => {
    const requestedMs = performance.now();
    coveredUntilMs = requestedMs + (await jobs.extend(job));
    if (coveredUntilMs === requestedMs) unwanted.abort('nobody waits for it any more');
  };
  await keep();
  hostGate.cover(job.hostKey, () => performance.now() < coveredUntilMs);
  // When the host was last asked is known to whoever asked for the page: a pause from now is surely long enough.
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
  const news: HostUpdate[] = [];
  const { load, close } = await openLoader(context, order.task, (one) => void news.push(one));
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
    return { rendering, scripts, news: await passOn(context, page, news) };
  } finally {
    await close();
  }
}

/** What hosts asked for is written down; the page's own is for whoever crawls there to tell of. */
async function passOn(
  { member }: RenderContext,
  page: Document,
  news: readonly HostUpdate[],
): Promise<readonly HostUpdate[]> {
  if (news.length === 0) return news;
  const own = await hostStateOf(member.store, hostKeyOf(page.finalUrl));
  for (const one of news) if (one.host !== own?.host) await restHost(member.store, one);
  return news.filter(({ host }) => host === own?.host);
}

/** What the page may load: by the settings of its crawl, through the network of this worker. */
async function openLoader(context: RenderContext, task: number, learn: (news: HostUpdate) => void) {
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
