// The commands of README and tutorial, run in order as written; the tutorial's output and the README's picture compared.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWeb, startDemoWeb } from '../lab/demo-web/serve.ts';
import { openProgram, type ProgramContext, type Ran } from './built-program.ts';
import { codeBlocks, readPage, sections } from './markdown.ts';

interface Step {
  readonly command: string;
  /** Lines the page shows below it; '…' stands for what was left out. */
  readonly shown: readonly string[];
}

/** Replacements of the reader's values, on the demo web. `npm start` is the build and this. */
const demo = 'geotrawl demo';
const placeholders: readonly (readonly [written: string, actual: string])[] = [
  ['npm ci && npm start', demo],
  ['https://example.org/wms', 'http://maps.geodata-agency.example/wms/landcover'],
  ['https://example.org/csw', 'http://data.open-portal.example/csw'],
  ['https://example.org', 'http://maps.geodata-agency.example'],
];

const steps = (page: string): Step[] =>
  codeBlocks(readPage(page)).flatMap(({ language, lines }) => {
    if (language === 'sh') return lines.map((command) => ({ command, shown: [] }));
    return language === 'console' ? consoleSteps(lines) : [];
  });

function consoleSteps(lines: readonly string[]): Step[] {
  const found: { command: string; shown: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith('$ ')) found.push({ command: line.slice(2), shown: [] });
    else found.at(-1)!.shown.push(line);
  }
  return found;
}

/** Figures that differ from run to run and machine to machine. */
function steady(line: string): string {
  return line
    .replace(/\d+ pages, \d+ requests/, 'N pages, N requests')
    .replace(/in \d+\.\d s/, 'in N s')
    .replace(/\d+\.\d+\.\d+ \(needs/, 'N (needs')
    .trimEnd();
}

let web: DemoWeb;
let context: ProgramContext;
const exported: string[] = [];
const results = new Map<string, Ran>();

beforeAll(async () => {
  web = await startDemoWeb({ hurry: true });
  context = openProgram({
    GEOTRAWL_NETWORK__ALLOW_PRIVATE: 'true',
    GEOTRAWL_NETWORK__RESOLVE: [...web.resolve, web.elsewhere].join(),
    GEOTRAWL_POLITENESS__DELAY_MS: '0',
  });
});

afterAll(async () => {
  context.clear();
  await web.close();
});

/** Each command once: README and tutorial share the folder, and the crawl of the demo web takes six seconds. */
async function runOnce(written: string): Promise<Ran> {
  const command = placeholders.reduce((text, [from, to]) => text.replaceAll(from, to), written);
  if (command.startsWith('export ')) exported.push(command);
  const line = command === demo ? demo : [...exported, command].join(' && ');
  const ran = results.get(line) ?? (await context.run(line));
  results.set(line, ran);
  return ran;
}

describe.each(['README.md', 'docs/tutorial.md'])('%s', (page) => {
  it('has commands', () => expect(steps(page).length).toBeGreaterThan(3));

  it.each(steps(page))('$command', { timeout: 120_000 }, async ({ command, shown }) => {
    const { status, output } = await runOnce(command);
    expect([status, output]).toEqual([0, output]);
    const lines = output.split('\n').map(steady);
    for (const line of shown.filter((each) => each !== '…')) expect(lines).toContain(steady(line));
  });
});

it('shows in the picture what the program prints (npx tsx scripts/readme-picture.mts draws it)', async () => {
  const svg = readPage('docs/demo.svg');
  const drawn = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) =>
    text!.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
  const crawl = await runOnce('npm ci && npm start');
  const search = await runOnce('npx geotrawl search forest --db geotrawl-data/demo.db');
  const printed = `${crawl.output}\n${search.output}`.split('\n').map(steady);
  expect(drawn.length).toBeGreaterThan(10);
  for (const line of drawn.filter((each) => !each.startsWith('$ '))) {
    const whole = steady(line).replace(/…$/, '');
    expect([line, printed.some((each) => (line.endsWith('…') ? each.startsWith(whole) : each === whole))]).toEqual([
      line,
      true,
    ]);
  }
});

it('docs/cli.md shows the events of a crawl as they are', async () => {
  const seed = 'http://maps.geodata-agency.example/ http://www.geodata-agency.example/services/discontinued.html';
  const { output } = await context.run(`geotrawl crawl ${seed} --depth 1 --ndjson --quiet --db events.db`);
  const events = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const shapes = codeBlocks(sections(readPage('docs/cli.md'), 2).get('crawl')!)[0]!.lines;
  for (const shape of shapes) {
    const [, type, ...keys] = [...shape.matchAll(/"(\w+)"/g)].map(([, key]) => key!);
    const event = events.find((each) => each.type === type)!;
    const members = Object.keys(type === 'found' ? (event.resource as object) : event);
    const expected = type === 'found' ? keys.slice(1) : ['type', ...keys, 'ts', 'schema'];
    expect([type, members]).toEqual([type, type === 'found' ? expect.arrayContaining(expected) : expected]);
  }
});
