// The Model Context Protocol, as a client speaks it: handshake, tools, calls, and what goes wrong.
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenCatalog, openCatalog } from '../../src/open-catalog.ts';
import { probe } from '../../src/probe.ts';
import { serveMcp } from '../../src/serve/mcp/mcp-server.ts';
import { mcpTools } from '../../src/serve/mcp/mcp-tools.ts';
import { type Doors, type Json, openDoors } from '../apis/open-server.ts';

let doors: Doors;
let catalog: OpenCatalog;
beforeAll(async () => {
  doors = await openDoors();
  catalog = openCatalog({ db: doors.db });
});
afterAll(async () => {
  await catalog.close();
  await doors.close();
});

/** Answers by id. */
async function talk(...requests: readonly (object | string)[]): Promise<Map<unknown, Json>> {
  const lines = requests.map((request) =>
    typeof request === 'string' ? request : JSON.stringify({ jsonrpc: '2.0', ...request }),
  );
  const answers = new Map<unknown, Json>();
  const failures: unknown[] = [];
  await serveMcp({
    tools: mcpTools(catalog, async (url, signal) => {
      const found: unknown[] = [];
      for await (const one of probe(
        url,
        { settings: { 'network.allowPrivate': true, 'politeness.delayMs': 0 } },
        signal,
      ))
        found.push(one);
      return found;
    }),
    version: '0',
    input: Readable.from([`${lines.join('\n')}\n`]),
    print: (line) => {
      const answer = JSON.parse(line) as Json;
      expect(answer.jsonrpc).toBe('2.0');
      answers.set(answer.id, answer.result ?? answer.error);
    },
    onFailure: (error) => failures.push(error),
  });
  expect(failures).toEqual([]);
  return answers;
}

const call = (id: number, name: string, given: object) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: given },
});

it('shakes hands and lists its tools', async () => {
  const answers = await talk(
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'ping' },
    { id: 4, method: 'initialize', params: { protocolVersion: '1999-01-01' } },
  );
  expect(answers.size).toBe(4);
  expect(answers.get(1)).toMatchObject({
    protocolVersion: '2025-03-26',
    capabilities: { tools: {} },
    serverInfo: { name: 'geotrawl' },
  });
  expect(answers.get(2).tools.map(({ name }: Json) => name)).toEqual(['search', 'describe', 'preview_url', 'probe']);
  for (const { inputSchema } of answers.get(2).tools) expect(inputSchema.type).toBe('object');
  expect(answers.get(4).protocolVersion).toBe('2025-06-18');
});

it('searches, describes, makes pictures and probes', async () => {
  const map = doors.records.find(({ kind, layers, extent }) => kind === 'wms' && layers.length > 0 && extent !== null)!;
  const answers = await talk(
    call(1, 'search', { words: 'rivers', bbox: [-180, -90, 180, 90], relation: 'within', limit: 5 }),
    call(2, 'describe', { id: map.id }),
    call(3, 'preview_url', { id: map.id, size: 300 }),
    call(4, 'probe', { url: `${doors.url}/csw` }),
  );
  const found = answers.get(1).structuredContent;
  expect(found.items).toHaveLength(5);
  expect(JSON.parse(answers.get(1).content[0].text)).toEqual(found);
  expect(answers.get(2).structuredContent).toMatchObject({ id: map.id, title: map.title });
  expect(answers.get(2).content[0].text).not.toMatch(/Jane|secret/);
  const picture = new URL(answers.get(3).structuredContent.url);
  expect([
    picture.searchParams.get('bbox'),
    picture.searchParams.get('width'),
    picture.searchParams.get('layers'),
  ]).toEqual([map.extent!.join(','), '300', map.layers[0]!.name]);
  expect(answers.get(4).structuredContent.results[0]).toMatchObject({
    kind: 'csw',
    version: '2.0.2',
    title: 'Geotrawl',
  });
});

it('tells what is wrong so that the caller can mend it', async () => {
  const answers = await talk(
    call(1, 'search', { bbox: [1, 2] }),
    call(2, 'search', { relation: 'near' }),
    call(3, 'describe', { id: 'none' }),
    call(4, 'preview_url', { id: doors.records.find(({ kind }) => kind === 'csw')!.id }),
    call(5, 'fly', {}),
    { id: 6, method: 'no/such' },
    'not json',
    '[1]',
  );
  for (const id of [1, 2, 3, 4]) expect(answers.get(id)).toMatchObject({ isError: true });
  expect([answers.get(5).code, answers.get(6).code, answers.get(null).code]).toEqual([-32602, -32601, -32700]);
});
