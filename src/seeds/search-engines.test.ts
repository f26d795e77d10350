import { afterEach, describe, expect, it } from 'vitest';
import {
  type EngineId,
  goodKey,
  type Reply,
  type SearchServer,
  startSearchServer,
} from '../../test/servers/search-engines.ts';
import { createFetch } from '../fetch/client.ts';
import { defaultFetchPolicy } from '../fetch/policy.ts';
import { chooseEngine, requestWith, searchEngines } from './search-engines.ts';
import { nextGroup, type SearchPosition, startQuery } from './width-search.ts';

const ids = searchEngines.map(({ id }) => id) as EngineId[];
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `https://r${index}.example/`);
const fetch = createFetch({ ...defaultFetchPolicy, allowPrivate: true });
let server: SearchServer | null = null;

afterEach(async () => {
  await server?.close();
  server = null;
});

async function open(id: EngineId, count: number, { key = goodKey, instead = (_: number): Reply | null => null } = {}) {
  server = await startSearchServer(id, () => addresses(count), instead);
  const access = { url: server.url, key, account: 'cx-1' };
  return requestWith(chooseEngine(id, access), access, (request) =>
    fetch.get({ ...request, before: async () => false }),
  );
}

const query = '*.example *getcapabilities*';
const start: SearchPosition = { queries: [startQuery(query)], requests: 0 };
const limits = { maxWidth: 10, maxRequests: 50 };

describe.each(ids)('%s', (id) => {
  it('returns results in groups of ten, whatever its page size, and ends', async () => {
    const ask = await open(id, 25);
    const groups: string[][] = [];
    let position = start;
    for (let group = await nextGroup(position, ask, limits); group !== null; ) {
      expect(group.failure).toBeNull();
      groups.push([...group.urls]);
      // As after a resume: the position has been through JSON.
      position = JSON.parse(JSON.stringify(group.position)) as SearchPosition;
      group = await nextGroup(position, ask, limits);
    }
    expect(groups.flat()).toEqual(addresses(25));
    expect(groups.filter(({ length }) => length > 0).map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(position.requests).toBe(server?.requests.length);
  });

  it('returns nothing for a query without results', async () => {
    const group = await nextGroup(start, await open(id, 0), limits);
    expect([group?.urls, group?.failure]).toEqual([[], null]);
  });

  it.each([
    [429, 'search.quota', true],
    [401, 'search.denied', false],
    [500, 'search.unreadable', false],
    [302, 'search.unreadable', false],
  ])('tells status %i as %s', async (status, code, retry) => {
    const reply = { status, headers: { location: 'https://other.example/' }, body: { message: 'no' } };
    const ask = await open(id, 25, { instead: () => reply });
    await expect(ask(query, null)).rejects.toMatchObject({ code, retry, facts: { engine: id, status } });
    expect(server?.requests.length).toBe(1);
  });

  it.each(['', '<html>Sorry</html>', '{"results":', '[]', '{}'])('rejects %j as results', async (body) => {
    const ask = await open(id, 25, { instead: () => ({ body, headers: { 'content-type': 'application/json' } }) });
    await expect(ask(query, null)).rejects.toMatchObject({ code: 'search.unreadable' });
  });

  it('keeps its results when the engine fails midway, and resumes there', async () => {
    let isDown = true;
    const ask = await open(id, 25, { instead: (number) => (number > 2 && isDown ? { status: 429, body: {} } : null) });
    let position = start;
    const got: string[] = [];
    for (let round = 0; round < 12; round++) {
      const group = await nextGroup(position, ask, limits);
      if (group === null) break;
      if (group.failure !== null) isDown = false;
      got.push(...group.urls);
      position = group.position;
    }
    expect(got).toEqual(addresses(25));
  });
});

describe.each(ids.filter((id) => searchEngines.find((one) => one.id === id)?.needs.includes('key')))('%s', (id) => {
  it('is denied with a wrong key, which is not printed', async () => {
    const ask = await open(id, 25, { key: 'wrong-key-0815' });
    const error = await ask(query, null).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'search.denied' });
    expect(JSON.stringify([error, String(error)])).not.toContain('wrong-key-0815');
  });

  it('cannot be chosen without a key', () => {
    const access = { url: 'https://a.example/', key: null, account: 'cx' };
    expect(() => chooseEngine(id, access)).toThrow(expect.objectContaining({ code: 'usage.no-search-engine' }));
  });
});

it('distinguishes an exhausted quota at Google from a wrong key, though both are 403', async () => {
  const errors = [{ domain: 'usageLimits', reason: 'dailyLimitExceeded' }];
  const ask = await open('google', 5, { instead: () => ({ status: 403, body: { error: { code: 403, errors } } }) });
  await expect(ask(query, null)).rejects.toMatchObject({ code: 'search.quota' });
});

it('distinguishes an exhausted quota at a Bing-compatible engine from a wrong key, though both are 403', async () => {
  const errors = [{ code: 'InsufficientAuthorization', subCode: 'QuotaExceeded' }];
  const ask = await open('bing', 5, { instead: () => ({ status: 403, body: { _type: 'ErrorResponse', errors } }) });
  await expect(ask(query, null)).rejects.toMatchObject({ code: 'search.quota' });
});

it('queries Common Crawl for a part of the web and a pattern', async () => {
  const ask = await open('commoncrawl', 5);
  const first = await ask('*.gov.uk *getcapabilities*', null);
  await ask('*.gov.uk *getcapabilities*', first.cursor);
  const { searchParams, pathname } = new URL(server!.requests[1]!.path, server!.url);
  expect(pathname).toBe('/CC-MAIN-2026-43-index');
  expect([searchParams.get('url'), searchParams.getAll('filter')]).toEqual([
    '*.gov.uk',
    ['=status:200', '~url:(?i).*.*getcapabilities.*.*'],
  ]);
  await expect(ask('getcapabilities', null)).rejects.toMatchObject({ code: 'usage.bad-argument' });
});

it('names the settings if no engine is configured', () => {
  const access = { url: null, key: null, account: null };
  expect(() => chooseEngine('none', access)).toThrow(/Set search\.engine .* searxng, brave, google, bing, commoncrawl/);
  expect(() => chooseEngine('searxng', access)).toThrow(/SearXNG also needs search\.url\./);
});
