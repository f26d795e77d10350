// The browser of a crawl: started on demand, renders one page at a time, replaced when it hangs.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { BrowserServer } from 'playwright-core';
import { GeotrawlError } from '../../model/errors.ts';
import type { Rendering } from '../../model/rendering.ts';
import { type PageToRender, type RunningBrowser, renderPage } from './browser-page.ts';

export interface PageBrowser {
  /** Whether pages can be rendered now; a remote browser may be offline. */
  isThere(): Promise<boolean>;
  /** Waits for earlier pages. Throws `render.unavailable` if the browser doesn't start. */
  render(page: PageToRender, signal: AbortSignal): Promise<Rendering>;
  close(): Promise<void>;
}

interface Started extends RunningBrowser {
  readonly server: BrowserServer;
}

/** Heap limit for one page's script objects; other memory is watched from outside. */
const heapMegabytes = 384;

/** No address is reachable: pages get only what our fetch provides. */
const offlineArguments = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--disable-quic',
];

/** For pages still queued when the crawl has stopped. */
const emptyRendering: Rendering = { seen: [], requests: 0, bytes: 0, refused: 0, ended: null };

export function createPageBrowser(executablePath: string): PageBrowser {
  let started: Promise<Started> | null = null;
  let previous: Promise<unknown> = Promise.resolve();
  const stop = async () => {
    const stopping = started;
    started = null;
    await stopping?.then(
      ({ server }) => server.kill(),
      (error: unknown) => {
        // The caller of render() already got this error.
        if (!(error instanceof GeotrawlError)) throw error;
      },
    );
  };
  const renderNow = async (page: PageToRender, signal: AbortSignal): Promise<Rendering> => {
    if (signal.aborted) return emptyRendering;
    started ??= start(executablePath);
    const { isBrowserLost, ...rendering } = await renderPage(await started, page, signal);
    if (isBrowserLost) await stop();
    return rendering;
  };
  return {
    isThere: async () => true,
    render(page, signal) {
      const rendering = previous.then(() => renderNow(page, signal));
      // A failure goes to its caller; the next page is rendered regardless.
      previous = rendering.then(
        () => null,
        (error: unknown) => error,
      );
      return rendering;
    },
    close: async () => {
      await previous;
      await stop();
    },
  };
}

async function start(executablePath: string): Promise<Started> {
  try {
    // Loaded here, since most crawls never need it.
    const { chromium } = await import('playwright-core');
    const isRoot = process.getuid?.() === 0;
    const server = await chromium.launchServer({
      executablePath,
      args: [
        '--disable-gpu',
        '--disable-dev-shm-usage',
        ...offlineArguments,
        `--js-flags=--max-old-space-size=${heapMegabytes}`,
      ],
      // Chromium's sandbox doesn't work as root.
      chromiumSandbox: !isRoot,
      // The browser process gets none of our environment.
      env: { HOME: tmpdir(), PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const { pid } = server.process();
    if (pid === undefined) throw new Error('a browser without a process');
    return { server, pid, browser: await chromium.connect(server.wsEndpoint()) };
  } catch (error) {
    throw new GeotrawlError('render.unavailable', `The browser ${executablePath} does not start: ${firstLine(error)}`, {
      cause: error,
      facts: { path: executablePath },
    });
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0]!;
}

/** The headless shell starts in a quarter of the time. */
const knownPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of the browser, or null if there is none. A configured path must exist. */
export function findBrowser(named: string | null): string | null {
  return (named === null ? knownPaths : [named]).find((path) => existsSync(path)) ?? null;
}

/** The message when pages can't be rendered. */
export function noBrowser(named: string | null): string {
  return named === null
    ? 'No Chromium found; pages are read without running their scripts. Debian: apt-get install chromium-headless-shell.'
    : `No browser at ${named} (render.browser).`;
}
