// Edge cases 99 to 102: private addresses, decompression bombs, robots.txt and request limits.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createFetch } from '../../src/fetch/client.ts';
import { defaultFetchPolicy } from '../../src/fetch/policy.ts';
import { kinds } from '../../src/kinds/index.ts';
import { GeotrawlError } from '../../src/model/errors.ts';
import type { Resource } from '../../src/model/resource.ts';
import { closeServer, linksTo, wms } from '../e2e/small-web.ts';
import { closeWebs, crawlAll, probeAll, probeOne, serve } from './probing.ts';
import { findIn, read } from './reading.ts';

afterEach(closeWebs);

describe('99. Addresses that are not public', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '[fe80::1]',
    '[fd00:ec2::254]',
  ])('%s is not requested', async (host) => {
    const [report] = await probeAll(`http://${host}/wms`, { 'network.allowPrivate': false });
    expect(report).toMatchObject({ kind: null, requests: 0, reason: { code: 'policy.private-address' } });
  });

  it('not even after a redirect or DNS rebinding', async () => {
    const hidden = await serve(() => wms({ title: 'Secret' }), '127.0.0.2');
    const open = await serve((path) =>
      path === '/away'
        ? { status: 302, headers: { location: `${hidden.origin}/wms` }, body: '' }
        : { headers: { connection: 'close' }, body: 'page' },
    );
    // 127.0.0.1 stands for the public web.
    const addresses = ['127.0.0.1', '127.0.0.2'];
    let nowMs = 0;
    const fetch = createFetch(defaultFetchPolicy, {
      isPublic: (address) => address === '127.0.0.1',
      lookup: async () => addresses.splice(0, 1),
      now: () => nowMs,
    });
    const codeOf = (url: string) =>
      fetch.get({ url }).then(
        () => 'ok',
        (error: unknown) => (error instanceof GeotrawlError ? error.code : String(error)),
      );
    expect(await codeOf(`${open.origin}/away`)).toBe('policy.private-address');
    expect(await codeOf(`http://rebinds.example.org:${open.port}/`)).toBe('ok');
    nowMs = 61_000;
    expect(await codeOf(`http://rebinds.example.org:${open.port}/again`)).toBe('policy.private-address');
    expect(hidden.requested).toEqual([]);
    await fetch.close();
  });

  it('unless private networks are allowed', async () => {
    const web = await serve(() => wms({ title: 'Ours' }));
    expect(await probeOne(`${web.origin}/wms`, { 'network.allowPrivate': true })).toMatchObject({ title: 'Ours' });
  });
});

describe('100. Bombs, hostile patterns and scripts', () => {
  const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
  const bomb = `<!DOCTYPE WMS_Capabilities [<!ENTITY l0 "ha">${laughs}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
  const capabilities = (title: string, layer = '') =>
    `<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Service><Title>${title}</Title></Service><Capability><Layer><Name>a</Name>${layer}</Layer></Capability></WMS_Capabilities>`;

  it('expands no XML entities and reads no files', () => {
    const { description, codes } = read(`${bomb}${capabilities('A &l12; &file; B')}`, 'http://a.example/wms');
    expect(description.title.length).toBeLessThan(100);
    expect(description.title).not.toMatch(/haha|root:/);
    expect(codes).toContain('xml.entity-declared');
  });

  it('truncates a body that decompresses beyond the limit', async () => {
    const body = gzipSync(`<WMS_Capabilities version="1.3.0">${' '.repeat(5_000_000)}</WMS_Capabilities>`);
    const web = await serve(() => ({ type: 'text/xml', headers: { 'content-encoding': 'gzip' }, body }));
    const { problems } = await probeOne(`${web.origin}/wms`, {
      'network.maxCapabilitiesBytes': 1_000_000,
    });
    expect(body.length).toBeLessThan(60_000);
    expect(problems.map(({ code }) => code)).toContain('body.partial-size');
  });

  it('reads only the header of enormous images', () => {
    const tiff = Buffer.alloc(64);
    tiff.write('II*\0', 'latin1');
    tiff.writeUInt32LE(8, 4);
    tiff.writeUInt16LE(2, 8);
    for (const [index, tag] of [256, 257].entries()) {
      tiff.writeUInt16LE(tag, 10 + index * 12);
      tiff.writeUInt16LE(4, 12 + index * 12);
      tiff.writeUInt32LE(1, 14 + index * 12);
      tiff.writeUInt32LE(0xffff_ffff, 18 + index * 12);
    }
    expect(findIn(tiff, 'http://a.example/huge.tif')).toEqual([]);
  });

  it.each([
    '&'.repeat(300_000),
    '<'.repeat(300_000),
    'a '.repeat(150_000),
    '-999,'.repeat(60_000),
    `${'('.repeat(200_000)}]]>`,
  ])('reads texts designed for catastrophic backtracking in linear time (%#)', (text) => {
    const hostile = capabilities(
      text.replaceAll('<', '&lt;'),
      `<Title>${text}</Title><Dimension name="time">${text}</Dimension><BoundingBox CRS="${text.replaceAll('<', '')}"/>`,
    );
    expect(read(hostile, 'http://a.example/wms').identity.kind).toBe('wms');
  });

  it('keeps scripts in titles as text and ignores script URLs', () => {
    const link =
      '<MetadataURL type="ISO19115:2003"><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="javascript:alert(1)"/></MetadataURL>';
    const { description, links } = read(
      capabilities('&lt;script&gt;alert(1)&lt;/script&gt;', `<Title>&lt;img src=x onerror=alert(1)&gt;</Title>${link}`),
      'http://a.example/wms',
    );
    expect(description.title).toBe('<script>alert(1)</script>');
    expect(links.filter((url) => !/^https?:/.test(url))).toEqual([]);
    expect(
      description.layers.flatMap(({ metadataUrls }) => metadataUrls).filter((url) => /^javascript:/i.test(url)),
    ).toEqual([]);
  });

  it('follows no script, data or file URLs', async () => {
    const web = await serve((path) =>
      path === '/'
        ? linksTo('javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', ' java\tscript:x')
        : null,
    );
    const { stopped } = await crawlAll([`${web.origin}/`]);
    expect([stopped, web.requestedPages().filter((path) => path !== '/sitemap.xml')]).toEqual(['complete', ['/']]);
  });
});

describe('101. Robots', () => {
  const robots = (rules: string, respond: (path: string) => ReturnType<typeof wms> | string | null) => (path: string) =>
    path === '/robots.txt' ? { type: 'text/plain', body: rules } : respond(path);
  const withService = (path: string) => {
    if (path === '/') return linksTo('/geoserver/wms', '/open/wms');
    return path.includes('/wms') ? wms({ title: `Map at ${path.split('?')[0]}` }) : null;
  };

  it('applies the rules for our user agent before the general ones', async () => {
    const web = await serve(
      robots('User-agent: *\nDisallow: /\n\nUser-agent: Geotrawl\nDisallow: /geoserver/\n', withService),
    );
    const { found, events } = await crawlAll([`${web.origin}/`]);
    expect(found.map(({ endpoint }) => new URL(endpoint).pathname)).toEqual(['/open/wms']);
    expect(events.flatMap((event) => (event.type === 'problem' ? [event.code] : []))).toContain('policy.robots');
    expect(web.requested.filter((path) => path.startsWith('/geoserver'))).toEqual([]);
  });

  it('does not crawl a disallowed server, but probes a URL on request', async () => {
    const web = await serve(robots('User-agent: *\nDisallow: /\n', withService));
    expect((await crawlAll([`${web.origin}/geoserver/wms`])).found).toEqual([]);
    expect(web.requestedPages()).toEqual([]);
    expect(await probeOne(`${web.origin}/geoserver/wms`)).toMatchObject({ kind: 'wms' });
  });

  it.each([
    ['noindex', [], true],
    ['nofollow', ['/a/wms'], false],
    ['none', [], false],
    ['otherbot: noindex', ['/a/wms'], true],
    ['geotrawl: noindex', [], true],
  ])('X-Robots-Tag: %s on a service', async (tag, listed, isFollowed) => {
    const more =
      '<MetadataURL type="FGDC"><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="/record.xml"/></MetadataURL>';
    const page = wms({ title: 'A map', layerTitle: `Roads</Title>${more}<Title>` });
    const web = await serve((path) => {
      if (path.startsWith('/a/wms')) return { ...page, headers: { 'x-robots-tag': tag } };
      return path === '/' ? linksTo('/a/wms') : null;
    });
    const { found } = await crawlAll([`${web.origin}/`]);
    expect(found.map(({ endpoint }) => new URL(endpoint).pathname)).toEqual(listed);
    expect(web.requested.includes('/record.xml')).toBe(isFollowed);
  });
});

describe('102. Requests that are never sent', () => {
  const layer = {
    ...read(
      '<WMS_Capabilities version="1.3.0"><Service><Title>x</Title></Service><Capability><Layer><Name>a</Name><Title>A</Title></Layer></Capability></WMS_Capabilities>',
      'http://a.example/wms',
    ),
  };
  const resource = (kind: string, version: string): Resource => ({
    ...layer.description,
    id: 'x',
    kind,
    family: 'service',
    version,
    endpoint: 'http://a.example/service',
    url: 'http://a.example/service',
    layers: layer.description.layers.map((one) => ({
      ...one,
      queryable: true,
      keywords: ['urn:p'],
      extent: [7, 50, 8, 51],
    })),
    extent: [7, 50, 8, 51],
    firstSeenMs: 0,
    lastSeenMs: 0,
    provenance: null,
  });
  const requests = kinds.flatMap((kind) =>
    ['1.0.0', '1.1.0', '1.3.0', '2.0.0'].flatMap((version) =>
      (kind.check?.(resource(kind.id, version)) ?? []).map(({ url }) => ({ kind: kind.id, url })),
    ),
  );

  it('features, items and records without a limit', () => {
    const listRequest = /request=getfeature|\/query\?|\/items\?|getrecords|\/search\?|\/observations\?/i;
    const limit =
      /count=1\b|maxfeatures=1\b|limit=1\b|num=1\b|maxrecords=1\b|recordcount=1\b|\$top=1\b|rows=1\b|resultType=hits/i;
    const requested = requests.filter(({ url }) => listRequest.test(url));
    expect(requested.length).toBeGreaterThan(5);
    expect(requested.filter(({ url }) => !limit.test(url))).toEqual([]);
  });

  it('maps of more than 64 by 64', () => {
    const sizes = requests.flatMap(({ kind, url }) => {
      const found = /[?&]width=(\d+)&height=(\d+)/i.exec(url) ?? /[?&]size=(\d+),(\d+)/i.exec(url);
      return found === null ? [] : [{ kind, width: Number(found[1]), height: Number(found[2]) }];
    });
    for (const kind of ['wms', 'arcgis-map-server', 'arcgis-image-server'])
      expect(sizes.map((size) => size.kind)).toContain(kind);
    expect(sizes.filter(({ width, height }) => width > 64 || height > 64)).toEqual([]);
  });

  it('concurrent requests to one host', async () => {
    let open = 0;
    let most = 0;
    const names = [...'abcdefghij'];
    const server = createServer((request, response) => {
      most = Math.max(most, ++open);
      const path = request.url ?? '';
      const page = path.includes('/wms')
        ? wms({ title: `Map ${path}` })
        : { body: linksTo(...names.map((one) => `/${one}/wms`)) };
      const isFound = path === '/' || path.includes('/wms');
      // Delayed, so that a concurrent request would be noticed.
      setTimeout(() => {
        open--;
        response.writeHead(isFound ? 200 : 404, { 'content-type': page.type ?? 'text/html' }).end(page.body);
      }, 10);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { found } = await crawlAll([`http://127.0.0.1:${(server.address() as AddressInfo).port}/`]);
    await closeServer(server);
    expect(found).toHaveLength(names.length);
    expect(most).toBe(1);
  });
});
