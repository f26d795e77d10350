// Real products answer GetCapabilities in the versions they are known for.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMapCache } from './mapcache.ts';
import { startMapProxy } from './mapproxy.ts';
import { mapserverLayerCount, startMapServer } from './mapserver.ts';
import { describeWith } from './needs.ts';
import { readWithOwslib } from './owslib.ts';
import type { RunningServer } from './running-server.ts';
import { startTwms } from './twms.ts';

interface Reading {
  readonly status: number;
  readonly root: string;
  readonly version: string;
  readonly layerCount: number;
  readonly bytes: Uint8Array;
}

async function readCapabilities(server: RunningServer, version: string): Promise<Reading> {
  const separator = server.url.includes('?') ? '&' : '?';
  const response = await fetch(`${server.url}${separator}SERVICE=WMS&REQUEST=GetCapabilities&VERSION=${version}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const root = /<(WMT_MS_Capabilities|WMS_Capabilities)[^>]*? version=["']([0-9.]+)["']/.exec(text);
  const layerCount = [...text.matchAll(/<Layer[ >]/g)].length;
  return { status: response.status, root: root?.[1] ?? '', version: root?.[2] ?? '', layerCount, bytes };
}

describeWith('mapserver', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startMapServer();
  });
  afterAll(() => server.close());

  it.each(['1.0.0', '1.0.7', '1.1.0', '1.1.1', '1.3.0'])('answers WMS %s', async (version) => {
    const reading = await readCapabilities(server, version);
    expect(reading).toMatchObject({ status: 200, version, layerCount: mapserverLayerCount });
  });

  it('draws a map', async () => {
    const map = '&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=towns&STYLES=&SRS=EPSG:4326&FORMAT=image/png';
    const response = await fetch(`${server.url}${map}&BBOX=-10,35,32,61&WIDTH=32&HEIGHT=32`);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it('answers in HTML when it is not told the service', async () => {
    const response = await fetch(server.url);
    expect(response.headers.get('content-type')).toMatch('text/html');
  });
});

describeWith('mapproxy', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startMapProxy();
  });
  afterAll(() => server.close());

  it.each(['1.0.0', '1.1.0', '1.1.1', '1.3.0'])('answers WMS %s', async (version) => {
    expect(await readCapabilities(server, version)).toMatchObject({ status: 200, version, layerCount: 3 });
  });
});

describeWith('mapcache', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startMapCache();
  });
  afterAll(() => server.close());

  it('answers WMS 1.1.1 whatever version is asked for', async () => {
    expect(await readCapabilities(server, '1.1.1')).toMatchObject({ status: 200, version: '1.1.1', layerCount: 3 });
    expect(await readCapabilities(server, '1.3.0')).toMatchObject({ status: 200, version: '1.1.1' });
  });
});

describeWith('twms', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTwms();
  });
  afterAll(() => server.close());

  it('answers WMS 1.0.0 and 1.1.1', async () => {
    expect(await readCapabilities(server, '1.0.0')).toMatchObject({ status: 200, version: '1.0.0' });
    expect(await readCapabilities(server, '1.1.1')).toMatchObject({ status: 200, version: '1.1.1' });
  });

  it('claims a version it does not speak', async () => {
    const reading = await readCapabilities(server, '1.3.0');
    expect(reading).toMatchObject({ root: 'WMT_MS_Capabilities', version: '1.3.0' });
  });
});

describeWith('mapserver+owslib', () => {
  it.each(['1.1.1', '1.3.0'] as const)('agree on the layers of WMS %s', async (version) => {
    const server = await startMapServer();
    try {
      const { bytes } = await readCapabilities(server, version);
      const reading = await readWithOwslib(bytes, version);
      expect(reading).toEqual({ version, title: 'Places of Europe', layers: ['places', 'towns', 'lakes'] });
    } finally {
      await server.close();
    }
  });
});
