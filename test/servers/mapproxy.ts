// MapProxy in front of a WMS that is never asked, so that its own capabilities can be read, or in front of another one.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTestFolder, type StoppableServer, startWsgi } from './running-server.ts';
import { sampleExtent } from './sample-data.ts';

export async function startMapProxy(source = 'http://127.0.0.1:9/never-asked'): Promise<StoppableServer> {
  const folder = await makeTestFolder('mapproxy');
  const config = join(folder.path, 'mapproxy.yaml');
  await writeFile(config, configuration(folder.path, source));
  let running = await startWsgi('mapproxy', config);
  const { port } = running;
  return {
    url: `http://127.0.0.1:${port}/service`,
    folder: folder.path,
    stop: () => running.stop(),
    start: async () => {
      running = await startWsgi('mapproxy', config, port);
    },
    close: async () => {
      await running.stop();
      await folder.remove();
    },
  };
}

/** `versions` must name 1.0.0: it is off by default. WMTS wants grids that begin in the north-west. */
function configuration(folder: string, source: string): string {
  return `services:
  wms:
    versions: ['1.0.0', '1.1.0', '1.1.1', '1.3.0']
    srs: ['EPSG:4326', 'EPSG:3857', 'CRS:84']
    md:
      title: Places of Europe, cached
      abstract: Towns and lakes, made for a test.
  wmts:
  tms:
  kml:
layers:
  - name: places
    title: Places
    layers:
      - name: towns
        title: Towns
        sources: [cache]
      - name: lakes
        title: Lakes
        sources: [cache]
caches:
  cache:
    grids: [webmercator]
    sources: [source]
sources:
  source:
    type: wms
    req: { url: '${source}', layers: towns }
    coverage: { bbox: [${sampleExtent.join(', ')}], srs: 'EPSG:4326' }
grids:
  webmercator: { base: GLOBAL_WEBMERCATOR, origin: nw }
globals:
  cache: { base_dir: '${folder}/cache', lock_dir: '${folder}/locks' }
`;
}
