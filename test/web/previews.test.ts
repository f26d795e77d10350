// Previews of tiles and features from a real MapProxy in front of a real MapServer, crawled and served.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settingsWith } from '../../src/config.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import { type RunningServe, serve } from '../../src/serve/serve.ts';
import type { Json } from '../apis/open-server.ts';
import { startMapProxy } from '../servers/mapproxy.ts';
import { startMapServer } from '../servers/mapserver.ts';
import { describeWith } from '../servers/needs.ts';
import type { StoppableServer } from '../servers/running-server.ts';

describeWith('mapproxy', () => {
  let folder: string;
  let maps: StoppableServer;
  let proxy: StoppableServer;
  let server: RunningServe;
  const failures: unknown[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geotrawl-previews-'));
    maps = await startMapServer();
    proxy = await startMapProxy(maps.url);
    const origin = new URL(proxy.url).origin;
    const settings = settingsWith({
      db: join(folder, 'catalog.db'),
      'server.port': 0,
      'network.allowPrivate': true,
      'politeness.delayMs': 0,
      'crawl.depth': 0,
    });
    const seeds = [
      `${origin}/service?SERVICE=WMTS&REQUEST=GetCapabilities`,
      `${origin}/tms/1.0.0/`,
      `${new URL(maps.url).origin}/mapserv/places/ogcapi`,
    ];
    for await (const event of crawl({ seeds, settings })) if (event.type === 'done') break;
    server = await serve({ settings, version: '0.0.0', onFailure: (error) => failures.push(error) });
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await proxy.close();
    await maps.close();
    await rm(folder, { recursive: true, force: true });
    expect(failures).toEqual([]);
  });

  const json = async (path: string): Promise<Json> => (await fetch(`${server.url}${path}`)).json();

  /** Places in Europe; MapServer draws lakes in blue. */
  const lakes = 'bbox=5,45,11,49&width=600&height=400';

  it.each([
    ['wmts', /towns|lakes/],
    ['tms', /towns|lakes/],
    ['ogc-api-features', /^lakes$/],
  ] as const)('draws %s', async (kind, expected) => {
    const { items } = await json(`/api/v1/search?kind=${kind}`);
    expect(items).not.toEqual([]);
    const { items: layers } = await json(`/api/v1/resources/${items[0].id}/layers`);
    const layer = layers.find(({ name }: { name: string | null }) => name !== null && expected.test(name)).name;
    const response = await fetch(`${server.url}/preview/${items[0].id}?layer=${encodeURIComponent(layer)}&${lakes}`);
    expect([kind, response.status, response.headers.get('content-type')]).toEqual([kind, 200, 'image/png']);
    const { data, width } = PNG.sync.read(Buffer.from(await response.arrayBuffer()));
    const at = (longitude: number, latitude: number) => {
      const place = 4 * (Math.round((49 - latitude) * 100) * width + Math.round((longitude - 5) * 100));
      return [...data.subarray(place, place + 4)];
    };
    // In Lake Geneva and in Lake Constance, and north of both.
    for (const [longitude, latitude] of [
      [6.5, 46.35],
      [9.4, 47.65],
    ] as const) {
      const [red, , blue, alpha] = at(longitude, latitude);
      expect([kind, longitude, alpha! > 50, blue! > red! + 40]).toEqual([kind, longitude, true, true]);
    }
    const [, , , empty] = at(8, 48.6);
    const [red, green] = at(8, 48.6);
    expect([kind, empty === 0 || (red === 255 && green === 255)]).toEqual([kind, true]);
    const page = await (await fetch(`${server.url}/service/${items[0].id}`)).text();
    expect(page).toContain('id="preview" class="mapbox" hidden data-base');
  });
});
