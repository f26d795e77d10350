// Renders one page: opens it alone, serves it from our fetch, reads its addresses, nudges its maps, enforces the budget.
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { readUrl } from '../../base/url/url.ts';
import type { Document } from '../../model/document.ts';
import type { HostUpdate } from '../../model/frontier.ts';
import type { RenderBudget, Rendering, SeenAddress } from '../../model/rendering.ts';
import type { LoadResource } from '../page-resources.ts';
import type { PrefetchCache } from '../prefetch-cache.ts';
import { handleRequest, type PageRequests, type RequestContext, startCounts } from './browser-requests.ts';
import { createPageWatch, type PageWatch } from './page-budget.ts';
import { checkedAddresses, nudgeMaps, readPageAddresses } from './page-globals.ts';

export interface PageToRender {
  /** The page as fetched; it isn't requested again. */
  readonly document: Document;
  readonly load: LoadResource;
  readonly budget: RenderBudget;
  /** Scripts already fetched and kept for their own visits: for a browser that can't use `load`. */
  readonly prefetched?: Pick<PrefetchCache, 'get' | 'keep'>;
  /** Stores what such a browser learned about the page's host. */
  readonly learn?: (news: HostUpdate) => void;
}

/** A browser and its process. */
export interface RunningBrowser {
  readonly browser: Browser;
  readonly pid: number;
}

/** A page without requests for this long is idle. */
const quietMs = 400;
/** The longest wait for idle after loading and after nudging: pages that poll forever are never idle. */
const maxIdleWaitMs = 8_000;
const pollMs = 150;
/** A page whose scripts block for this long, or for a third of its time, is considered hung. */
const hangMs = 10_000;
const maxWindows = 5;
const maxDialogs = 20;
const frameLimit = 5;
const pageBytes = 4096;
const maxProcesses = 200;

/** Never throws because of the page; `isBrowserLost` is true if the browser must be replaced. */
export async function renderPage(
  running: RunningBrowser,
  page: PageToRender,
  halt: AbortSignal,
): Promise<Rendering & { readonly isBrowserLost: boolean }> {
  const watch = createPageWatch(page.budget.timeMs, halt);
  const counts = startCounts();
  const memory = watchMemory(running, page.budget, watch);
  let context: BrowserContext | null = null;
  try {
    // A busy renderer may block any call to the browser; the watch doesn't wait for it.
    const driven = { ...page, watch, counts };
    const work = openContext(running.browser, driven, (made) => {
      context = made;
    }).then((opened) => drive(opened, driven));
    await Promise.race([work.catch((error: unknown) => endFor(watch, error)), watch.over]);
  } finally {
    clearInterval(memory);
    watch.close();
  }
  const isClosed = await closeInTime(context);
  const { seen, requests, bytes, refused } = counts;
  const ended = watch.ended();
  return { seen, requests, bytes, refused, ended, isBrowserLost: !isClosed || ended?.code === 'render.memory' };
}

/** Errors after the end are ignored; before it, they are the reason the page failed. */
function endFor(watch: PageWatch, error: unknown): void {
  watch.end('render.failed', `The browser could not render the page: ${String(error).split('\n')[0]!.slice(0, 200)}`);
}

async function openContext(
  browser: Browser,
  requestContext: RequestContext,
  keep: (context: BrowserContext) => void,
): Promise<Page> {
  const { watch } = requestContext;
  const context = await browser.newContext({
    serviceWorkers: 'block',
    acceptDownloads: false,
    permissions: [],
    viewport: { width: 1024, height: 768 },
  });
  keep(context);
  const lost = (error: unknown) => endFor(watch, error);
  await context.addInitScript({ content: blockedChannels });
  // Requests outside our page, such as of a window about to open, are aborted.
  await context.route('**', (route) => route.abort().catch(lost));
  await context.routeWebSocket('**', (socket) => socket.close().catch(lost));
  const page = await context.newPage();
  await page.route('**', (route) => handleRequest(requestContext, route).catch(lost));
  let windows = 0;
  context.on('page', (opened) => {
    windows++;
    opened.close().catch(lost);
    if (windows >= maxWindows) watch.end('render.budget', `The page opened ${windows} windows and was ended.`);
  });
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs++;
    dialog.dismiss().catch(lost);
    if (dialogs >= maxDialogs) watch.end('render.budget', `The page showed ${dialogs} dialogs and was ended.`);
  });
  page.on('crash', () => watch.end('render.memory', 'The page used up its memory and its process ended.'));
  return page;
}

/** Channels that bypass request interception. The browser couldn't connect through them; it shouldn't even try. */
const blockedChannels = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'SharedWorker'])
  Object.defineProperty(globalThis, name, { value: undefined });`;

async function drive(page: Page, { document, budget, watch, counts }: RequestContext): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const pulse = watchPulse(session, watch, Math.min(hangMs, budget.timeMs / 3));
  try {
    await page.goto(document.finalUrl, { waitUntil: 'commit', timeout: 0 });
    await waitUntilIdle(counts, watch);
    counts.seen.push(...(await readAddresses(page, session)));
    if ((await nudge(page, session)) > 0) await waitUntilIdle(counts, watch);
    counts.seen.push(...(await readAddresses(page, session)));
  } finally {
    clearInterval(pulse);
  }
}

async function waitUntilIdle(counts: PageRequests, watch: PageWatch): Promise<void> {
  const startMs = performance.now();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const nowMs = performance.now();
    const sinceMs = nowMs - Math.max(counts.lastAtMs, startMs);
    if (watch.isOver() || (counts.pending === 0 && sinceMs >= quietMs)) return;
    // Requests waiting for a crawl delay don't count as activity.
    if (counts.pending === 0 && nowMs - startMs > maxIdleWaitMs) return;
  }
}

/** `let` and `const` of classic scripts aren't properties of the window; the debugger knows their names. */
async function lexicalNames(session: CDPSession): Promise<string> {
  const { names } = await session.send('Runtime.globalLexicalScopeNames', {});
  const plain = names.filter((name) => /^[\w$]+$/.test(name)).slice(0, 300);
  // A name whose script failed halfway must not be read.
  const reads = plain.map((name) => `(()=>{try{return ${name}}catch(error){return error&&null}})()`);
  return `[${reads.join(',')}]`;
}

async function readAddresses(page: Page, session: CDPSession): Promise<SeenAddress[]> {
  const names = await lexicalNames(session);
  const found: SeenAddress[] = [];
  for (const frame of page.frames().slice(0, frameLimit)) {
    const given = frame === page.mainFrame() ? names : '[]';
    const result: unknown = await frame.evaluate(`(${readPageAddresses.toString()})(${given})`);
    const base = frame.url();
    for (const { url, kind } of checkedAddresses(result)) {
      const parsed = readUrl(url, base);
      if (parsed === null) continue;
      // Template placeholders stay readable: {z}/{x}/{y}.
      const whole = parsed.href.replaceAll('%7B', '{').replaceAll('%7D', '}');
      if (/^https?:/.test(whole)) found.push({ url: whole, by: 'library', kind });
    }
  }
  return found;
}

async function nudge(page: Page, session: CDPSession): Promise<number> {
  const names = await lexicalNames(session);
  const moved: unknown = await page.evaluate(`(${nudgeMaps.toString()})(${names})`);
  return typeof moved === 'number' ? moved : 0;
}

/** Pings the page; one in an endless loop doesn't respond. */
function watchPulse(session: CDPSession, watch: PageWatch, patienceMs: number): NodeJS.Timeout {
  let requestedAtMs: number | null = null;
  return setInterval(() => {
    const nowMs = performance.now();
    if (requestedAtMs !== null) {
      if (nowMs - requestedAtMs > patienceMs) watch.end('render.budget', "The page's scripts did not finish.");
      return;
    }
    requestedAtMs = nowMs;
    session.send('Runtime.evaluate', { expression: '1' }).then(
      () => {
        requestedAtMs = null;
      },
      (error: unknown) => endFor(watch, error),
    );
  }, 500);
}

function watchMemory({ pid }: RunningBrowser, { maxMemoryBytes }: RenderBudget, watch: PageWatch): NodeJS.Timeout {
  return setInterval(() => {
    const bytes = residentBytes(pid);
    const megabytes = Math.round(maxMemoryBytes / 1024 ** 2);
    if (bytes > maxMemoryBytes) watch.end('render.memory', `The page needed more than ${megabytes} MB and was ended.`);
  }, 200);
}

/** Resident bytes of a process and its children; 0 outside Linux, where only the browser's own limits apply. */
function residentBytes(root: number): number {
  if (process.platform !== 'linux') return 0;
  const queue = [root];
  let bytes = 0;
  for (let at = 0; at < queue.length && at < maxProcesses; at++) {
    const pid = queue[at]!;
    bytes += pageBytes * Number(readProcess(`/proc/${pid}/statm`).split(' ')[1] ?? 0);
    const children = readProcess(`/proc/${pid}/task/${pid}/children`).trim();
    if (children !== '') queue.push(...children.split(' ').map(Number));
  }
  return bytes;
}

/** '' for a process that has ended. */
function readProcess(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return '';
    throw error;
  }
}

/** Whether the browser closed it in time. */
async function closeInTime(context: BrowserContext | null): Promise<boolean> {
  if (context === null) return false;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), 3_000);
  });
  const closed = context.close().then(
    () => true,
    (error: unknown) => !(error instanceof Error),
  );
  const isClosed = await Promise.race([closed, tooLate]);
  clearTimeout(timer);
  return isClosed;
}
