// The last resort for a page: rendered in a browser if its scripts reveal nothing; the URLs it used become offers.
import { hostKeyOf, maskSecrets } from '../base/url/url.ts';
import type { Config } from '../config.ts';
import { extractPage } from '../extract/extract.ts';
import { countScriptCandidates, readMapPage } from '../extract/map-page.ts';
import { renderedLinks } from '../extract/rendered.ts';
import type { PageBrowser } from '../fetch/browser/browser.ts';
import type { LoadedResource } from '../fetch/page-resources.ts';
import type { VisitResponse } from '../fetch/visit.ts';
import type { Document } from '../model/document.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import type { Visit } from '../model/frontier.ts';
import type { RenderBudget } from '../model/rendering.ts';
import type { CrawlEvent } from '../model/report.ts';
import type { CrawlSession } from './crawl-session.ts';
import type { VisitEffects } from './interpret-response.ts';

/** Applications on one host are usually one application with different parameters. */
const autoPerHost = 20;

interface ReadVisit {
  readonly visit: Visit;
  readonly answer: VisitResponse;
  readonly effects: VisitEffects;
}

/** The effects of a visit, with rendering where needed. */
export async function withRendering(
  session: CrawlSession,
  { visit, answer, effects }: ReadVisit,
  halt: AbortSignal,
): Promise<VisitEffects> {
  const { browser } = session;
  if (browser === null || answer.type !== 'answer' || !isReadPage(visit, answer.document, effects)) return effects;
  const { document } = answer;
  if (!(await browser.isThere())) return effects;
  try {
    const looks = await isWorthRendering(session, document, halt);
    if (!looks.isWorth) return { ...effects, requests: effects.requests + looks.requests };
    const rendered = await render(session, browser, { visit, document, effects, requests: looks.requests }, halt);
    // Stopped midway: the page is rendered when the crawl resumes.
    if (halt.aborted) return visitAgain(visit, rendered, 'fetch.aborted');
    countRendering(session, document.finalUrl);
    return rendered;
  } catch (error) {
    // The page itself was read; failing to render it doesn't discard that.
    if (!(error instanceof GeotrawlError)) throw error;
    if (error.code === 'render.unavailable' && error.retry) return visitAgain(visit, effects, error.code);
    return { ...effects, events: [...effects.events, problem(visit, error)] };
  }
}

/** The crawl is stopping, or the remote browser is busy: the visit is repeated later. */
function visitAgain(visit: Visit, effects: VisitEffects, reason: ErrorCode): VisitEffects {
  const outcome = { visit, state: 'retry', reason, found: 0 } as const;
  return { ...effects, outcome, offers: [], discoveries: [], events: [] };
}

function isReadPage(visit: Visit, document: Document, effects: VisitEffects): boolean {
  const isPage = visit.pool === 'page' && document.form === 'html' && document.status < 300;
  return isPage && effects.outcome?.state === 'done';
}

interface Look {
  readonly isWorth: boolean;
  /** Fetched scripts are cached for their own visits, which then need no request. */
  readonly requests: number;
}

async function isWorthRendering(session: CrawlSession, document: Document, halt: AbortSignal): Promise<Look> {
  if (session.config['render.mode'] === 'all') return { isWorth: !extractPage(document).nofollow, requests: 0 };
  const page = readMapPage(document);
  const isUsedUp = (session.rendered.get(hostKeyOf(document.finalUrl)) ?? 0) >= autoPerHost;
  if (page === null || page.candidates > 0 || isUsedUp || extractPage(document).nofollow)
    return { isWorth: false, requests: 0 };
  let requests = 0;
  for (const url of page.scripts) {
    const script = await loadScript(session, url, halt);
    requests += script?.requests ?? 0;
    if (script !== null && countScriptCandidates(script.document) > 0) return { isWorth: false, requests };
  }
  return { isWorth: true, requests };
}

/** Null for a script that can't or must not be fetched. */
async function loadScript({ visitor }: CrawlSession, url: string, halt: AbortSignal): Promise<LoadedResource | null> {
  try {
    return await visitor.load(url, {}, halt);
  } catch (error) {
    if (error instanceof GeotrawlError) return null;
    throw error;
  }
}

interface FetchedPage {
  readonly visit: Visit;
  readonly document: Document;
  readonly effects: VisitEffects;
  /** Requests made so far, besides the visit's own. */
  readonly requests: number;
}

async function render(
  session: CrawlSession,
  browser: PageBrowser,
  { visit, document, effects, requests }: FetchedPage,
  halt: AbortSignal,
): Promise<VisitEffects> {
  const { load, scripts: prefetched } = session.visitor;
  const { learn } = session.frontier;
  const page = {
    document,
    load,
    budget: budgetOf(session.config),
    atHand: prefetched,
    learn: learn.bind(session.frontier),
  };
  const rendering = await browser.render(page, halt);
  const links = renderedLinks(rendering.seen).filter(({ url }) => url !== document.finalUrl);
  return {
    ...effects,
    offers: [...effects.offers, ...session.offersFrom(links, { via: visit, depth: visit.depth + 1 })],
    events: rendering.ended === null ? effects.events : [...effects.events, problem(visit, rendering.ended)],
    requests: effects.requests + requests + rendering.requests,
    bytes: effects.bytes + rendering.bytes,
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

function countRendering({ rendered }: CrawlSession, url: string): void {
  const key = hostKeyOf(url);
  rendered.set(key, (rendered.get(key) ?? 0) + 1);
}

function problem(visit: Visit, { code, message }: Pick<GeotrawlError, 'code' | 'message'>): CrawlEvent {
  return { type: 'problem', url: maskSecrets(visit.url), code, message };
}
