// The web that bench/serve crawls, in a separate process: every loopback address is a host with a chain of pages, each linking
// to the next and to a service. Prints its port; ends with stdin.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The average number per service (bench/search-catalog.ts). */
const layers = 38;
const words =
  'forest river parcel noise geology bathing water soil flood road school bridge wind cadastre relief'.split(' ');

function layer(service: number, n: number): string {
  const [west, south] = [((service * 7 + n) % 340) - 170, ((service * 3 + n) % 160) - 80];
  const about = `${words[(service + n) % words.length]} ${words[(service * 5 + n * 3) % words.length]}`;
  return `<Layer queryable="1"><Name>l${service}_${n}</Name><Title>${about} ${service}</Title><Abstract>Survey of ${about}.</Abstract>
<EX_GeographicBoundingBox><westBoundLongitude>${west}</westBoundLongitude><eastBoundLongitude>${west + 2}</eastBoundLongitude><southBoundLatitude>${south}</southBoundLatitude><northBoundLatitude>${south + 2}</northBoundLatitude></EX_GeographicBoundingBox></Layer>`;
}

function capabilities(address: string, service: number): string {
  const all = Array.from({ length: layers }, (_, n) => layer(service, n)).join('');
  return `<?xml version="1.0"?><WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Service><Name>WMS</Name><Title>Service ${service} of ${address}</Title></Service>
<Capability><Request><GetMap><Format>image/png</Format></GetMap></Request><Layer><Title>All</Title><CRS>EPSG:4326</CRS>${all}</Layer></Capability></WMS_Capabilities>`;
}

const server = createServer((request, response) => {
  const address = request.socket.localAddress ?? '';
  // Linux has no other way to listen at all of 127.0.0.0/8; other connections are closed.
  if (!address.startsWith('127.')) return void request.socket.destroy();
  const [, sort, number] = /^\/(page|wms)\/(\d+)/.exec(request.url ?? '') ?? [];
  const n = Number(number);
  if (sort === 'wms') response.writeHead(200, { 'content-type': 'text/xml' }).end(capabilities(address, n));
  else if (sort === 'page')
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<a href="/wms/${n}?SERVICE=WMS&REQUEST=GetCapabilities">A map</a> <a href="/page/${n + 1}">More</a>`);
  else response.writeHead(404).end();
});

server.listen(0, '0.0.0.0', 4096, () => console.log((server.address() as AddressInfo).port));
process.stdin.resume();
process.stdin.on('end', () => process.exit());
