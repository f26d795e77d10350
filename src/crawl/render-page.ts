// The last resort for a page: rendered in a browser if its scripts reveal nothing; the URLs it used become offers.
import { hostKeyOf } from '../base/url/url.ts';
import type { Config } from '../config.ts';
import { extractPage } from '../extract/extract.ts';
import { countScriptCandidates, readMapPage } from '../extract/map-page.ts';
import { renderedLinks } from '../extract/rendered.ts';
import type { PageBrowser } from '../fetch/browser/browser.ts';
import type { PageToRender } from '../fetch/browser/browser-page.ts';
import type { LoadedResource } from '../fetch/page-resources.ts';
import type { VisitClient, VisitResponse } from '../fetch/visit.ts';
import type { Document } from '../model/document.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { Frontier, Visit } from '../model/frontier.ts';
import type { RenderBudget } from '../model/rendering.ts';
import type { ReadingContext } from './crawl-session.ts';
import { problemEvent, type VisitEffects } from './visit-effects.ts';

/** Applications on one host are usually one application with different parameters. */
const autoPerHost = 20;

interface RenderContext {
  readonly config: Config;
  readonly browser: PageBrowser;
  readonly visitor: Pick<VisitClient, 'load' | 'scripts'>;
  readonly frontier: Pick<Frontier, 'learn'>;
  readonly offersFrom: ReadingContext['offersFrom'];
  /** Pages rendered in this run, by host. */
  readonly rendered: Map<string, number>;
}

interface ReadVisit {
  readonly visit: Visit;
  readonly response: VisitResponse;
  readonly effects: VisitEffects;
}

/** Replaces the effects of a visit by those with its page rendered, where needed. */
export type PageRenderer = (read: ReadVisit, halt: AbortSignal) => Promise<VisitEffects>;

export function createPageRenderer(options: Omit<RenderContext, 'rendered'>): PageRenderer {
  const context: RenderContext = { ...options, rendered: new Map() };
  return async ({ visit, response, effects }, halt) => {
    if (response.type !== 'response' || !isReadPage(visit, response.document, effects)) return effects;
    if (!(await context.browser.isThere())) return effects;
    return renderIfNeeded(context, { visit, document: response.document, effects }, halt);
  };
}

interface FetchedPage {
  readonly visit: Visit;
  readonly document: Document;
  readonly effects: VisitEffects;
}

async function renderIfNeeded(context: RenderContext, page: FetchedPage, halt: AbortSignal): Promise<VisitEffects> {
  const { visit, document, effects } = page;
  try {
    const { isWorth, requests } = await isWorthRendering(context, document, halt);
    const checked = { ...effects, requests: effects.requests + requests };
    if (!isWorth) return checked;
    const rendered = await render(context, { visit, document, effects: checked }, halt);
    // Stopped midway: the page is rendered when the crawl resumes.
    if (halt.aborted) return retried(visit, rendered, 'fetch.aborted');
    countRendering(context, document.finalUrl);
    return rendered;
  } catch (error) {
    // The page itself was read; failing to render it doesn't discard that.
    if (!(error instanceof GeotrawlError)) throw error;
    if (error.code === 'render.unavailable' && error.retry) return retried(visit, effects, error.code);
    return { ...effects, events: [...effects.events, problemEvent(visit.url, error)] };
  }
}

/** The crawl is stopping, or the remote browser is busy: the visit is repeated later. */
function retried(visit: Visit, effects: VisitEffects, reason: ErrorCode): VisitEffects {
  const outcome = { visit, state: 'retry', reason, found: 0 } as const;
  return { ...effects, outcome, offers: [], discoveries: [], events: [] };
}

function isReadPage(visit: Visit, document: Document, effects: VisitEffects): boolean {
  const isPage = visit.pool === 'page' && document.form === 'html' && document.status < 300;
  return isPage && effects.outcome?.state === 'done';
}

interface Verdict {
  readonly isWorth: boolean;
  /** Fetched scripts are cached for their own visits, which then need no request. */
  readonly requests: number;
}

async function isWorthRendering(context: RenderContext, document: Document, halt: AbortSignal): Promise<Verdict> {
  if (context.config['render.mode'] === 'all') return { isWorth: !extractPage(document).nofollow, requests: 0 };
  const page = readMapPage(document);
  const isUsedUp = (context.rendered.get(hostKeyOf(document.finalUrl)) ?? 0) >= autoPerHost;
  if (page === null || page.candidates > 0 || isUsedUp || extractPage(document).nofollow)
    return { isWorth: false, requests: 0 };
  let requests = 0;
  for (const url of page.scripts) {
    const script = await loadScript(context, url, halt);
    requests += script?.requests ?? 0;
    if (script !== null && countScriptCandidates(script.document) > 0) return { isWorth: false, requests };
  }
  return { isWorth: true, requests };
}

/** Null for a script that can't or must not be fetched. */
async function loadScript({ visitor }: RenderContext, url: string, halt: AbortSignal): Promise<LoadedResource | null> {
  try {
    return await visitor.load(url, {}, halt);
  } catch (error) {
    if (error instanceof GeotrawlError) return null;
    throw error;
  }
}

async function render(
  { config, browser, visitor, frontier, offersFrom }: RenderContext,
  { visit, document, effects }: FetchedPage,
  halt: AbortSignal,
): Promise<VisitEffects> {
  const page: PageToRender = {
    document,
    load: visitor.load,
    budget: budgetOf(config),
    prefetched: visitor.scripts,
    learn: (update) => frontier.learn(update),
  };
  const { seen, ended, requests, bytes } = await browser.render(page, halt);
  const links = renderedLinks(seen).filter(({ url }) => url !== document.finalUrl);
  return {
    ...effects,
    offers: [...effects.offers, ...offersFrom(links, { via: visit, depth: visit.depth + 1 })],
    events: ended === null ? effects.events : [...effects.events, problemEvent(visit.url, ended)],
    requests: effects.requests + requests,
    bytes: effects.bytes + bytes,
  };
}

function budgetOf(config: Config): RenderBudget {
  return {
    timeMs: config['render.timeMs'],
    maxRequests: config['render.maxRequests'],
    maxBytes: config['render.maxBytes'],
    maxMemoryBytes: config['render.maxMemoryBytes'],
  };
}

function countRendering({ rendered }: RenderContext, url: string): void {
  const key = hostKeyOf(url);
  rendered.set(key, (rendered.get(key) ?? 0) + 1);
}
