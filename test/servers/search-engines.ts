// Loopback servers that speak the documented formats of the search engines, with keys, quotas and paging as they have them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SearchServer {
  /** What `search.url` is to be. */
  readonly url: string;
  readonly requests: readonly { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | object;
}

/** The key every server that wants one accepts. */
export const goodKey = 'good-key-4711';

/** Results of a query, best first. */
export type Results = (query: string) => readonly string[];

type Speak = (url: URL, headers: IncomingMessage['headers'], results: Results, origin: string) => Reply;

const searxng: Speak = (url, _headers, results) => {
  if (url.searchParams.get('format') !== 'json') return { status: 403, body: 'Forbidden' };
  const query = url.searchParams.get('q') ?? '';
  const page = Number(url.searchParams.get('pageno') ?? '1');
  const shown = results(query).slice(12 * (page - 1), 12 * page);
  const list = shown.map((link) => ({ url: link, title: 't', content: 'c', engine: 'x', engines: ['x'], score: 1 }));
  return {
    body: { query, number_of_results: 0, results: list, answers: [], suggestions: [], unresponsive_engines: [] },
  };
};

const brave: Speak = (url, headers, results) => {
  if (headers['x-subscription-token'] !== goodKey)
    return { status: 422, body: { type: 'ErrorResponse', error: { status: 422, code: 'SUBSCRIPTION_TOKEN_INVALID' } } };
  const [count, offset] = [Number(url.searchParams.get('count')), Number(url.searchParams.get('offset'))];
  const all = results(url.searchParams.get('q') ?? '');
  const shown = all.slice(count * offset, count * (offset + 1));
  const more = count * (offset + 1) < all.length;
  const web = { type: 'search', results: shown.map((link) => ({ type: 'search_result', title: 't', url: link })) };
  return {
    body: {
      type: 'search',
      query: { original: 'q', more_results_available: more },
      ...(shown.length > 0 ? { web } : {}),
    },
  };
};

const google: Speak = (url, _headers, results) => {
  const { searchParams } = url;
  if (searchParams.get('key') !== goodKey) {
    const errors = [{ message: 'API key not valid.', domain: 'global', reason: 'badRequest' }];
    const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
    return { status: 400, body: { error: { code: 400, errors, status: 'INVALID_ARGUMENT', details } } };
  }
  const [num, start] = [Number(searchParams.get('num')), Number(searchParams.get('start'))];
  const all = results(searchParams.get('q') ?? '');
  const items = all
    .slice(start - 1, start - 1 + num)
    .map((link) => ({ kind: 'customsearch#result', title: 't', link }));
  const nextPage = start - 1 + num < all.length ? { nextPage: [{ startIndex: start + num, count: num }] } : {};
  const queries = { request: [{ count: items.length, startIndex: start }], ...nextPage };
  return { body: { kind: 'customsearch#search', queries, ...(items.length > 0 ? { items } : {}) } };
};

const bing: Speak = (url, headers, results) => {
  if (headers['ocp-apim-subscription-key'] !== goodKey)
    return { status: 401, body: { error: { code: '401', message: 'Access denied due to invalid subscription key.' } } };
  const [count, offset] = [Number(url.searchParams.get('count')), Number(url.searchParams.get('offset'))];
  const all = results(url.searchParams.get('q') ?? '');
  const value = all.slice(offset, offset + count).map((link) => ({ id: link, name: 'n', url: link }));
  const webPages = { webSearchUrl: 'https://a.example/', totalEstimatedMatches: all.length, value };
  return {
    body: { _type: 'SearchResponse', queryContext: { originalQuery: 'q' }, ...(value.length > 0 ? { webPages } : {}) },
  };
};

/** Two index pages of which the first has nothing that passes the filter, as happens there. */
const commoncrawl: Speak = (url, _headers, results, origin) => {
  if (url.pathname.endsWith('/collinfo.json')) {
    const indexes = ['CC-MAIN-2026-43', 'CC-MAIN-2026-38'];
    return { body: indexes.map((id) => ({ id, name: id, 'cdx-api': `${origin}/${id}-index` })) };
  }
  const page = Number(url.searchParams.get('page'));
  const all = results(`${url.searchParams.get('url')} ${url.searchParams.getAll('filter').join(' ')}`);
  if (all.length === 0)
    return { status: 404, body: { message: `No Captures found for: ${url.searchParams.get('url')}` } };
  if (page > 2) return { status: 400, body: { message: `Page ${page} invalid: First Page is 0, Last Page is 2` } };
  const shown = page === 0 ? [] : all.slice(20 * (page - 1), 20 * page);
  return { body: shown.map((link) => `${JSON.stringify({ url: link })}\n`).join('') };
};

const speakers = { searxng, brave, google, bing, commoncrawl } as const;
export type EngineId = keyof typeof speakers;

/** `instead` answers in its place where it answers at all: for errors. */
export async function startSearchServer(
  engine: EngineId,
  results: Results,
  instead: (requestNumber: number) => Reply | null = () => null,
): Promise<SearchServer> {
  const requests: { path: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const path = request.url ?? '/';
    requests.push({ path, headers: request.headers });
    const url = new URL(path, origin);
    send(response, instead(requests.length) ?? speakers[engine](url, request.headers, results, origin));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: engine === 'commoncrawl' ? `${origin}/collinfo.json` : `${origin}/`,
    requests,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Reply): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
