// Probing one URL against real loopback servers.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../base/time/system-clock.ts';
import { createFetch } from '../fetch/client.ts';
import { defaultFetchPolicy } from '../fetch/policy.ts';
import { kinds } from '../kinds/index.ts';
import { probeUrl } from './probe-url.ts';

type FakeResponse = (
  query: URLSearchParams,
  path: string,
) => readonly [status: number, type: string, body: string | Buffer];

const fetch = createFetch({ ...defaultFetchPolicy, allowPrivate: true });
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Serves `respond` and records the requests. */
async function serve(respond: FakeResponse): Promise<{ base: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://server');
    seen.push(request.url ?? '');
    const [status, type, body] = respond(url.searchParams, url.pathname);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function fixture(name: string): Buffer {
  return readFileSync(new URL(`../../fixtures/wms/${name}`, import.meta.url));
}

function probe(url: string) {
  return probeUrl(url, { kinds, fetch, clock: systemClock, delayMs: 0 });
}

describe('probeUrl', () => {
  it('needs one request for a GetMap link', async () => {
    const { base, seen } = await serve((query) =>
      query.get('REQUEST') === 'GetCapabilities' ? [200, 'text/xml', fixture('1.3.0.xml')] : [200, 'image/png', 'x'],
    );
    const outcome = await probe(`${base}/cgi?map=/w.map&service=WMS&request=GetMap&layers=x&bbox=0,0,1,1`);
    expect(outcome).toMatchObject({
      requests: 1,
      reason: null,
      discoveries: [{ requests: 1, identity: { kind: 'wms', endpoint: `${base}/cgi?map=/w.map` } }],
    });
    expect(seen).toEqual(['/cgi?map=/w.map&SERVICE=WMS&REQUEST=GetCapabilities']);
  });

  it('sends a given capabilities request unchanged', async () => {
    const { base, seen } = await serve(() => [200, 'text/xml', fixture('1.1.1.xml')]);
    const outcome = await probe(`${base}/wms?service=WMS&version=1.1.1&request=GetCapabilities`);
    expect(outcome.discoveries[0]?.identity.version).toBe('1.1.1');
    expect(seen).toEqual(['/wms?service=WMS&version=1.1.1&request=GetCapabilities']);
  });

  it('spells values exactly and adds a version for servers that require it', async () => {
    const { base } = await serve((query) =>
      query.get('SERVICE') === 'WMS' && query.get('VERSION') === '1.3.0'
        ? [200, 'text/xml', fixture('1.3.0.xml')]
        : [400, 'text/xml', fixture('exception.xml')],
    );
    const outcome = await probe(`${base}/wms`);
    expect(outcome).toMatchObject({ requests: 2, discoveries: [{ identity: { version: '1.3.0' } }] });
  });

  it('follows the hint of an unsuspicious front page', async () => {
    const { base, seen } = await serve((query, path) =>
      path === '/gs/ows' && query.get('SERVICE') === 'WMS'
        ? [200, 'text/xml', fixture('1.1.1.xml')]
        : [200, 'text/html', '<html><title>GeoServer: Welcome</title>'],
    );
    const outcome = await probe(`${base}/gs/web/`);
    expect(outcome.discoveries[0]?.identity).toMatchObject({ kind: 'wms', endpoint: `${base}/gs/ows` });
    expect(seen.slice(0, 2)).toEqual(['/gs/web/', '/gs/ows?SERVICE=WMS&REQUEST=GetCapabilities']);
  });

  it('continues with the services beside a bare URL, each requested once', async () => {
    const { base, seen } = await serve((query) => {
      const service = query.get('SERVICE');
      if (service === 'WMS') return [200, 'text/xml', fixture('1.3.0.xml')];
      if (service === 'WFS') return [200, 'text/xml', '<WFS_Capabilities version="1.1.0"/>'];
      return [200, 'text/xml', fixture('exception.xml')];
    });
    const outcome = await probe(`${base}/cgi-bin/mapserv?map=/w.map`);
    expect(outcome.discoveries.map(({ identity }) => identity.kind)).toEqual(['wms', 'wfs']);
    expect(outcome).toMatchObject({ reason: null, requests: 4 });
    expect(seen.map((path) => new URL(path, base).searchParams.get('SERVICE'))).toEqual(['WMS', 'WFS', 'WCS', 'SOS']);
  });

  it('trusts a report that the service does not exist', async () => {
    const { base, seen } = await serve((query) => {
      if (query.get('SERVICE') === 'CSW')
        return [200, 'text/xml', '<Capabilities xmlns="http://www.opengis.net/cat/csw/2.0.2" version="2.0.2"/>'];
      const report =
        '<ExceptionReport xmlns="http://www.opengis.net/ows"><!-- pycsw --><Exception exceptionCode="InvalidParameterValue" locator="service"/></ExceptionReport>';
      return [400, 'text/xml', report];
    });
    expect((await probe(`${base}/ows`)).discoveries).toMatchObject([{ identity: { kind: 'csw' } }]);
    expect(seen).toHaveLength(2);
  });

  it('explains why nothing was found', async () => {
    const { base, seen } = await serve((_query, path) =>
      path === '/gone/wms' ? [404, 'text/html', 'no'] : [200, 'text/html', '<html>Hello</html>'],
    );
    expect(await probe(`${base}/about`)).toMatchObject({
      discoveries: [],
      requests: 1,
      reason: { code: 'not-a-resource' },
    });
    expect(await probe(`${base}/gone/wms`)).toMatchObject({
      discoveries: [],
      requests: 1,
      reason: { code: 'http.error-status' },
    });
    expect(seen).toHaveLength(2);
  });

  it('reports a failed request as the reason', async () => {
    const { base } = await serve(() => [200, 'text/plain', '']);
    const server = servers.pop()!;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await probe(`${base}/wms`)).toMatchObject({
      discoveries: [],
      document: null,
      reason: { code: 'fetch.connect' },
    });
  });

  it('is stopped by its signal', async () => {
    const { base } = await serve(() => [200, 'text/html', '']);
    const tools = { kinds, fetch, clock: systemClock, delayMs: 0 };
    await expect(probeUrl(`${base}/wms`, tools, AbortSignal.abort())).rejects.toThrow();
  });

  it('waits between requests to a host', async () => {
    const { base } = await serve(() => [400, 'text/xml', fixture('exception.xml')]);
    const waits: number[] = [];
    const clock = { now: () => 0, sleep: async (ms: number) => void waits.push(ms) };
    const outcome = await probeUrl(`${base}/wms`, { kinds, fetch, clock, delayMs: 700 });
    expect(outcome.requests).toBe(3);
    expect(waits).toEqual([700, 700]);
  });
});
