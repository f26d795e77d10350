// What tests of rendered pages share: a page made of text, a loopback server with a log, and a browser to open them in.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeDocument } from '../../src/base/document/document.ts';
import { systemClock } from '../../src/base/time/system-clock.ts';
import { createPageBrowser, findBrowser, type PageBrowser } from '../../src/fetch/browser/browser.ts';
import { createFetch } from '../../src/fetch/client.ts';
import { defaultDelayPolicy } from '../../src/fetch/crawl-delay.ts';
import { createResourceLoader, type LoadResource } from '../../src/fetch/page-resources.ts';
import { defaultFetchPolicy } from '../../src/fetch/policy.ts';
import { openPolitePath } from '../../src/fetch/polite-request.ts';
import type { Document } from '../../src/model/document.ts';
import type { RenderBudget, Rendering } from '../../src/model/rendering.ts';

export const smallBudget: RenderBudget = {
  timeMs: 15_000,
  maxRequests: 20,
  maxBytes: 10 * 1024 * 1024,
  maxMemoryBytes: 700 * 1024 * 1024,
};

export interface LoggingServer {
  readonly origin: string;
  readonly paths: string[];
  close(): Promise<void>;
}

/** Serves `files` by path ('content-type\nbody'), anything else as 404, and logs every path. */
export async function startLoggingServer(files: Readonly<Record<string, string>>): Promise<LoggingServer> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    paths.push(path);
    const file = files[path.split('?')[0]!];
    const [type = '', ...body] = (file ?? 'text/plain\nnothing here').split('\n');
    if (type.startsWith('redirect ')) response.writeHead(302, { location: type.slice(9) });
    else response.writeHead(file === undefined ? 404 : 200, { 'content-type': type });
    response.end(body.join('\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

export interface RenderBench {
  readonly browser: PageBrowser;
  render(
    html: string,
    options?: { readonly url?: string; readonly budget?: Partial<RenderBudget> },
  ): Promise<Rendering>;
  close(): Promise<void>;
}

/** A browser fed by a fetch that reaches loopback only if told so. */
export function openRenderBench(allowPrivate: boolean): RenderBench {
  const browser = createPageBrowser(findBrowser(null) ?? 'no browser');
  const fetch = createFetch({ ...defaultFetchPolicy, allowPrivate });
  const load: LoadResource = createResourceLoader({
    path: openPolitePath({ fetch, clock: systemClock, delayPolicy: { ...defaultDelayPolicy, baseDelayMs: 0 } }),
    // A crawl that knows no host yet.
    frontier: { hostByKey: async () => null },
    learn: () => undefined,
  });
  return {
    browser,
    render: (html, { url = 'http://maps.example/app', budget = {} } = {}) =>
      browser.render(
        { document: htmlDocument(html, url), load, budget: { ...smallBudget, ...budget } },
        new AbortController().signal,
      ),
    close: async () => {
      await browser.close();
      await fetch.close();
    },
  };
}

function htmlDocument(html: string, url: string): Document {
  return makeDocument({
    url,
    finalUrl: url,
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    bytes: Buffer.from(html),
    partial: null,
    redirects: [],
    address: null,
    latencyMs: 0,
    fetchedAtMs: 0,
    requests: 1,
    problems: [],
  });
}
