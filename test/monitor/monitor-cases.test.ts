// What the web does to services, one situation after another, each on a server of its own: state and reason of one round.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import jpeg from 'jpeg-js';
import { GifWriter } from 'omggif';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Discovery } from '../../src/model/resource.ts';
import { statement } from '../../src/store/sql/sql.ts';
import { makeDescription, makeLayer } from '../conformance/made-records.ts';
import { type Certificates, makeCertificates, type TlsTrouble } from '../servers/misbehaving-tls.ts';
import { type CheckBench, openBench } from './check-bench.ts';

interface Heard {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** Requests for the operation before this one. */
  readonly before: number;
  readonly query: URLSearchParams;
  readonly origin: string;
}

type Answering = (heard: Heard) => void;

interface MonitorCase {
  readonly operation: Answering;
  readonly description?: Answering;
  readonly robots?: Answering;
  readonly tls?: TlsTrouble;
  readonly kind?: keyof typeof resources;
  /** Asked under this name instead of its address. */
  readonly host?: string;
  /** 'state: reason'. */
  readonly expected: string;
  readonly movedTo?: string;
}

const sizePixels = 64;
const inked = (x: number, y: number) => (x + y) % 9 < 3 && x > 10;

function png(isInk: (x: number, y: number) => boolean, background = [255, 255, 255, 255], size = sizePixels): Buffer {
  const picture = new PNG({ width: size, height: size });
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) picture.data.set(isInk(x, y) ? [20, 90, 200, 255] : background, (y * size + x) * 4);
  }
  return PNG.sync.write(picture);
}

/** Three lines of letters, as error messages are drawn. */
function isLetter(x: number, y: number): boolean {
  const [line, row] = [Math.floor((y - 3) / 12), (y - 3) % 12];
  return x > 3 && x < 56 && y >= 3 && line < 3 && row < 7 && x % 5 !== 0 && ((x >> 1) + row * line) % 3 !== 0;
}

const map = png(inked);
const blank = png(() => false);
const clear = png(() => false, [0, 0, 0, 0]);
const message = png(isLetter);
const sea = png(() => false, [170, 210, 240, 255], 256);

function gif(): Buffer {
  const buffer = Buffer.alloc(8192);
  const indexed = Array.from({ length: sizePixels ** 2 }, (_, n) => (inked(n % sizePixels, n >> 6) ? 1 : 0));
  const writer = new GifWriter(buffer, sizePixels, sizePixels, { palette: [0xffffff, 0x2050c0] });
  writer.addFrame(0, 0, sizePixels, sizePixels, indexed);
  return buffer.subarray(0, writer.end());
}

function jpegMap(): Buffer {
  return jpeg.encode({ width: sizePixels, height: sizePixels, data: PNG.sync.read(map).data }, 80).data;
}

const answer =
  (status: number, type: string, body: string | Buffer = '', headers: Record<string, string> = {}): Answering =>
  ({ response }) => {
    response.writeHead(status, { ...(type === '' ? {} : { 'content-type': type }), ...headers }).end(body);
  };
const picture = (bytes: Buffer, type = 'image/png') => answer(200, type, bytes);
const xml = (body: string, status = 200, type = 'text/xml') => answer(status, type, `<?xml version="1.0"?>${body}`);
const json = (value: unknown, status = 200) => answer(status, 'application/json', JSON.stringify(value));
const inTurn =
  (...turns: readonly Answering[]): Answering =>
  (heard) =>
    turns[Math.min(heard.before, turns.length - 1)]!(heard);
const byLayer =
  (broken: string, otherwise: Answering, rest: Answering): Answering =>
  (heard) =>
    (heard.query.get('LAYERS') === broken ? otherwise : rest)(heard);

const exception =
  '<ServiceExceptionReport><ServiceException code="NoData">cannot open rivers.shp</ServiceException></ServiceExceptionReport>';
const owsException =
  '<ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1"><ows:Exception exceptionCode="NoApplicableCode"><ows:ExceptionText>no such table</ows:ExceptionText></ows:Exception></ows:ExceptionReport>';
const login = '<html><form action="/login"><input name="user"><input type="password"></form></html>';
const portal = '<html><title>Welcome to our network</title><p>Accept the terms to go on.</p></html>';
const parked = '<html><title>Buy this domain</title><p>It is for sale.</p></html>';
const wmsText = `<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Service><Name>WMS</Name><Title>Rivers</Title></Service>
<Capability><Request><GetMap><Format>image/png</Format></GetMap></Request><Layer><Title>All</Title>${['rivers', 'lakes']
  .map(
    (name) =>
      `<Layer><Name>${name}</Name><Title>${name}</Title><CRS>CRS:84</CRS><EX_GeographicBoundingBox><westBoundLongitude>5</westBoundLongitude><eastBoundLongitude>9</eastBoundLongitude><southBoundLatitude>45</southBoundLatitude><northBoundLatitude>48</northBoundLatitude></EX_GeographicBoundingBox></Layer>`,
  )
  .join('')}</Layer></Capability></WMS_Capabilities>`;
const featuresText =
  '<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0"><wfs:member><a/></wfs:member></wfs:FeatureCollection>';
const noFeatures = '<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" numberReturned="0"/>';
const items = { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: null, properties: {} }] };

const layers = ['rivers', 'lakes'].map((name) =>
  makeLayer({ name, title: name, extent: [5, 45, 9, 48], crs: ['CRS:84'], crsCount: 1, queryable: true }),
);
const resources = {
  wms: { path: '/wms', version: '1.3.0', family: 'service' },
  wfs: { path: '/wfs', version: '2.0.0', family: 'service' },
  wps: { path: '/wps', version: '1.0.0', family: 'service' },
  csw: { path: '/csw', version: '2.0.2', family: 'catalog' },
  'ogc-api-features': { path: '/api', version: '1.0', family: 'service' },
  'arcgis-feature-server': { path: '/arcgis/rest/services/a/FeatureServer', version: '10.9', family: 'service' },
  geotiff: { path: '/height.tif', version: null, family: 'file' },
  xyz: { path: '/tiles/{z}/{x}/{y}.png', version: null, family: 'service' },
} as const;

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));

const tiff = fixture('geotiff/height.tif');

/** Files and tiles are their own descriptions. */
const descriptions: Readonly<Partial<Record<keyof typeof resources, Answering>>> = {
  wms: xml(wmsText),
  wfs: answer(200, 'text/xml', fixture('wfs/2.0.0.xml')),
  wps: answer(200, 'text/xml', fixture('wps/1.0.0.xml')),
  csw: answer(200, 'text/xml', fixture('csw/2.0.2.xml')),
  'ogc-api-features': answer(200, 'application/json', fixture('ogc-api-features/landing.json')),
  'arcgis-feature-server': answer(200, 'application/json', fixture('arcgis-feature-server/trails.json')),
};

const cases: Readonly<Record<string, MonitorCase>> = {
  'a map': { operation: picture(map), expected: 'up' },
  'a map as GIF': { operation: picture(gif(), 'image/gif'), expected: 'up' },
  'a map as JPEG': { operation: picture(jpegMap(), 'image/jpeg'), expected: 'up' },
  'a map with a false type': { operation: picture(map, 'text/html'), expected: 'up' },
  'a blank map': { operation: picture(blank), expected: 'degraded: blank-picture' },
  'a transparent map': { operation: picture(clear), expected: 'degraded: blank-picture' },
  'a map that is blank in one place': { operation: inTurn(picture(blank), picture(map)), expected: 'up' },
  'a map that is drawn from near only': {
    operation: inTurn(picture(blank), picture(blank), picture(map)),
    expected: 'up',
  },
  'an error drawn as a picture': { operation: picture(message), expected: 'degraded: error-picture' },
  'a picture that does not open': {
    operation: picture(Buffer.concat([map.subarray(0, 60), Buffer.alloc(60)])),
    expected: 'degraded: broken-picture',
  },
  'an exception in 200': { operation: xml(exception), expected: 'degraded: exception' },
  'an exception in 200 with its own type': {
    operation: xml(exception, 200, 'application/vnd.ogc.se_xml'),
    expected: 'degraded: exception',
  },
  'an exception under the type of a picture': {
    operation: xml(exception, 200, 'image/png'),
    expected: 'degraded: exception',
  },
  'an exception with 400': { operation: xml(exception, 400), expected: 'degraded: exception' },
  'an exception with 500': { operation: xml(exception, 500), expected: 'degraded: server-error' },
  'words instead of a map': {
    operation: answer(200, 'text/plain', 'Fatal error: out of memory'),
    expected: 'degraded: wrong-type',
  },
  'nothing in 200': { operation: answer(200, 'image/png'), expected: 'degraded: empty' },
  'nothing with 204': { operation: answer(204, ''), expected: 'degraded: empty' },
  'status 404': { operation: answer(404, 'text/html', parked), expected: 'degraded: not-found' },
  'status 410': { operation: answer(410, 'text/html', parked), expected: 'gone: gone' },
  'status 400 without words': { operation: answer(400, 'text/plain', 'no'), expected: 'degraded: status' },
  'status 500': { operation: answer(500, 'text/plain', 'oops'), expected: 'degraded: server-error' },
  'status 502 of a proxy': { operation: answer(502, 'text/html', parked), expected: 'degraded: server-error' },
  'status 500 once': { operation: inTurn(answer(500, 'text/plain', 'oops'), picture(map)), expected: 'up' },
  'status 503': { operation: answer(503, 'text/plain', 'later'), expected: 'degraded: overloaded' },
  'status 503 until later': {
    operation: answer(503, 'text/plain', 'later', { 'retry-after': '3600' }),
    expected: 'degraded: overloaded',
  },
  'status 429': { operation: answer(429, 'text/plain', 'slow down'), expected: 'unclear: overloaded' },
  'status 401': {
    operation: answer(401, 'text/plain', 'who?', { 'www-authenticate': 'Basic realm="maps"' }),
    expected: 'restricted: asks-for-login',
  },
  'status 403': { operation: answer(403, 'text/plain', 'no'), expected: 'restricted: forbidden' },
  'status 451': { operation: answer(451, 'text/plain', 'not here'), expected: 'restricted: forbidden' },
  'a login wall in 200': { operation: answer(200, 'text/html', login), expected: 'restricted: asks-for-login' },
  'a redirect to a login': {
    operation: (heard) => {
      if (heard.request.url?.startsWith('/login')) answer(200, 'text/html', login)(heard);
      else answer(302, '', '', { location: '/login' })(heard);
    },
    expected: 'restricted: asks-for-login',
  },
  'a parked domain': { operation: answer(200, 'text/html', parked), expected: 'degraded: another-service' },
  'a map whose description is gone': {
    operation: picture(map),
    description: answer(404, 'text/html', parked),
    expected: 'degraded: not-found',
  },
  'a map whose description is another service': {
    operation: picture(map),
    description: xml('<Capabilities xmlns="http://www.opengis.net/wmts/1.0"/>'),
    expected: 'degraded: another-service',
  },
  'one layer of two that fails': {
    operation: byLayer('rivers', xml(exception), picture(map)),
    expected: 'degraded: dataset-not-served',
  },
  'one layer that fails and one that is blank': {
    operation: byLayer('rivers', xml(exception), picture(blank)),
    expected: 'degraded: exception',
  },
  'a connection that is reset': {
    operation: ({ socket }) => socket.resetAndDestroy(),
    expected: 'degraded: broken-off',
  },
  'a connection that is closed': { operation: ({ socket }) => socket.destroy(), expected: 'degraded: broken-off' },
  'no answer in time': { operation: () => undefined, expected: 'degraded: too-slow' },
  'a slow start': { operation: inTurn(() => undefined, picture(map)), expected: 'up' },
  'a truncated response': {
    operation: ({ response, socket }) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': String(map.length + 500) });
      response.write(map, () => socket.destroy());
    },
    expected: 'degraded: cut-short',
  },
  'an expired certificate': { operation: picture(map), tls: 'expired', expected: 'degraded: tls-expired' },
  'a certificate signed by itself': { operation: picture(map), tls: 'self-signed', expected: 'degraded: tls-invalid' },
  'a certificate for another name': { operation: picture(map), tls: 'name', expected: 'degraded: tls-invalid' },
  'a redirect in a circle': {
    operation: ({ response, request }) => response.writeHead(302, { location: request.url ?? '/' }).end(),
    expected: 'degraded: redirect-astray',
  },
  'a redirect to nowhere': { operation: answer(302, 'text/plain', 'moved'), expected: 'degraded: redirect-astray' },
  'a service that moved': {
    operation: (heard) => {
      const { pathname, search } = new URL(heard.request.url ?? '/', heard.origin);
      if (pathname === '/new/wms') picture(map)(heard);
      else answer(301, '', '', { location: `/new/wms${search}` })(heard);
    },
    expected: 'up',
    movedTo: '/new/wms',
  },
  'a server that responds 304 to every request': { operation: answer(304, ''), expected: 'degraded: status' },
  'a captive portal': {
    operation: (heard) => {
      if (heard.request.url?.startsWith('/portal')) answer(200, 'text/html', portal)(heard);
      else answer(302, '', '', { location: '/portal' })(heard);
    },
    expected: 'degraded: another-service',
  },
  'a network that requires a login': { operation: answer(511, 'text/html', portal), expected: 'unclear: not-asked' },
  'a page that wants a human': {
    operation: answer(403, 'text/html', '<html><title>Just a moment...</title></html>', {
      'cf-mitigated': 'challenge',
    }),
    expected: 'restricted: forbidden',
  },
  'status 429 until later': {
    operation: answer(429, 'text/plain', 'slow down', { 'retry-after': '7200' }),
    expected: 'unclear: overloaded',
  },
  'a map that comes too slowly to end': {
    operation: ({ response }) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': String(map.length) });
      response.write(map.subarray(0, 60));
    },
    expected: 'degraded: too-slow',
  },
  // After a 503 the server gets no more requests; the next round sees that it works.
  'a slow start with 503': {
    operation: inTurn(answer(503, 'text/html', parked), picture(map)),
    expected: 'degraded: overloaded',
  },
  'an old protocol in the answer': {
    operation: ({ socket }) => socket.end('ICY 200 OK\r\n\r\nnot HTTP at all'),
    expected: 'degraded: bad-http',
  },
  'a stack trace with 200': {
    operation: answer(200, 'text/html', '<html><pre>java.lang.NullPointerException at org.example.Wms</pre></html>'),
    expected: 'degraded: another-service',
  },
  'a host whose name is gone': { operation: picture(map), host: 'gone.invalid', expected: 'degraded: host-unknown' },
  'robots.txt that forbids it': {
    operation: picture(map),
    robots: answer(200, 'text/plain', 'User-agent: *\nDisallow: /wms\n'),
    expected: 'unmonitored: robots',
  },
  'robots.txt that fails': {
    operation: picture(map),
    robots: answer(500, 'text/plain', 'oops'),
    expected: 'unclear: not-asked',
  },
  'robots.txt that is closed': {
    operation: picture(map),
    robots: answer(403, 'text/plain', 'no'),
    expected: 'up',
  },
  'features as GML': { kind: 'wfs', operation: xml(featuresText), expected: 'up' },
  'no features': { kind: 'wfs', operation: xml(noFeatures), expected: 'degraded: no-content' },
  'features of one type only': {
    kind: 'wfs',
    operation: inTurn(xml(noFeatures), xml(featuresText)),
    expected: 'up',
  },
  'a report of OWS in 200': { kind: 'wfs', operation: xml(owsException), expected: 'degraded: exception' },
  'a process that is not described': { kind: 'wps', operation: xml(owsException), expected: 'degraded: exception' },
  'a catalog without records': {
    kind: 'csw',
    operation: xml(
      '<csw:GetRecordsResponse xmlns:csw="http://www.opengis.net/cat/csw/2.0.2"><csw:SearchResults numberOfRecordsMatched="0"/></csw:GetRecordsResponse>',
    ),
    expected: 'up',
  },
  'items of an OGC API': { kind: 'ogc-api-features', operation: json(items), expected: 'up' },
  'truncated JSON': {
    kind: 'ogc-api-features',
    operation: answer(200, 'application/json', '{"type":"FeatureCollection","features":[{"id"'),
    expected: 'degraded: malformed',
  },
  'an error in the JSON of ArcGIS': {
    kind: 'arcgis-feature-server',
    operation: json({ error: { code: 500, message: 'Error performing query operation' } }),
    expected: 'degraded: exception',
  },
  'ArcGIS that wants a token': {
    kind: 'arcgis-feature-server',
    operation: json({ error: { code: 499, message: 'Token Required' } }),
    expected: 'restricted: asks-for-login',
  },
  'a file by ranges': {
    kind: 'geotiff',
    operation: (heard) => {
      const [, first = '0', last = '0'] = /bytes=(\d+)-(\d+)/.exec(heard.request.headers.range ?? '') ?? [];
      const part = tiff.subarray(Number(first), Number(last) + 1);
      const range = `bytes ${first}-${Number(first) + part.length - 1}/${tiff.length}`;
      answer(206, 'image/tiff', part, { 'content-range': range })(heard);
    },
    expected: 'up',
  },
  'a file without ranges': {
    kind: 'geotiff',
    operation: answer(200, 'image/tiff', tiff),
    expected: 'up',
  },
  'a web page instead of a file': {
    kind: 'geotiff',
    operation: answer(200, 'text/html', parked),
    expected: 'degraded: another-service',
  },
  'a tile of the sea': { kind: 'xyz', operation: picture(sea), expected: 'up' },
  'a tile that is not there': {
    kind: 'xyz',
    operation: answer(404, 'text/plain', 'no'),
    expected: 'degraded: not-found',
  },
};

let bench: CheckBench;
let certificates: Certificates;

beforeAll(async () => {
  bench = await openBench({ 'network.timeoutMs': 300 });
  certificates = makeCertificates();
});
afterAll(() => bench.close());

interface Standing {
  readonly origin: string;
  close(): void;
}

async function stand({ operation, description, robots, tls, kind = 'wms' }: MonitorCase): Promise<Standing> {
  let requests = 0;
  let origin = '';
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const query = new URL(request.url ?? '/', 'http://any').searchParams;
    const heard = { request, response, socket: request.socket, before: requests, query, origin };
    const isDescription = query.get('REQUEST') === 'GetCapabilities' || request.url?.includes('/landing') === true;
    if (request.url === '/robots.txt') (robots ?? answer(404, 'text/plain', 'none'))(heard);
    else if (isDescription) (description ?? descriptions[kind] ?? operation)(heard);
    else {
      requests++;
      operation(heard);
    }
  };
  const server = tls === undefined ? createServer(handle) : createTlsServer(certificates.show(tls) as object, handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function addressOf(kind: keyof typeof resources): string {
  if (kind === 'wms') return '/wms?SERVICE=WMS&REQUEST=GetCapabilities';
  if (kind === 'xyz') return '/tiles/0/0/0.png';
  return kind === 'geotiff' ? resources.geotiff.path : '/landing';
}

async function find(kind: keyof typeof resources, address: string, host?: string): Promise<string> {
  const origin = host === undefined ? address : address.replace('127.0.0.1', host);
  const { path, version, family } = resources[kind];
  const discovery: Discovery = {
    identity: { kind, version, endpoint: `${origin}${path}` },
    family,
    requests: 1,
    description: makeDescription({ title: 'Rivers', layers, extent: [5, 45, 9, 48] }),
  };
  return bench.addDiscovery(discovery, `${origin}${addressOf(kind)}`);
}

describe('situations', () => {
  it('are at least forty', () => {
    expect(Object.keys(cases).length).toBeGreaterThanOrEqual(40);
  });

  it.each(Object.entries(cases))('%s', async (_, monitorCase) => {
    const { kind = 'wms', expected, movedTo, host } = monitorCase;
    const standing = await stand(monitorCase);
    try {
      const id = await find(kind, standing.origin, host);
      const report = await bench.check(id);
      const state = report.monitored.health?.state ?? 'unclear';
      const { reason } = report.round;
      expect(reason === null ? state : `${state}: ${reason.code}`, reason?.message).toBe(expected);
      expect(report.monitored.movedTo).toBe(movedTo === undefined ? null : `${standing.origin}${movedTo}`);
      if (reason !== null) expect(reason.message).toMatch(/^.{10,}\.$/);
    } finally {
      standing.close();
    }
  });

  it('a server that is not there', async () => {
    const standing = await stand({ operation: picture(map), expected: '' });
    standing.close();
    const { monitored } = await bench.check(await find('wms', standing.origin));
    expect(monitored.health).toMatchObject({ state: 'degraded', reason: { code: 'no-connection' } });
  });

  it('a service that moved with its description has a record of its own at its new address', async () => {
    const movesTo =
      (then: Answering): Answering =>
      (heard) => {
        const { pathname, search } = new URL(heard.request.url ?? '/', heard.origin);
        if (pathname === '/new/wms') then(heard);
        else answer(301, '', '', { location: `/new/wms${search}` })(heard);
      };
    const [operation, description] = [movesTo(picture(map)), movesTo(descriptions.wms!)];
    const standing = await stand({ operation, description, expected: '' });
    const id = await find('wms', standing.origin);
    await bench.check(id);
    const successor = await bench.parts.catalog.get(`${standing.origin}/new/wms`);
    expect(successor).toMatchObject({ kind: 'wms', endpoint: `${standing.origin}/new/wms` });
    expect(successor?.id).not.toBe(id);
    // It is in the schedule, and works.
    expect((await bench.check(successor!.id)).monitored).toMatchObject({ movedTo: null, health: { state: 'up' } });
    expect((await bench.parts.catalog.get(id))?.endpoint).toBe(`${standing.origin}/wms`);
    standing.close();
  });

  it('a service with a token: it is sent, and neither stored nor shown', async () => {
    const requested: string[] = [];
    const operation: Answering = (heard) => {
      requested.push(heard.query.get('token') ?? '');
      answer(302, '')(heard);
    };
    const standing = await stand({ operation, expected: '' });
    const { version, family } = resources.wms;
    const endpoint = `${standing.origin}/wms?token=s3cr3tvalue99`;
    const description = makeDescription({ title: 'Rivers', layers });
    const discovery: Discovery = { identity: { kind: 'wms', version, endpoint }, family, requests: 1, description };
    const id = await bench.addDiscovery(discovery, `${endpoint}&SERVICE=WMS&REQUEST=GetCapabilities`);
    const report = await bench.check(id);
    expect(new Set(requested)).toEqual(new Set(['s3cr3tvalue99']));
    expect(JSON.stringify(report)).not.toContain('s3cr3tvalue99');
    const stored = await bench.parts.store.read(() => statement('SELECT * FROM check_round').all());
    expect(JSON.stringify(stored)).not.toContain('s3cr3tvalue99');
    standing.close();
  });

  it('times of requests are the server’s, without our own pauses', async () => {
    const slow = await openBench({ 'politeness.delayMs': 60_000 });
    const standing = await stand({ operation: picture(map), expected: '' });
    const discovery: Discovery = {
      identity: { kind: 'wms', version: '1.3.0', endpoint: `${standing.origin}/wms` },
      family: 'service',
      requests: 1,
      description: makeDescription({ title: 'Rivers', layers }),
    };
    const id = await slow.addDiscovery(discovery, `${standing.origin}${addressOf('wms')}`);
    const { round } = await slow.check(id);
    expect(round.endedMs - round.startedMs).toBeGreaterThanOrEqual(120_000);
    for (const { totalMs } of round.requests) expect(totalMs).toBeLessThan(60_000);
    standing.close();
    await slow.close();
  });

  it('a publisher who does not want it checked', async () => {
    const standing = await stand({ operation: picture(map), expected: '' });
    const id = await find('wms', standing.origin);
    await bench.check(id);
    const { store } = bench.parts;
    const { openSqlChecks } = await import('../../src/monitor/tables/sql-checks.ts');
    await store.transact((transaction) => openSqlChecks(store).optOut(transaction, id, true, 0));
    const { monitored, round } = await bench.check(id);
    expect(monitored).toMatchObject({ dueMs: null, score: { value: null }, health: { state: 'unmonitored' } });
    expect(round.requests).toEqual([]);
    standing.close();
  });
});
