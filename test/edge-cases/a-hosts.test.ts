// Edge cases 10 to 12: hosts, their certificates and their schemes.
import { connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { linksTo, type Page, startSmallWeb } from '../e2e/small-web.ts';
import { makeCertificates, startTlsServer, type TlsTrouble } from '../servers/misbehaving-tls.ts';
import { crawlFrom, readReports } from './asking.ts';
import { probeAll } from './probing.ts';
import { wmsText } from './wms-text.ts';

const certificates = makeCertificates();
const wmsPage: Page = { type: 'text/xml', body: wmsText() };

describe('10. TLS that cannot be trusted', () => {
  it.each<[TlsTrouble, string]>([
    ['expired', 'fetch.tls-expired'],
    ['self-signed', 'fetch.tls-self-signed'],
    ['chain', 'fetch.tls-chain'],
    ['legacy', 'fetch.tls-legacy'],
  ])('%s is the reason; for a host named as an exception it is a problem', async (trouble, code) => {
    const server = await startTlsServer(certificates.show(trouble), wmsText());
    try {
      const url = `https://localhost:${server.port}/wms`;
      expect(readReports(await probeAll(url)).reason.code).toBe(code);
      const other = { 'network.insecureHosts': ['127.0.0.9'] };
      expect(readReports(await probeAll(url, other)).reason.code).toBe(code);
      const { found, codes } = readReports(await probeAll(url, { 'network.insecureHosts': ['localhost'] }));
      expect([found.kind, codes.includes('tls.unverified')]).toEqual(['wms', true]);
    } finally {
      await server.close();
    }
  });

  it('the name is sent, for servers with several certificates', async () => {
    const names: string[] = [];
    const shown = certificates.show('self-signed');
    const SNICallback = (name: string, done: (error: null) => void) => {
      names.push(name);
      done(null);
    };
    const server = await startTlsServer({ ...shown, SNICallback }, wmsText());
    await probeAll(`https://localhost:${server.port}/wms`, { 'network.insecureHosts': ['localhost'] });
    await server.close();
    expect(new Set(names)).toEqual(new Set(['localhost']));
  });
});

describe('11. Hosts and schemes of all sorts', () => {
  it.each([
    ['http://karten.käse.example/wms', 'karten.xn--kse-qla.example', 'http://karten.xn--kse-qla.example/wms'],
    ['http://maps.example.org:8080/wms', 'maps.example.org', 'http://maps.example.org:8080/wms'],
  ])('%s', async (url, host, endpoint) => {
    const web = await startSmallWeb(() => wmsPage);
    const { found } = readReports(await probeAll(url, { 'network.resolve': [`${host}=127.0.0.1:${web.port}`] }));
    await web.close();
    expect(found).toMatchObject({ kind: 'wms', endpoint });
  });

  it('an IPv6 literal', async () => {
    const web = await startSmallWeb(() => wmsPage);
    const { found } = readReports(await probeAll(`http://[::ffff:127.0.0.1]:${web.port}/wms`));
    await web.close();
    expect(found).toMatchObject({ kind: 'wms', endpoint: `http://[::ffff:7f00:1]:${web.port}/wms` });
  });

  it('s3:// is asked for where S3 serves it; ftp:// is not asked for', async () => {
    const { problems, done, requested } = await crawlFrom(
      (path) =>
        path === '/' ? linksTo('s3://open-maps/dem.geojson', 'ftp://files.example.org/dem.zip', '/next') : 'x',
      { 'network.resolve': ['*.amazonaws.com=127.0.0.1:9'], 'crawl.scope': 'web' },
    );
    expect(problems.map(({ url }) => url)).toEqual(['https://open-maps.s3.amazonaws.com/dem.geojson']);
    expect([done.stopped, requested.includes('/next')]).toEqual(['complete', true]);
  });
});

describe('12. Mixed content: an https page, an http service', () => {
  it('both schemes lead to one resource', async () => {
    const plain = await startSmallWeb(() => wmsPage);
    const secure = await startTlsServer(certificates.show('self-signed'), wmsText());
    // One port for both: a TLS connection begins with the byte 22.
    const both = createServer((socket) => {
      socket.once('data', (first: Buffer) => {
        const server = connect(first[0] === 22 ? secure.port : plain.port, '127.0.0.1');
        server.write(first);
        socket.pipe(server).pipe(socket);
      });
    });
    await new Promise<void>((resolve) => both.listen(0, '127.0.0.1', resolve));
    const { port } = both.address() as { port: number };
    const page = linksTo('http://maps.example.org/wms', 'https://maps.example.org/wms');
    const { found, problems } = await crawlFrom((path) => (path === '/' ? page : null), {
      'network.resolve': [`maps.example.org=127.0.0.1:${port}`],
      'network.insecureHosts': ['maps.example.org'],
    });
    for (const server of [both, plain, secure]) await server.close();
    expect(plain.requested.some((path) => path.startsWith('/wms'))).toBe(true);
    expect([found.map(({ kind }) => kind), problems]).toEqual([['wms'], []]);
  });
});
