// A small search engine over the pages of the demo web, on loopback: BM25 over their words, SearXNG's JSON, deterministic.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeDocument } from '../../src/base/document/document.ts';
import { words } from '../../src/base/text/text.ts';
import { extractPage } from '../../src/extract/extract.ts';
import { pageResponse } from '../demo-web/demo-response.ts';
import { demoPages } from '../demo-web/manifest.ts';

export interface DemoSearchEngine {
  /** The value of `search.url`. */
  readonly url: string;
  /** Indexed pages. */
  readonly size: number;
  results(query: string): readonly string[];
  close(): Promise<void>;
}

interface IndexedPage {
  readonly url: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** The usual constants of BM25. */
const saturation = 1.2;
const lengthWeight = 0.75;
const pageSize = 10;

export async function startDemoSearchEngine(): Promise<DemoSearchEngine> {
  const pages = (await Promise.all(demoPages.map(indexPage))).filter((page) => page !== null);
  const results = (query: string) => rank(pages, words(query));
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost/');
    const query = searchParams.get('q') ?? '';
    const from = pageSize * (Number(searchParams.get('pageno') ?? '1') - 1);
    const shown = results(query).slice(from, from + pageSize);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ query, results: shown.map((url) => ({ url, title: url, content: '' })) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    size: pages.length,
    results,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

/** Null for pages that are generated on demand or need a login: search engines don't see them either. */
async function indexPage(url: string): Promise<IndexedPage | null> {
  const { hostname, pathname } = new URL(url);
  const answer = await pageResponse(hostname, pathname);
  if (answer === null) return null;
  const page = extractPage(makeDocument({ url, bytes: answer.body, headers: answer.headers }));
  const all = words([page.title, page.title, ...page.headings, page.text()].join(' '));
  const counts = new Map<string, number>();
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { url, counts, length: all.length };
}

/** Pages with any of the words, best first; ties by URL. */
function rank(pages: readonly IndexedPage[], requested: readonly string[]): readonly string[] {
  const average = pages.reduce((sum, { length }) => sum + length, 0) / pages.length;
  const weights = requested.map((word) => {
    const having = pages.filter(({ counts }) => counts.has(word)).length;
    return { word, weight: Math.log(1 + (pages.length - having + 0.5) / (having + 0.5)) };
  });
  const score = ({ counts, length }: IndexedPage) =>
    weights.reduce((sum, { word, weight }) => {
      const count = counts.get(word) ?? 0;
      const damped = count + saturation * (1 - lengthWeight + (lengthWeight * length) / average);
      return sum + (weight * count * (saturation + 1)) / damped;
    }, 0);
  return pages
    .map((page) => ({ url: page.url, score: score(page) }))
    .filter((page) => page.score > 0)
    .sort((one, other) => other.score - one.score || (one.url < other.url ? -1 : 1))
    .map(({ url }) => url);
}
