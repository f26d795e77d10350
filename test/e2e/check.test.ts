// The commands check, report and watch, on a file served on loopback.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run, scratchPath, start } from './command.ts';

const db = scratchPath();
const network = ['--allow-private', '--delay', '0'];
const lakes = {
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { name: 'Bodensee' }, geometry: { type: 'Point', coordinates: [9.4, 47.6] } },
  ],
};
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/geo+json' }).end(JSON.stringify(lakes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/lakes.geojson`;
  const crawled = await run(['crawl', url, '--db', db, ...network]);
  expect([crawled.code, crawled.stdout]).toEqual([0, expect.stringContaining('lakes')]);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('reports working services with their request, and what to check by default', async () => {
  const { code, stdout } = await run(['check', url, '--db', db, ...network]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^up +[0-9a-f]{16} {2}lakes/)]);
  expect(stdout).toContain(`first bytes: GET ${url} → 200`);
  expect((await run(['check', '--db', db])).code).toBe(2);
  expect((await run(['check', 'http://nowhere.example/wms', '--db', db, ...network])).code).toBe(3);
});

it('checks what is due, and reports to the publisher', async () => {
  const due = await run(['check', '--due', '--ndjson', '--db', db, ...network]);
  expect([due.code, due.stderr]).toEqual([0, expect.stringContaining('0 rounds.')]);
  const report = await run(['report', url, '--db', db]);
  expect(report.stdout).toContain('# lakes');
  expect(report.stdout).toContain('## What to fix');
  const { state, score } = JSON.parse((await run(['report', url, '--json', '--db', db])).stdout) as {
    state: string;
    score: { value: number };
  };
  expect([state, score.value > 0]).toEqual(['up', true]);
  expect((await run(['report', url, '--as', 'badge', '--db', db])).stdout).toContain('<title>service: up');
});

it('watches until it is stopped', async () => {
  const watching = start(['watch', '--follow', url, '--db', db, ...network]);
  await watching.says('  lakes  ');
  watching.child.kill('SIGINT');
  const { code, stderr } = await watching.ended;
  expect([code, stderr]).toEqual([130, expect.stringContaining('Watching 1 resource,')]);
  const stopped = await run(['watch', '--opt-out', url, '--no-run', '--db', db, ...network]);
  expect(stopped.code).toBe(0);
  const { stdout } = await run(['check', url, '--db', db, ...network]);
  expect(stdout).toContain('unmonitored');
});
