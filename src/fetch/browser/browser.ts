// The browser of a crawl: started on first need, one page at a time, replaced when it does not obey.
import { tmpdir } from 'node:os';
import type { BrowserServer } from 'playwright-core';
import { GeotrawlError } from '../../model/errors.ts';
import type { Rendering } from '../../model/rendering.ts';
import { type PageToRender, type RunningBrowser, renderPage } from './browser-page.ts';

export interface PageBrowser {
  /** Whether pages can be opened now: one elsewhere may be away. */
  isThere(): Promise<boolean>;
  /** Waits for its turn. Throws `render.unavailable` where the browser does not start. */
  render(page: PageToRender, signal: AbortSignal): Promise<Rendering>;
  close(): Promise<void>;
}

interface Started extends RunningBrowser {
  readonly server: BrowserServer;
}

/** Bytes of script objects of one page, in megabytes; what they hold outside is watched from outside. */
const heapMegabytes = 384;

/** No address leads anywhere: pages live on what our fetch hands them. */
const lockedIn = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--disable-quic',
];

/** For pages whose turn comes when the crawl has stopped. */
const nothingSeen: Rendering = { seen: [], requests: 0, bytes: 0, refused: 0, ended: null };

export function createPageBrowser(executablePath: string): PageBrowser {
  let started: Promise<Started> | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const stop = async () => {
    const stopping = started;
    started = null;
    await stopping?.then(
      ({ server }) => server.kill(),
      (error: unknown) => {
        // Who asked for the page was told that it did not start.
        if (!(error instanceof GeotrawlError)) throw error;
      },
    );
  };
  const renderNow = async (page: PageToRender, signal: AbortSignal): Promise<Rendering> => {
    if (signal.aborted) return nothingSeen;
    started ??= start(executablePath);
    const { isBrowserLost, ...rendering } = await renderPage(await started, page, signal);
    if (isBrowserLost) await stop();
    return rendering;
  };
  return {
    isThere: async () => true,
    render(page, signal) {
      const rendering = turn.then(() => renderNow(page, signal));
      // A failed turn is told to who asked for it; the next one begins all the same.
      turn = rendering.then(
        () => null,
        (error: unknown) => error,
      );
      return rendering;
    },
    close: async () => {
      await turn;
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
        ...lockedIn,
        `--js-flags=--max-old-space-size=${heapMegabytes}`,
      ],
      // Chromium refuses to put root into its sandbox.
      chromiumSandbox: !isRoot,
      // The page's process learns nothing of ours.
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
