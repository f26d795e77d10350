// Edge cases 1 to 9 and 14 to 17: what HTTP and the servers behind it do to a request.
import { createServer } from 'node:https';
import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { settingsWith } from '../../src/config.ts';
import { createFetch } from '../../src/fetch/client.ts';
import { networkPolicy } from '../../src/fetch/policy.ts';
import { probeUrl } from '../../src/identify/probe-url.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { FetchRequest } from '../../src/model/fetch.ts';
import { linksTo, type Page, startSmallWeb } from '../e2e/small-web.ts';
import { makeCertificates } from '../servers/misbehaving-tls.ts';
import { ask, askRaw, crawlFrom } from './asking.ts';
import { exceptionText, oneLayer, wmsText } from './wms-text.ts';

const certificates = makeCertificates();
const wmsPage: Page = { type: 'text/xml', body: wmsText() };
const isService = (path: string) => path.startsWith('/wms');
const moved = (location: string, status = 302): Page => ({ status, headers: { location }, body: 'moved' });

describe('1. Redirects', () => {
  it.each([301, 302, 307, 308])('http to https with %i, though the query is lost on the way', async (status) => {
    const secure = createServer(certificates.show('self-signed'), (request, response) => {
      const isRequested = request.url?.includes('REQUEST=GetCapabilities');
      response.writeHead(isRequested ? 200 : 400, { 'content-type': 'text/xml' }).end(isRequested ? wmsText() : '');
    });
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const { port } = secure.address() as { port: number };
    const settings = { 'network.insecureHosts': ['127.0.0.1'] };
    const { found, codes } = await ask('/wms', () => moved(`https://127.0.0.1:${port}/wms`, status), settings);
    secure.closeAllConnections();
    secure.close();
    expect(found).toMatchObject({ kind: 'wms', endpoint: `https://127.0.0.1:${port}/wms`, layerCount: 1 });
    expect(codes).toEqual(expect.arrayContaining(['http.redirect-dropped-query', 'tls.unverified']));
  });

  it('a slash added, and the query lost with it', async () => {
    const { found, codes } = await ask('/wms', (path) => {
      if (path.startsWith('/wms/')) return path.includes('GetCapabilities') ? wmsPage : null;
      return moved('/wms/');
    });
    expect([found.kind, codes.includes('http.redirect-dropped-query')]).toEqual(['wms', true]);
  });

  it('a loop ends', async () => {
    const answering = (path: string) => moved(path.startsWith('/wms/a') ? '/wms/b' : '/wms/a');
    const { reason, requested } = await ask('/wms/a', answering);
    expect(reason.code).toBe('fetch.redirect-loop');
    expect(requested.length).toBeLessThan(5);
  });

  it('to a login page is a reason that says so', async () => {
    const login = '<title>Sign in</title><form method="post"><input type="password" name="p"></form>';
    const { reason } = await ask('/wms', (path) => (isService(path) ? moved('/login') : login));
    expect(reason).toEqual({ code: 'http.restricted', message: expect.stringContaining('/login') });
  });
});

describe('2. Cookie walls', () => {
  it('are passed with their cookie, and told', async () => {
    const { found, codes } = await ask('/wms', (path, { headers }) =>
      headers.cookie === 'wall=passed'
        ? wmsPage
        : { ...moved(path), headers: { location: path, 'set-cookie': 'wall=passed' } },
    );
    expect([found.kind, codes.includes('http.cookie-wall')]).toEqual(['wms', true]);
  });

  it('without a door end', async () => {
    let step = 0;
    const { reason } = await ask('/wms', (path) => {
      step++;
      return { ...moved(path), headers: { location: path, 'set-cookie': `step=${step}` } };
    });
    expect(reason.code).toBe('fetch.redirect-loop');
  });
});

describe('3. Refused unless asked like a browser', () => {
  it.each([
    [
      '403 for agents that do not begin like one',
      403,
      (headers: Headers) => /^Mozilla\//.test(headers['user-agent'] ?? ''),
    ],
    ['406 for an Accept that names types', 406, (headers: Headers) => headers.accept === '*/*'],
  ])('%s: asked once more, under our own name', async (_what, status, isWelcome) => {
    const agents: string[] = [];
    const { found, codes } = await ask('/wms', (_path, { headers }) => {
      agents.push(headers['user-agent'] ?? '');
      return isWelcome(headers as Headers) ? wmsPage : { status, body: 'no' };
    });
    expect([found.kind, codes.includes('http.alternative-accept')]).toEqual(['wms', true]);
    expect(agents).toHaveLength(2);
    for (const agent of agents) expect(agent).toContain('Geotrawl/');
  });
  type Headers = Record<string, string | undefined>;
});

describe('4. Told to come back later', () => {
  it.each([429, 503])('%i with Retry-After: the crawl waits, and finds it then', async (status) => {
    let refusals = 0;
    const { found, done } = await crawlFrom((path) => {
      if (path === '/') return linksTo('/wms?service=WMS&request=GetCapabilities');
      if (!isService(path)) return null;
      if (refusals > 0) return wmsPage;
      refusals++;
      return { status, headers: { 'retry-after': '1' }, body: 'later' };
    });
    expect(found.map(({ kind }) => kind)).toEqual(['wms']);
    expect([refusals, done.stopped]).toEqual([1, 'complete']);
  });
});

describe('5. Servers that refuse HEAD', () => {
  it('are never sent one', async () => {
    const methods = new Set<string | undefined>();
    const { found } = await ask('/wms', (_path, { method }) => {
      methods.add(method);
      return method === 'GET' ? wmsPage : { status: 405, body: '' };
    });
    expect([found.kind, ...methods]).toEqual(['wms', 'GET']);
  });
});

describe('6. An error inside a 200', () => {
  const owsException = `<ExceptionReport version="1.1.0" xmlns="http://www.opengis.net/ows/1.1"><Exception exceptionCode="NoApplicableCode"><ExceptionText>Database is down</ExceptionText></Exception></ExceptionReport>`;
  const login = '<title>Login</title><form action="/login"><input name="user"><input type="password"></form>';
  it.each([
    ['a ServiceExceptionReport', { type: 'text/xml', body: exceptionText }, 'not-a-resource', 'No such layer'],
    ['an ExceptionReport', { type: 'text/xml', body: owsException }, 'not-a-resource', 'Database is down'],
    ['a login page', { body: login }, 'http.restricted', 'login page'],
    ['nothing', { type: 'text/xml', body: '' }, 'not-a-resource', 'empty'],
  ] as const)('%s is not a resource, and the reason states why', async (_what, page, code, words) => {
    const { reason } = await ask('/wms', () => page);
    expect(reason).toEqual({ code, message: expect.stringContaining(words) });
  });

  it.each([
    [{ error: { code: 499, message: 'Token Required' } }, 'http.restricted', 'Token Required'],
    [{ error: { code: 498, message: 'Invalid token.' } }, 'http.restricted', 'Invalid token'],
    [{ error: { code: 500, message: 'Service not started' } }, 'not-a-resource', 'Service not started'],
  ])('an ArcGIS server: %j', async (body, code, words) => {
    const { reason } = await ask('/arcgis/rest/services/a/MapServer', () => ({
      type: 'application/json',
      body: JSON.stringify(body),
    }));
    expect(reason).toEqual({ code, message: expect.stringContaining(words) });
  });
});

describe('7. A good document under an error status', () => {
  it.each([400, 500])('%i', async (status) => {
    const { found, codes } = await ask('/wms', () => ({ ...wmsPage, status }));
    expect([found.kind, found.layerCount, codes.includes('http.error-status')]).toEqual(['wms', 1, true]);
  });
});

describe('8. Content types that are wrong', () => {
  it.each(['text/html', 'text/plain', 'application/octet-stream', 'text/xml;charset=UTF-8', 'application/xml', 'x'])(
    '%s',
    async (type) => {
      const { found } = await ask('/wms', () => ({ ...wmsPage, type }));
      expect([found.kind, found.layerCount]).toEqual(['wms', 1]);
    },
  );

  it('none at all', async () => {
    const body = wmsText();
    const { found } = await askRaw('/wms', `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    expect(found.kind).toBe('wms');
  });

  it('application/vnd.ogc.se_xml is an error', async () => {
    const { kinds } = await ask('/wms', () => ({ type: 'application/vnd.ogc.se_xml', body: exceptionText }));
    expect(kinds).toEqual([null]);
  });
});

describe('9. Bodies that are not what their headers say', () => {
  const many = Array.from({ length: 50 }, (_, n) => `<Layer><Name>l${n}</Name><Title>Layer ${n}</Title></Layer>`);
  const body = wmsText({ layers: `<Layer><Title>All</Title>${many.join('\n')}</Layer>` });
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n';

  it.each([
    ['gzip', Buffer.from(body)],
    ['br', Buffer.from(body)],
    ['utf-8', Buffer.from(body)],
    ['gzip', zlib.gzipSync(body)],
  ])('Content-Encoding: %s', async (encoding, bytes) => {
    const { found, codes } = await ask('/wms', () => ({
      type: 'text/xml',
      headers: { 'content-encoding': encoding },
      body: bytes,
    }));
    expect(found.layerCount).toBe(51);
    expect(codes.includes('body.encoding-false')).toBe(bytes.length === body.length);
  });

  it('Content-Length too long, the connection closed', async () => {
    const { found, codes } = await askRaw('/wms', `${head}Content-Length: ${body.length + 99}\r\n\r\n${body}`);
    expect([found.layerCount, codes.includes('body.partial-cut')]).toEqual([51, true]);
  });

  it('Content-Length too short', async () => {
    const { found } = await askRaw('/wms', `${head}Content-Length: ${body.length - 900}\r\n\r\n${body}`);
    expect([found.kind, found.layerCount > 20]).toEqual(['wms', true]);
  });

  it('the connection cut in the middle: the complete layers stay', async () => {
    const part = body.slice(0, body.indexOf('<Name>l30'));
    const { found, codes } = await askRaw(
      '/wms',
      `${head}Content-Length: ${body.length}\r\n\r\n${part}`,
      {},
      (socket) => socket.destroy(),
    );
    expect(found.layers.map(({ name }) => name)).toEqual([null, ...Array.from({ length: 30 }, (_, n) => `l${n}`)]);
    expect(codes).toEqual(expect.arrayContaining(['body.partial-cut', 'xml.truncated']));
  });
});

describe('14. The same request several times at once', () => {
  it('is sent once', async () => {
    const web = await startSmallWeb(() => wmsPage);
    const fetch = createFetch(networkPolicy(settingsWith({ 'network.allowPrivate': true })));
    const url = `${web.origin}/wms?SERVICE=WMS&REQUEST=GetCapabilities`;
    const documents = await Promise.all(Array.from({ length: 5 }, () => fetch.get({ url })));
    await fetch.close();
    await web.close();
    expect([documents.length, web.requested.length]).toEqual([5, 1]);
  });
});

describe('15. Services that want to know who asks', () => {
  it.each([
    ['Basic', { status: 401, headers: { 'www-authenticate': 'Basic realm="maps"' }, body: 'no' }, 'Basic'],
    ['Bearer', { status: 401, headers: { 'www-authenticate': 'Bearer' }, body: 'no' }, 'Bearer'],
    ['an API key', { status: 403, type: 'application/json', body: '{"message":"Missing api key"}' }, '403'],
    ['another country', { status: 451, body: 'not in your country' }, '451'],
  ])('%s', async (_what, page, words) => {
    const { reason } = await ask('/wms', () => page);
    expect(reason).toEqual({ code: 'http.restricted', message: expect.stringContaining(words) });
  });

  it('a key in the query is sent along and shown to nobody', async () => {
    const { found, requested } = await ask('/wms?apikey=0123456789abcdef', (path) =>
      path.includes('apikey=0123456789abcdef') ? wmsPage : { status: 403, body: 'no' },
    );
    expect(found.endpoint).toMatch(/\/wms\?apikey=\*\*\*$/);
    expect([requested.length, JSON.stringify(found).includes('0123456789abcdef')]).toEqual([1, false]);
  });

  it('an ArcGIS directory that is switched off still answers in JSON', async () => {
    const service = { currentVersion: 10.9, layers: [{ id: 0, name: 'Wells' }], mapName: 'Layers' };
    const { found } = await ask('/arcgis/rest/services/Water/MapServer', (path) =>
      /[?&]f=json/.test(path)
        ? { type: 'text/plain', body: JSON.stringify(service) }
        : { status: 403, body: '<title>Services Directory has been disabled</title>' },
    );
    expect([found.kind, found.layerCount]).toEqual(['arcgis-map-server', 1]);
  });
});

describe('16. Servers that take their time', () => {
  const soon = { 'network.timeoutMs': 300 };
  it('no answer in time is the reason, and the end of it', async () => {
    const { reason, reports } = await askRaw('/wms', '', soon, () => undefined);
    expect([reason.code, reports[0]?.requests]).toEqual(['fetch.timeout', 1]);
  });

  it('a body that drips: what came in time is kept', async () => {
    const body = wmsText({ layers: oneLayer });
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 99999\r\n\r\n';
    const { found, codes } = await askRaw('/wms', head + body, soon, () => undefined);
    expect([found.layerCount, codes.includes('body.partial-time')]).toEqual([1, true]);
  });

  it('all requests for one address together have a budget', async () => {
    const web = await startSmallWeb(() => ({ type: 'text/xml', body: exceptionText }));
    const fetch = createFetch(networkPolicy(settingsWith({ 'network.allowPrivate': true })));
    let nowMs = 0;
    const clock = { now: () => nowMs, sleep: async () => undefined };
    const slow = {
      ...fetch,
      get: (request: FetchRequest) => {
        nowMs += 3 * 60_000;
        return fetch.get(request);
      },
    };
    const { requests } = await probeUrl(`${web.origin}/wms`, { kinds, fetch: slow, clock, delayMs: 0 });
    await fetch.close();
    await web.close();
    expect(requests).toBe(2);
  });
});

describe('17. Traps', () => {
  it('a calendar in 16 languages ends, and the service beside it is found', async () => {
    const locales = Array.from({ length: 16 }, (_, n) => `/l${String.fromCharCode(97 + n)}`);
    const { found, done, requested } = await crawlFrom(
      (path) => {
        if (isService(path)) return wmsPage;
        if (path === '/') return linksTo('/wms', ...locales.map((locale) => `${locale}/2024-01-01`));
        const [, locale = '', day = ''] = /^(\/l\w)\/2024-(\d\d-\d\d)$/.exec(path) ?? [];
        if (day === '') return null;
        const next = new Date(Date.parse(`2024-${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10);
        return linksTo(`${locale}/${next}`, `${locale}/2024-02-${day.slice(-2)}`);
      },
      { 'crawl.urlsPerSeries': 20, 'crawl.depth': 50 },
    );
    expect(found.map(({ kind }) => kind)).toEqual(['wms']);
    expect(done.refused['policy.trap']).toBeGreaterThan(0);
    expect(requested.length).toBeLessThan(16 * 20 + 10);
  });
});
