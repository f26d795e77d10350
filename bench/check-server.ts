// The services of bench/check: every loopback address is a host with one WMS, in a separate process.
//
// Prints its port; at the end of stdin its statistics: requests, the shortest delay between two requests to one address, and
// the cost of a request.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PNG } from 'pngjs';

const sizePixels = 64;
const picture = new PNG({ width: sizePixels, height: sizePixels });
for (let at = 0; at < picture.data.length; at += 4) picture.data.set([at % 251, at % 7, 120, 255], at);
const map = PNG.sync.write(picture);

const lastEnd = new Map<string, number>();
let requests = 0;
let smallestGapMs = Number.POSITIVE_INFINITY;

const server = createServer((request, response) => {
  const address = request.socket.localAddress ?? '';
  // Linux can't listen on all of 127.0.0.0/8 otherwise; other connections are closed.
  if (!address.startsWith('127.')) return void request.socket.destroy();
  requests++;
  const before = lastEnd.get(address);
  const nowMs = performance.now();
  if (before !== undefined) smallestGapMs = Math.min(smallestGapMs, nowMs - before);
  if (request.url === '/robots.txt') response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'image/png' }).end(map);
  lastEnd.set(address, nowMs);
});

server.listen(0, '0.0.0.0', 4096, () => console.log((server.address() as AddressInfo).port));
process.stdin.resume();
process.stdin.on('end', () => {
  const { user, system } = process.cpuUsage();
  const seen = { requests, hosts: lastEnd.size, smallestGapMs: Math.round(smallestGapMs) };
  console.log(JSON.stringify({ ...seen, msPerRequest: (user + system) / 1000 / requests }));
  process.exit();
});
