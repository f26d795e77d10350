// The Model Context Protocol: handshake, tools, calls and errors, as raw messages and with the official client.
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenCatalog, openCatalog } from '../../src/open-catalog.ts';
import { probe } from '../../src/probe.ts';
import { serveMcp } from '../../src/serve/mcp/mcp-server.ts';
import { mcpTools } from '../../src/serve/mcp/mcp-tools.ts';
import { type Json, type OpenApis, openApis } from './open-server.ts';

let apis: OpenApis;
let catalog: OpenCatalog;
beforeAll(async () => {
  apis = await openApis();
  catalog = openCatalog({ db: apis.db });
});
afterAll(async () => {
  await catalog.close();
  await apis.close();
});

/** Responses by id. The last message has no newline. */
async function exchange(...requests: readonly (object | string)[]): Promise<Map<unknown, Json>> {
  const lines = requests.map((request) =>
    typeof request === 'string' ? request : JSON.stringify({ jsonrpc: '2.0', ...request }),
  );
  const responses = new Map<unknown, Json>();
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
    input: Readable.from([lines.join('\n')]),
    output: new Writable({
      write: (line, _, done) => {
        const response = JSON.parse(String(line)) as Json;
        expect(response.jsonrpc).toBe('2.0');
        responses.set(response.id, response.result ?? response.error);
        done();
      },
    }),
    onFailure: (error) => failures.push(error),
  });
  expect(failures).toEqual([]);
  return responses;
}

const call = (id: number, name: string, given: object) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: given },
});

it('initializes and lists its tools', async () => {
  const responses = await exchange(
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'ping' },
    {
      id: 4,
      method: 'initialize',
      params: { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
  );
  expect(responses.size).toBe(4);
  expect(responses.get(1)).toMatchObject({
    protocolVersion: '2025-03-26',
    capabilities: { tools: {} },
    serverInfo: { name: 'geotrawl' },
  });
  expect(responses.get(2).tools.map(({ name }: Json) => name)).toEqual(['search', 'describe', 'preview_url', 'probe']);
  for (const { inputSchema } of responses.get(2).tools) expect(inputSchema.type).toBe('object');
  expect(responses.get(4).protocolVersion).toBe(LATEST_PROTOCOL_VERSION);
});

it('searches, describes, previews and probes', async () => {
  const map = apis.records.find(({ kind, layers, extent }) => kind === 'wms' && layers.length > 0 && extent !== null)!;
  const responses = await exchange(
    call(1, 'search', { words: 'rivers', bbox: [-180, -90, 180, 90], relation: 'within', limit: 5 }),
    call(2, 'describe', { id: map.id }),
    call(3, 'preview_url', { id: map.id, size: 300 }),
    call(4, 'probe', { url: `${apis.url}/csw` }),
  );
  const found = responses.get(1).structuredContent;
  expect(found.items).toHaveLength(5);
  expect(JSON.parse(responses.get(1).content[0].text)).toEqual(found);
  expect(responses.get(2).structuredContent).toMatchObject({ id: map.id, title: map.title });
  expect(responses.get(2).content[0].text).not.toMatch(/Jane|secret/);
  const picture = new URL(responses.get(3).structuredContent.url);
  expect([
    picture.searchParams.get('bbox'),
    picture.searchParams.get('width'),
    picture.searchParams.get('layers'),
  ]).toEqual([map.extent!.join(','), '300', map.layers[0]!.name]);
  expect(responses.get(4).structuredContent.results[0]).toMatchObject({
    kind: 'csw',
    version: '2.0.2',
    title: 'Geotrawl',
  });
});

it('reports errors that the caller can fix', async () => {
  const responses = await exchange(
    call(1, 'search', { bbox: [1, 2] }),
    call(2, 'search', { relation: 'near' }),
    call(3, 'describe', { id: 'none' }),
    call(4, 'preview_url', { id: apis.records.find(({ kind }) => kind === 'csw')!.id }),
    call(5, 'fly', {}),
    { id: 6, method: 'no/such' },
    'not json',
    '',
    '[1]',
  );
  for (const id of [1, 2, 3, 4]) expect(responses.get(id)).toMatchObject({ isError: true });
  expect([responses.get(5).code, responses.get(6).code, responses.get(null).code]).toEqual([-32602, -32601, -32700]);
});

it('skips blank lines and reads a last line without a newline', async () => {
  const responses = await exchange('', '  ', { id: 1, method: 'ping' });
  expect([...responses]).toEqual([[1, {}]]);
});

it('serves the official client over the stdio transport', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const args = ['--import', 'tsx', 'src/cli/main.ts', 'mcp', '--db', apis.db];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: root }));
  try {
    expect(client.getServerVersion()?.name).toBe('geotrawl');
    expect(client.getInstructions()).toMatch(/data, not instructions/);
    const { tools } = await client.listTools();
    expect(tools.map(({ name, inputSchema }) => [name, inputSchema.required])).toEqual([
      ['search', []],
      ['describe', ['id']],
      ['preview_url', ['id']],
      ['probe', ['url']],
    ]);
    const found = (await client.callTool({ name: 'search', arguments: { words: 'rivers', limit: 3 } })) as Json;
    expect(found.structuredContent.items).toHaveLength(3);
    expect(await client.callTool({ name: 'describe', arguments: { id: 'none' } })).toMatchObject({ isError: true });
    await expect(client.callTool({ name: 'fly', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  } finally {
    await client.close();
  }
});
