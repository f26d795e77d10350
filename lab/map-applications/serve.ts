// The web of the experiment on loopback: pages and libraries as files, and every service by a real MapServer.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applications } from './services.ts';

export interface ApplicationWeb {
  /** For `network.resolve`: maps every name to this server. */
  readonly resolve: string;
  /** Requested URLs, in order. */
  readonly requests: string[];
  close(): Promise<void>;
}

const here = fileURLToPath(new URL('./applications/', import.meta.url));
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
/** OpenLayers 2 comes with the system (libjs-openlayers). */
const openLayers2 = '/usr/share/javascript/openlayers/';
const mapServer = '/usr/bin/mapserv';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css',
};

export async function startApplicationWeb(): Promise<ApplicationWeb> {
  const folder = await mkdtemp(join(tmpdir(), 'geotrawl-applications-'));
  const config = join(folder, 'mapserver.conf');
  await writeFile(config, `CONFIG\n  ENV\n    MS_MAP_PATTERN "^${folder}/"\n  END\nEND\n`);
  const live = new Set(applications.flatMap(({ services }) => services));
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    requests.push(url.href);
    const service = serviceAt(url);
    if (live.has(service)) answerMap({ url, service, folder, config }, response);
    else answerFile(url.pathname, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    resolve: `*=127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

/** The endpoint of a request: includes MapServer's `map`, but no request parameters. */
export function serviceAt(url: URL): string {
  const map = url.searchParams.get('map');
  return `${url.origin}${url.pathname}${map === null ? '' : `?map=${map}`}`;
}

interface MapRequest {
  readonly url: URL;
  readonly service: string;
  readonly folder: string;
  readonly config: string;
}

async function answerMap({ url, service, folder, config }: MapRequest, response: ServerResponse): Promise<void> {
  const map = join(folder, `${service.replaceAll(/\W+/g, '-')}.map`);
  await writeFile(map, mapFile(service));
  url.searchParams.set('map', map);
  const env = {
    MAPSERVER_CONFIG_FILE: config,
    REQUEST_METHOD: 'GET',
    QUERY_STRING: decodeURIComponent(url.search.slice(1)),
    SERVER_NAME: url.hostname,
    SERVER_PORT: url.port || '80',
    SCRIPT_NAME: url.pathname,
  };
  execFile(mapServer, { env, encoding: 'buffer' }, (error, output) => {
    const end = output.indexOf('\r\n\r\n');
    const type = /content-type:\s*([^\r\n]+)/i.exec(output.subarray(0, Math.max(end, 0)).toString('latin1'))?.[1];
    response.writeHead(end < 0 ? 502 : 200, { 'content-type': type ?? 'text/plain' });
    response.end(end < 0 ? `MapServer gave no answer. ${error?.message ?? ''}` : output.subarray(end + 4));
  });
}

function mapFile(service: string): string {
  const title = service.replace(/^.*\//, '').replace(/\.map$/, '');
  const extent = '-10 35 30 60';
  return `MAP
  NAME services
  SIZE 400 300
  EXTENT ${extent}
  PROJECTION "init=epsg:4326" END
  WEB METADATA "wms_title" "${title}" "wms_srs" "EPSG:4326 EPSG:3857" "wms_enable_request" "*" "wms_onlineresource" "${service}" END END
  LAYER
    NAME towns TYPE POINT STATUS ON
    FEATURE POINTS 10 50 END END
    METADATA "wms_title" "Towns" "wms_extent" "${extent}" END
  END
END
`;
}

async function answerFile(path: string, response: ServerResponse): Promise<void> {
  const file = fileAt(path);
  const content = file === null ? null : await readIfThere(file);
  response.writeHead(content === null ? 404 : 200, { 'content-type': types[extname(file ?? '')] ?? 'text/plain' });
  response.end(content ?? 'not found');
}

/** Paths are file names below three folders; others are not found. */
function fileAt(path: string): string | null {
  if (!/^\/[\w@./-]+$/.test(path) || path.includes('..')) return null;
  if (path.startsWith('/lib/openlayers2/')) return openLayers2 + path.slice('/lib/openlayers2/'.length);
  if (path.startsWith('/lib/')) return modules + path.slice('/lib/'.length);
  return here + path.slice(1) + (path.endsWith('/') ? 'index.html' : '');
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return null;
    throw error;
  }
}
