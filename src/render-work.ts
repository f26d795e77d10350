// The work of a worker with a browser: pages other workers have read, opened as politely as if they had done it themselves.

import { createBell } from './base/async/wake-signal.ts';
import { hostKeyOf } from './base/url/url.ts';
import {
  packRendered,
  type RenderedParcel,
  type RenderOrder,
  unpackOrder,
} from './cluster/browsers/render-job-codec.ts';
import { createTurnGate, type TurnGate } from './cluster/hosts/leased-host-gate.ts';
import type { ClusterMember } from './cluster/members/worker-registration.ts';
import { type Config, settingsWith } from './config.ts';
import { createPageBrowser, type PageBrowser } from './fetch/browser/browser.ts';
import { createFetch } from './fetch/client.ts';
import { defaultPacePolicy } from './fetch/crawl-delay.ts';
import type { HostGate } from './fetch/host-gate.ts';
import { networkPolicy } from './fetch/network-policy.ts';
import { createResourceLoader, type LoadResource } from './fetch/page-resources.ts';
import { createPoliteFetch } from './fetch/polite-fetch.ts';
import { isScript } from './fetch/prefetch-cache.ts';
import { openOptOutCheck } from './frontier/opt-outs.ts';
import { openHostTurns } from './frontier/postgres/host-leases.ts';
import { hostStateOf, restHost } from './frontier/postgres/hosts.ts';
import { openRenderJobs, type RenderJobs, type TakenJob } from './frontier/postgres/render-jobs.ts';
import type { Document } from './model/document.ts';
import { GeotrawlError } from './model/errors.ts';
import type { HostNews } from './model/frontier.ts';

export interface RenderWorkParts {
  readonly settings: Config;
  readonly member: ClusterMember;
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

interface Desk extends RenderWorkParts {
  readonly jobs: RenderJobs;
  readonly browser: PageBrowser;
  readonly turnGate: TurnGate;
}

/** Jobs are looked for this often; hints come sooner. */
const lookMs = 500;
/** Scripts that go back with what was seen. */
const mostScriptBytes = 8 * 1024 * 1024;

/** Opens pages of others until the signal; the page under way is brought to its end, or left to another if that takes too long. */
export async function renderForOthers(parts: RenderWorkParts, signal: AbortSignal): Promise<void> {
  const { settings, member, gate, path } = parts;
  const { 'politeness.delayMs': delayMs } = settings;
  const turns = openHostTurns(member.store, { holder: member.id, leaseMs: member.leaseMs, delayMs });
  const desk: Desk = {
    ...parts,
    jobs: openRenderJobs(member.store, member.leaseMs),
    browser: createPageBrowser(path),
    turnGate: createTurnGate({ gate, turns, clock: member.clock, onLost }),
  };
  const bell = createBell(member.clock);
  const silence = member.dispatcher.onHint('render', bell.ring);
  signal.addEventListener('abort', bell.ring, { once: true });
  const drained = new AbortController();
  const drain = () => setTimeout(() => drained.abort('leaving'), parts.drainMs).unref();
  signal.addEventListener('abort', drain, { once: true });
  const count = { active: 0, visits: 0 };
  const read = () => ({ task: 'pages in a browser', ...count });
  try {
    while (!signal.aborted) {
      const job = await desk.jobs.take(member.id);
      if (job === null && (await parts.isOver())) break;
      if (job === null) await bell.rest(member.clock.now() + lookMs);
      else {
        member.works.add(read);
        count.active = 1;
        await workOn(desk, job, drained.signal);
        [count.active, count.visits] = [0, count.visits + 1];
      }
    }
  } finally {
    silence();
    bell.silence();
    signal.removeEventListener('abort', bell.ring);
    signal.removeEventListener('abort', drain);
    await desk.browser.close();
    await desk.turnGate.settle();
    await turns.close();
  }
}

function onLost(hostKey: string): GeotrawlError {
  return new GeotrawlError('policy.backoff', 'Whoever reads the page has the host no more.', {
    facts: { host: hostKey },
  });
}

/** One page. While it is open its host belongs to whoever asked for it, which is looked at again and again. */
async function workOn(desk: Desk, job: TakenJob, signal: AbortSignal): Promise<void> {
  const { jobs, member, gate, turnGate } = desk;
  const order = unpackOrder(job.page);
  const unwanted = new AbortController();
  let coveredUntilMs = 0;
  const keep = async () => {
    const askedMs = performance.now();
    coveredUntilMs = askedMs + (await jobs.extend(job));
    if (coveredUntilMs === askedMs) unwanted.abort('nobody waits for it any more');
  };
  await keep();
  turnGate.cover(job.hostKey, () => performance.now() < coveredUntilMs);
  // When the host was last asked is known to whoever asked for the page: a pause from now is surely long enough.
  gate.pause(job.hostKey, member.clock.now() + Math.max(job.delayMs ?? 0, desk.settings['politeness.delayMs']));
  const ended = new AbortController();
  const beating = member.everyBeat(keep, ended.signal);
  try {
    const halt = AbortSignal.any([signal, unwanted.signal]);
    const parcel = await renderOrder(desk, order, halt);
    if (halt.aborted) await jobs.giveUp(job);
    else await jobs.finish(job, packRendered(parcel));
  } finally {
    ended.abort();
    await beating;
    turnGate.uncover(job.hostKey);
  }
}

async function renderOrder(desk: Desk, order: RenderOrder, halt: AbortSignal): Promise<RenderedParcel> {
  const { page, scripts: known, budget } = order;
  const news: HostNews[] = [];
  const { load, close } = await openLoader(desk, order.task, (one) => void news.push(one));
  const atHand = new Map(known.map((script) => [script.url, script]));
  const scripts: Document[] = [];
  let bytes = 0;
  const loadOrTake: LoadResource = async (url, options, signal) => {
    const script = atHand.get(url);
    if (script !== undefined) return { document: script, requests: 0 };
    const loaded = await load(url, options, signal);
    bytes += isScript(loaded.document) ? loaded.document.bytes.length : 0;
    if (isScript(loaded.document) && bytes <= mostScriptBytes) scripts.push(loaded.document);
    return loaded;
  };
  try {
    const rendering = await desk.browser.render({ document: page, load: loadOrTake, budget }, halt);
    return { rendering, scripts, news: await passOn(desk, page, news) };
  } finally {
    await close();
  }
}

/** What hosts asked for is written down; the page's own is for whoever crawls there to tell of. */
async function passOn({ member }: Desk, page: Document, news: readonly HostNews[]): Promise<readonly HostNews[]> {
  if (news.length === 0) return news;
  const own = await hostStateOf(member.store, hostKeyOf(page.finalUrl));
  for (const one of news) if (one.host !== own?.host) await restHost(member.store, one);
  return news.filter(({ host }) => host === own?.host);
}

/** What the page may load: by the settings of its crawl, through the network of this worker. */
async function openLoader(desk: Desk, task: number, learn: (news: HostNews) => void) {
  const { member, turnGate } = desk;
  const config = settingsWith({ ...(await crawlSettings(desk, task)), ...desk.own });
  const optOuts = await openOptOutCheck(member.store);
  const fetch = createFetch({ ...networkPolicy(config), refuses: optOuts.isOut });
  const load = createResourceLoader({
    polite: createPoliteFetch(fetch, member.clock, turnGate),
    frontier: { hostByKey: (key) => hostStateOf(member.store, key) },
    clock: member.clock,
    pace: { ...defaultPacePolicy, baseDelayMs: config['politeness.delayMs'] },
    learn,
  });
  return { load, close: () => fetch.close() };
}

async function crawlSettings({ member }: Desk, task: number): Promise<Partial<Config>> {
  const [row] = await member.store.query<{ options: string }>('SELECT options FROM task WHERE task_id = $1', [task]);
  if (row === undefined) return {};
  return (JSON.parse(row.options) as { settings: Partial<Config> }).settings;
}
