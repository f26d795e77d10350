// The browser of a worker that has none: pages go to a worker that does, and the visit waits for what it saw.
import { hostKeyOf } from './base/url/url.ts';
import { packOrder, unpackRendered } from './cluster/browsers/render-job-codec.ts';
import type { ClusterMember } from './cluster/members/worker-registration.ts';
import { readMapPage } from './extract/map-page.ts';
import type { PageBrowser } from './fetch/browser/browser.ts';
import type { PageToRender } from './fetch/browser/browser-page.ts';
import type { HostGate } from './fetch/host-gate.ts';
import { openRenderJobs, type RenderJobs } from './frontier/postgres/render-jobs.ts';
import { GeotrawlError } from './model/errors.ts';
import type { Rendering } from './model/rendering.ts';

export interface RemoteBrowserParts {
  readonly member: ClusterMember;
  readonly gate: HostGate;
  readonly task: number;
}

interface Desk extends RemoteBrowserParts {
  readonly jobs: RenderJobs;
}

/** Rendering takes seconds; what came of it is looked for this often. */
const lookMs = 200;
/** Whether there is anybody with a browser is asked for this often. */
const presenceMs = 2000;

export function createRemoteBrowser(parts: RemoteBrowserParts): PageBrowser {
  const { member } = parts;
  const desk: Desk = { ...parts, jobs: openRenderJobs(member.store, member.leaseMs) };
  const presence = { is: false, atMs: Number.NEGATIVE_INFINITY };
  const isThere = async () => {
    if (member.clock.now() - presence.atMs < presenceMs) return presence.is;
    presence.atMs = member.clock.now();
    presence.is = await desk.jobs.hasRenderers();
    return presence.is;
  };
  return {
    isThere,
    render: async (page, signal) => {
      const hostKey = hostKeyOf(page.document.finalUrl);
      // Nobody here asks the host while the browser does: our lease covers one of us.
      const leave = await parts.gate.enter(hostKey, 0, signal);
      try {
        return await renderElsewhere(desk, { page, hostKey, isThere }, signal);
      } finally {
        leave();
      }
    },
    close: async () => undefined,
  };
}

interface Wish {
  readonly page: PageToRender;
  readonly hostKey: string;
  readonly isThere: () => Promise<boolean>;
}

async function renderElsewhere(desk: Desk, wish: Wish, signal: AbortSignal): Promise<Rendering> {
  const { jobs, member } = desk;
  let id = await ask(desk, wish);
  try {
    for (;;) {
      if (signal.aborted) throw notNow('The crawl was stopped before a browser had time for the page.');
      const state = await jobs.look(id);
      // The database crashed, and forgot it.
      if (state === null) id = await ask(desk, wish);
      else if (state.result !== null) return unpack(wish.page, state.result);
      else if (state.isGivenUp) throw gaveUp('render.failed', 'Every browser that opened the page broke down.');
      else if (state.isInTheWay) throw notNow('Others need its host before a browser has time for the page.');
      else if (!state.isTaken && !(await wish.isThere())) throw nobody();
      await member.clock.sleep(lookMs, signal);
    }
  } finally {
    await jobs.drop(id);
  }
}

async function ask({ jobs, member, task }: Desk, { page, hostKey }: Wish): Promise<number> {
  const { document, budget, atHand } = page;
  const scripts = (readMapPage(document)?.scripts ?? []).flatMap((url) => atHand?.get(url) ?? []);
  const id = await jobs.ask(hostKey, member.id, packOrder({ task, page: document, scripts, budget }));
  if (id === null) throw notNow('Its host has gone to another worker.');
  member.dispatcher.hint('render', task);
  return id;
}

function unpack({ atHand, learn }: PageToRender, bytes: Buffer): Rendering {
  const { rendering, scripts, news } = unpackRendered(bytes);
  for (const script of scripts) atHand?.keep(script);
  for (const one of news) learn?.(one);
  return rendering;
}

function nobody(): GeotrawlError {
  return gaveUp('render.unavailable', 'No worker with a browser is there any more.');
}

/** The visit is made again. */
function notNow(message: string): GeotrawlError {
  return new GeotrawlError('render.unavailable', message, { retry: true });
}

function gaveUp(code: 'render.unavailable' | 'render.failed', message: string): GeotrawlError {
  return new GeotrawlError(code, message);
}
