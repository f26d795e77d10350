// A made-up satellite archive on loopback with both faces, to try the connectors on: node archive-server.mjs [port]
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const begins = Date.parse('2023-01-01');
/** A window that holds more is refused, as real archives do. */
const mostMatches = 1000;

/** Every 90 minutes one scene over another place; in the second week of March one every two minutes. */
export function makeScenes(days = 120) {
  const scenes = [];
  for (let minute = 0; minute < days * 1440; minute += isBusy(minute) ? 2 : 90) {
    const taken = begins + minute * 60_000;
    const west = ((scenes.length * 37) % 340) - 170;
    const south = ((scenes.length * 13) % 120) - 60;
    const name = `S7A_${new Date(taken).toISOString().slice(0, 16).replace(/[-:]/g, '')}`;
    scenes.push({ name, taken, published: taken + 3 * 3_600_000, bbox: [west, south, west + 2, south + 2] });
  }
  return scenes;
}

const isBusy = (minute) => minute >= 67 * 1440 && minute < 69 * 1440;

/** Serves the scenes on a free port; `requested` lists the request URLs, oldest first. */
export async function serveArchive(scenes, port = 0) {
  const requested = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url, `http://${request.headers.host}`);
    requested.push(url.pathname + url.search);
    const { status, value } = respond(scenes, url);
    response.writeHead(status, { 'content-type': 'application/geo+json' }).end(JSON.stringify(value));
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url: `http://127.0.0.1:${server.address().port}`, requested, close };
}

function respond(scenes, url) {
  const query = url.searchParams;
  const [from, to] = query.get('datetime')?.split('/') ?? [query.get('startDate'), query.get('endDate')];
  const isStac = url.pathname === '/stac/search';
  if (!isStac && url.pathname !== '/opensearch/search') return { status: 404, value: { message: 'no such face' } };
  const matching = scenes.filter(({ taken }) => taken >= Date.parse(from) && taken <= Date.parse(to));
  if (matching.length > mostMatches) return { status: 400, value: { message: `more than ${mostMatches} scenes` } };
  const start = Number(query.get('start') ?? 0);
  const size = Number(query.get('limit') ?? query.get('maximumRecords') ?? 10);
  const page = matching.slice(start, start + size);
  const more = new URL(url);
  more.searchParams.set('start', start + size);
  const next = start + size < matching.length ? more.href : null;
  return { status: 200, value: isStac ? stacPage(page, next) : openSearchPage(page, next, matching.length) };
}

/** STAC API 1.0, item search. */
function stacPage(scenes, next) {
  const features = scenes.map(({ name, taken, published, bbox }) => ({
    ...{ type: 'Feature', stac_version: '1.0.0', id: name, bbox, geometry: outline(bbox), links: [] },
    properties: {
      datetime: new Date(taken).toISOString(),
      updated: new Date(published).toISOString(),
      ...{ platform: 'sample-7a', instruments: ['imager'], license: 'CC-BY-4.0', 'eo:cloud_cover': 12 },
      providers: [{ name: 'Sample Space Office', roles: ['producer'] }],
    },
    assets: {
      image: { href: `/scenes/${name}.tif`, type: 'image/tiff; application=geotiff', title: 'All bands' },
      overview: { href: `/scenes/${name}.png`, type: 'image/png', title: 'Overview' },
    },
  }));
  return { type: 'FeatureCollection', features, links: next === null ? [] : [{ rel: 'next', href: next }] };
}

/** OGC 17-047: OpenSearch-EO responds with GeoJSON. */
function openSearchPage(scenes, next, totalResults) {
  const features = scenes.map(({ name, taken, published, bbox }) => ({
    ...{ type: 'Feature', id: `https://scenes.example/${name}`, bbox, geometry: outline(bbox) },
    properties: {
      ...{ identifier: name, title: `Scene ${name}`, updated: new Date(published).toISOString() },
      date: `${new Date(taken).toISOString()}/${new Date(taken + 60_000).toISOString()}`,
      acquisitionInformation: [
        { platform: { platformShortName: 'sample-7a' }, instrument: { instrumentShortName: 'imager' } },
      ],
      links: { data: [{ href: `/scenes/${name}.tif`, type: 'image/tiff', title: 'All bands' }] },
    },
  }));
  const links = next === null ? {} : { next: [{ href: next }] };
  return { type: 'FeatureCollection', features, properties: { totalResults, links } };
}

function outline([west, south, east, north]) {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [corners] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await serveArchive(makeScenes(), Number(process.argv[2] ?? 0));
  console.log(`A satellite archive: ${url}/stac and ${url}/opensearch`);
}
