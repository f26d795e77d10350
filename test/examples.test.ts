// The programs in examples/: short, and they run with the built package by its name, on the demo web.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWeb, startDemoWeb } from '../lab/demo-web/serve.ts';
import { openProgram, type ProgramContext, root } from './built-program.ts';

/** Folders hold larger ones with tests of their own. */
const names = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.mjs'));
let web: DemoWeb;
let context: ProgramContext;

beforeAll(async () => {
  web = await startDemoWeb({ hurry: true });
  context = openProgram();
});

afterAll(async () => {
  context.clear();
  await web.close();
});

function run(name: string, parameters: readonly string[]) {
  const quoted = parameters.map((parameter) => `'${parameter}'`).join(' ');
  return context.run(`node ${join(root, 'examples', name)} ${quoted}`);
}

const rules = () => [...web.resolve, web.elsewhere];

it.each(names)('%s is at most 30 lines and uses the package by its name', (name) => {
  const text = readFileSync(join(root, 'examples', name), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  expect(text).toContain("from 'geotrawl'");
});

/** What each prints on the demo web, in the order they build on each other. */
const runs: readonly { name: string; parameters: () => string[]; prints: string }[] = [
  {
    name: 'probe-one-url.mjs',
    parameters: () => ['http://maps.geodata-agency.example/wms/landcover', ...rules()],
    prints: 'wms 1.1.1: Land cover of Ireland 2018 and 2023',
  },
  {
    name: 'crawl-and-print.mjs',
    parameters: () => ['http://www.geodata-agency.example/', ...rules()],
    prints: 'http://maps.geodata-agency.example/wms/landcover',
  },
  {
    name: 'search-catalog.mjs',
    parameters: () => ['crawl-and-print.db', 'land', 'cover'],
    prints: 'Land cover of Ireland 2018 and 2023  http://maps.geodata-agency.example/wms/landcover',
  },
  {
    name: 'kind-of-your-own.mjs',
    parameters: () => ['http://maps.geodata-agency.example/viewer.html', ...rules()],
    prints: 'map-viewer: Map viewer – Map server of the Geodata Agency',
  },
];

describe('examples', () => {
  it.each(runs)('$name runs', async ({ name, parameters, prints }) => {
    const { status, output } = await run(name, parameters());
    expect([status, output]).toEqual([0, expect.stringContaining(prints)]);
  });

  it('are all run here', () => {
    expect(runs.map(({ name }) => name).sort()).toEqual([...names].sort());
  });
});
