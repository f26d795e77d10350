// The browser of a worker without one: pages are rendered by a worker that has one, and the visit waits for the result.
import { hostKeyOf } from '../../base/url/url.ts';
import { readMapPage } from '../../extract/map-page.ts';
import type { PageBrowser } from '../../fetch/browser/browser.ts';
import type { PageToRender } from '../../fetch/browser/browser-page.ts';
import type { HostGate } from '../../fetch/host-gate.ts';
import { openRenderJobs, type RenderJobs } from '../../frontier/postgres/render-jobs.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Rendering } from '../../model/rendering.ts';
import type { WorkerRegistration } from '../members/worker-registration.ts';
import { packOrder, unpackRendered } from './render-job-codec.ts';

export interface RemoteBrowserOptions {
  readonly member: WorkerRegistration;
  readonly gate: HostGate;
  readonly task: number;
}

interface RenderClient extends RemoteBrowserOptions {
  readonly jobs: RenderJobs;
}

/** Polling interval for results; rendering takes seconds. */
const pollMs = 200;
/** How often to check whether a worker with a browser exists. */
const presenceMs = 2000;

export function createRemoteBrowser(parts: RemoteBrowserOptions): PageBrowser {
  const { member } = parts;
  const context: RenderClient = { ...parts, jobs: openRenderJobs(member.store, member.leaseMs) };
  const presence = { is: false, atMs: Number.NEGATIVE_INFINITY };
  const isThere = async () => {
    if (member.clock.now() - presence.atMs < presenceMs) return presence.is;
    presence.atMs = member.clock.now();
    presence.is = await context.jobs.hasRenderers();
    return presence.is;
  };
  return {
    isThere,
    render: async (page, signal) => {
      const hostKey = hostKeyOf(page.document.finalUrl);
      // No local request to the host while the browser makes requests: the lease covers only one of them.
      const leave = await parts.gate.enter(hostKey, 0, signal);
      try {
        return await renderElsewhere(context, { page, hostKey, isThere }, signal);
      } finally {
        leave();
      }
    },
    close: async () => undefined,
  };
}

interface RenderOptions {
  readonly page: PageToRender;
  readonly hostKey: string;
  readonly isThere: () => Promise<boolean>;
}

async function renderElsewhere(context: RenderClient, options: RenderOptions, signal: AbortSignal): Promise<Rendering> {
  const { jobs, member } = context;
  let id = await addJob(context, options);
  try {
    for (;;) {
      if (signal.aborted) throw notNow('The crawl was stopped before a browser was free for the page.');
      const state = await jobs.get(id);
      // The database crashed and lost the job.
      if (state === null) id = await addJob(context, options);
      else if (state.result !== null) return unpack(options.page, state.result);
      else if (state.isGivenUp) throw gaveUp('render.failed', 'Every browser that opened the page crashed.');
      else if (state.isBlocking) throw notNow('Others need its host before a browser is free for the page.');
      else if (!state.isTaken && !(await options.isThere())) throw noRenderWorker();
      await member.clock.sleep(pollMs, signal);
    }
  } finally {
    await jobs.drop(id);
  }
}

async function addJob({ jobs, member, task }: RenderClient, { page, hostKey }: RenderOptions): Promise<number> {
  const { document, budget, prefetched } = page;
  const scripts = (readMapPage(document)?.scripts ?? []).flatMap((url) => prefetched?.get(url) ?? []);
  const id = await jobs.add(hostKey, member.id, packOrder({ task, page: document, scripts, budget }));
  if (id === null) throw notNow('Another worker has leased its host.');
  member.dispatcher.hint('render', task);
  return id;
}

function unpack({ prefetched, learn }: PageToRender, bytes: Buffer): Rendering {
  const { rendering, scripts, updates } = unpackRendered(bytes);
  for (const script of scripts) prefetched?.keep(script);
  for (const update of updates) learn?.(update);
  return rendering;
}

function noRenderWorker(): GeotrawlError {
  return gaveUp('render.unavailable', 'No worker with a browser is left.');
}

/** The visit is repeated. */
function notNow(message: string): GeotrawlError {
  return new GeotrawlError('render.unavailable', message, { retry: true });
}

function gaveUp(code: 'render.unavailable' | 'render.failed', message: string): GeotrawlError {
  return new GeotrawlError(code, message);
}
