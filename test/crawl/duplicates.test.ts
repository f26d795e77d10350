// One map server under two addresses: a crawl finds and keeps both, and search shows one with the other as a distribution.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crawl } from '../../src/crawl/crawl.ts';
import { openCatalog } from '../../src/open-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-duplicates-'));
const db = join(folder, 'catalog.db');
const servers: Server[] = [];
const origins: string[] = [];

const layers = [
  ['rivers', 'Rivers of the valley'],
  ['lakes', 'Lakes of the valley'],
  ['springs', 'Springs of the valley'],
];

const box =
  '<EX_GeographicBoundingBox><westBoundLongitude>7.4312</westBoundLongitude><eastBoundLongitude>7.9873</eastBoundLongitude><southBoundLatitude>47.0128</southBoundLatitude><northBoundLatitude>47.3391</northBoundLatitude></EX_GeographicBoundingBox>';

function capabilities(title: string, region: string): string {
  const listed = layers.map(
    ([name, text]) => `<Layer><Name>${name}</Name><Title>${text}${region}</Title>${box}</Layer>`,
  );
  return `<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Service><Name>WMS</Name><Title>${title}</Title>
    <ContactInformation><ContactPersonPrimary><ContactOrganization>Water office</ContactOrganization></ContactPersonPrimary></ContactInformation></Service>
    <Capability><Request><GetMap><Format>image/png</Format></GetMap></Request><Layer><Title>All</Title>${box}${listed.join('')}</Layer></Capability></WMS_Capabilities>`;
}

/** The third address serves a map of its own, made from the same template. */
function answer(at: number, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://web.example');
  response.setHeader('content-type', pathname === '/' ? 'text/html' : 'text/xml');
  if (pathname === '/') {
    const path = 'cgi-bin/mapserv?map=/water.map&amp;SERVICE=WMS&amp;REQUEST=GetCapabilities';
    response.end(`<title>Maps</title>${origins.map((origin) => `<a href="${origin}/${path}">map</a>`).join('\n')}`);
  } else if (searchParams.get('map') !== '/water.map') response.writeHead(404).end();
  else if (at === 2) response.end(capabilities('Waters of elsewhere', ' elsewhere'));
  else response.end(capabilities('Waters of the valley', ''));
}

beforeAll(async () => {
  for (const [at, host] of ['127.0.0.1', '127.0.0.2', '127.0.0.3'].entries()) {
    const server = createServer((request, response) => answer(at, request, response));
    await once(server.listen(0, host), 'listening');
    servers.push(server);
    origins.push(`http://${host}:${(server.address() as AddressInfo).port}`);
  }
});

afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

it('recognizes the services of one server under two addresses as duplicates', async () => {
  const settings = {
    ...({ db, 'crawl.scope': 'web', 'crawl.depth': 2, 'politeness.delayMs': 0, 'network.allowPrivate': true } as const),
  };
  let found = 0;
  for await (const event of crawl({ seeds: [`${origins[0]}/`], settings, task: 'duplicates' }))
    if (event.type === 'found') found++;
  expect(found).toBe(3);
  const catalog = openCatalog({ db });
  const hosts = (distributions: readonly { readonly endpoint: string }[]) =>
    distributions.map(({ endpoint }) => new URL(endpoint).hostname).sort();
  const groups = [];
  for await (const distributions of catalog.duplicates.groups()) groups.push(distributions);
  // The service, and each of its layers.
  expect(groups.map((distributions) => hosts(distributions))).toEqual(Array(4).fill(['127.0.0.1', '127.0.0.2']));
  const { items, total } = await catalog.search({ words: 'waters' });
  expect(total).toBe(3);
  expect(items.map(({ resource }) => resource.title).sort()).toEqual(['Waters of elsewhere', 'Waters of the valley']);
  const one = items.find(({ resource }) => resource.title === 'Waters of the valley');
  expect(hosts(one?.distributions ?? [])).toEqual(['127.0.0.1', '127.0.0.2']);
  expect((await catalog.search({ words: 'waters', copies: true })).items).toHaveLength(3);
  await catalog.close();
});
