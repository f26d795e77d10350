// Images drawn from tiles and features: positions, gaps, and failures.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PNG } from 'pngjs';
import { afterEach, describe, expect, it } from 'vitest';
import { makeLayer, makeResource } from '../../../test/conformance/made-records.ts';
import { settingsWith } from '../../config.ts';
import type { Resource } from '../../model/resource.ts';
import { drawPreview } from './draw-preview.ts';
import { openPreviewProxy, type PreviewProxy } from './preview-proxy.ts';

const signal = new AbortController().signal;
const opened: { server: Server; proxy: PreviewProxy }[] = [];
afterEach(async () => {
  for (const { server, proxy } of opened.splice(0)) {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  }
});

async function open(listener: RequestListener): Promise<{ url: string; proxy: PreviewProxy }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = openPreviewProxy(settingsWith({ 'network.allowPrivate': true }));
  opened.push({ server, proxy });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, proxy };
}

/** Red encodes the column, green the row, blue the level. */
function tile(z: number, x: number, y: number): Buffer {
  const png = new PNG({ width: 256, height: 256 });
  for (let n = 0; n < 256 * 256; n++) png.data.set([x * 40, y * 40, 100 + z, 255], 4 * n);
  return PNG.sync.write(png);
}

const tiles: RequestListener = ({ url = '' }, response) => {
  const [, z, x, y] = /\/(\d+)\/(\d+)\/(\d+)\.png/.exec(url) ?? [];
  if (z === undefined) response.writeHead(404).end();
  else response.end(tile(Number(z), Number(x), Number(y)));
};

function record(kind: string, endpoint: string, more: Partial<Resource> = {}): Resource {
  const layers = [makeLayer({ name: 'one', extent: null })];
  return makeResource('0123456789abcdef', {
    kind,
    endpoint,
    url: endpoint,
    layers,
    layerCount: 1,
    extent: null,
    formats: [],
    ...more,
  });
}

async function colorAt(picture: Awaited<ReturnType<typeof drawPreview>>, x: number, y: number): Promise<number[]> {
  const { data, width } = PNG.sync.read(Buffer.from(picture!.bytes));
  return [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
}

describe('tiles', () => {
  it('are drawn at their position', async () => {
    const { url, proxy } = await open(tiles);
    // 1/1/0 is the north-east of the world: 0° to 180°, the equator to the edge of Web Mercator.
    const options = { extent: [0, 0, 180, 85] as const, pixels: [256, 256] as const };
    const picture = await drawPreview(record('xyz', `${url}/{z}/{x}/{y}.png`), options, proxy, signal);
    expect(await colorAt(picture, 128, 128)).toEqual([40, 0, 101, 255]);
    // Mercator is stretched: 66.5° is in the middle of the tile, so the upper quarter of the image is half of it.
    const finer = { extent: [0, 0, 180, 85] as const, pixels: [512, 512] as const };
    const fine = await drawPreview(record('xyz', `${url}/{z}/{x}/{y}.png`), finer, proxy, signal);
    expect(await colorAt(fine, 10, Math.round((512 * (85 - 67)) / 85))).toEqual([80, 0, 102, 255]);
    expect(await colorAt(fine, 10, Math.round((512 * (85 - 66)) / 85))).toEqual([80, 40, 102, 255]);
  });

  it('are found by TileJSON too, with rows counted from the south, up to the maximum zoom', async () => {
    const { url, proxy } = await open((request, response) => {
      if (request.url === '/tiles.json')
        response.end(JSON.stringify({ tiles: ['t/{z}/{x}/{y}.png'], scheme: 'tms', maxzoom: 1 }));
      else tiles(request, response);
    });
    const options = { extent: [10, 10, 20, 20] as const, pixels: [64, 64] as const };
    const picture = await drawPreview(record('tilejson', `${url}/tiles.json`), options, proxy, signal);
    expect(await colorAt(picture, 32, 32)).toEqual([40, 40, 101, 255]);
  });

  it('leave gaps where some are missing, and fail with a reason if all are', async () => {
    const { url, proxy } = await open((request, response) => {
      if (request.url?.includes('/1/0/')) response.writeHead(404).end('no tile');
      else tiles(request, response);
    });
    const options = { extent: [-180, -80, 180, 80] as const, pixels: [512, 256] as const };
    const source = record('xyz', `${url}/{z}/{x}/{y}.png`);
    const picture = await drawPreview(source, options, proxy, signal);
    expect((await colorAt(picture, 100, 100))[3]).toBe(0);
    expect((await colorAt(picture, 400, 100))[3]).toBe(255);
    await expect(drawPreview(record('xyz', `${url}/none/{z}/{x}/{y}`), options, proxy, signal)).rejects.toMatchObject({
      code: 'serve.preview-failed',
    });
  });
});

describe('features', () => {
  const geojson = JSON.stringify({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', geometry: { type: 'Point', coordinates: [5, 5] } },
      { type: 'Feature', geometry: null },
      {
        type: 'Feature',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [6, 6],
              [9, 6],
              [9, 9],
              [6, 9],
              [6, 6],
            ],
          ],
        },
      },
      {
        type: 'Feature',
        geometry: {
          type: 'LineString',
          coordinates: [
            [-1e6, 2],
            [1e6, 2],
            ['x', null],
          ],
        },
      },
    ],
  });

  it.each([
    ['geojson', '/data.geojson', /^\/data\.geojson$/, {}],
    ['ogc-api-features', '/api/', /^\/api\/collections\/one\/items\?limit=\d+&bbox=0%2C0%2C10%2C10&f=json$/, {}],
    [
      'arcgis-feature-server',
      '/rest/services/x/FeatureServer',
      /FeatureServer\/one\/query\?.*outSR=4326.*f=geojson$/,
      {},
    ],
    [
      'wfs',
      '/wfs?map=a',
      /map=a&service=WFS.*typeName=one&maxFeatures=\d+&outputFormat=geojson$/,
      { formats: ['GML2', 'geojson'], version: '1.1.0' },
    ],
  ] as const)('of %s are drawn at their position', async (kind, path, expected, more) => {
    const requested: string[] = [];
    const { url, proxy } = await open(({ url: target = '' }, response) => {
      requested.push(target);
      response.end(geojson);
    });
    const options = { extent: [0, 0, 10, 10] as const, pixels: [100, 100] as const };
    const picture = await drawPreview(record(kind, `${url}${path}`, more), options, proxy, signal);
    expect(requested).toEqual([expect.stringMatching(expected)]);
    expect((await colorAt(picture, 50, 50))[3]).toBeGreaterThan(200);
    expect((await colorAt(picture, 75, 25))[3]).toBeGreaterThan(60);
    expect((await colorAt(picture, 20, 80))[3]).toBeGreaterThan(200);
    expect((await colorAt(picture, 20, 20))[3]).toBe(0);
  });

  it.each(['<html>', '{"type":"Topology"}', '[]'])('cannot be drawn from %s', async (body) => {
    const { url, proxy } = await open((_, response) => response.end(body));
    await expect(drawPreview(record('geojson', `${url}/x`), {}, proxy, signal)).rejects.toMatchObject({
      code: 'serve.preview-failed',
    });
  });
});

it('returns null for other kinds and missing layers', async () => {
  const { url, proxy } = await open((_, response) => response.end());
  expect(await drawPreview(record('csw', url), {}, proxy, signal)).toBeNull();
  expect(await drawPreview(record('xyz', `${url}/{z}/{x}/{y}`), { layer: 'two' }, proxy, signal)).toBeNull();
});
