// The documentation, kept true: what the code knows is on its page, and nothing on the page is unknown to the code.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configTable, flagOf } from '../scripts/config-table.mts';
import { addNetworkOptions } from '../src/cli/options/common-options.ts';
import { exitCodes } from '../src/cli/output/exit-code.ts';
import { settings } from '../src/config.ts';
import { kinds } from '../src/kinds/index.ts';
import { errorCodes } from '../src/model/errors.ts';
import { problemCodes } from '../src/model/problem.ts';
import { probeDocument } from '../src/probe.ts';
import { openProgram, type ProgramContext, root } from './built-program.ts';
import {
  anchors,
  codeBlocks,
  headings,
  internalLinks,
  pages,
  readPage,
  sections,
  stripUnsafeUrls,
} from './markdown.ts';

const codes: readonly string[] = [...errorCodes, ...problemCodes, 'not-a-resource'];

/** There once `npm run test:full` has run. */
const writtenByFullRun = 'test/full/LAST-RUN.md';

/** Commands by name ('config show'), each with its long flags; '' for the program itself. */
const flags = new Map<string, string[]>();
let context: ProgramContext;

beforeAll(async () => {
  context = openProgram();
  const readHelp = async (command: string): Promise<void> => {
    const { output } = await context.run(`geotrawl ${command} --help`);
    const [own = ''] = output.split('\nGlobal Options:\n');
    const long = [...own.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag!);
    const below = [...(output.split('\nCommands:\n')[1] ?? '').matchAll(/^ {2}([a-z][\w-]*)/gm)].map(
      ([, name]) => name!,
    );
    const inner = below.filter((name) => name !== 'help').map((name) => `${command} ${name}`.trim());
    if (inner.length === 0 || command === '') flags.set(command, long);
    await Promise.all(inner.map(readHelp));
  };
  await readHelp('');
});

afterAll(() => context.clear());

function flagsIn(text: string): string[] {
  const cells = [...text.matchAll(/^\| (`-[^|]*) \|/gm)].map(([, cell]) => cell!);
  return cells.flatMap((cell) => [...cell.matchAll(/`(--[\w-]+)/g)].map(([, flag]) => flag!));
}

describe('docs/errors.md', () => {
  const text = readPage('docs/errors.md');

  it('has a heading for every code, and none for others', () => {
    expect(headings(text, 3).sort()).toEqual([...codes].sort());
  });

  it('gives the cause, the reaction and the fix of each', () => {
    for (const [code, section] of sections(text, 3)) {
      for (const part of ['Cause', 'What Geotrawl does', 'Fix'])
        expect([code, section]).toEqual([code, expect.stringContaining(`- **${part}:** `)]);
    }
  });

  it('has the anchor the command line prints', async () => {
    const { status, output } = await context.run('geotrawl show nowhere');
    const [, anchor = ''] = /docs\/errors\.md#(\S+)\)/.exec(output) ?? [];
    expect(status).toBe(exitCodes.storage);
    expect(anchors(text)).toContain(anchor);
    for (const code of codes) expect(anchors(text)).toContain(code.replace('.', ''));
  });
});

describe('docs/config.md', () => {
  it('has the table as generated (npx tsx scripts/config-table.mts writes it)', () => {
    expect(readPage('docs/config.md')).toContain(`<!-- table: begin -->\n${configTable()}<!-- table: end -->`);
  });

  it('names flags there are', () => {
    const known = [...flags.values()].flat();
    for (const flag of Object.values(flagOf)) expect(known).toContain(flag);
  });
});

it('docs/kinds.md lists every kind, and no other', () => {
  const listed = [...readPage('docs/kinds.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, id]) => id);
  expect(listed).toEqual(kinds.map(({ id }) => id));
});

describe('docs/cli.md', () => {
  const text = readPage('docs/cli.md');
  const byCommand = sections(text, 2);
  const fetching = new Command();
  addNetworkOptions(fetching);
  const network = fetching.options.map(({ long }) => long!);

  it('has a section for every command, and none for others', () => {
    const commands = [...flags.keys()].filter((command) => command !== '');
    expect([...byCommand.keys()].filter((heading) => heading !== 'Exit codes').sort()).toEqual(commands.sort());
  });

  it('lists the flags of every command, and no others', () => {
    for (const [command, section] of [['', text.split('\n## ')[0]!] as const, ...byCommand]) {
      if (command === 'Exit codes') continue;
      const shared = section.includes('And the network flags of `crawl`') ? network : [];
      const expected = flags.get(command)!.filter((flag) => command === '' || flag !== '--help');
      expect([command, [...flagsIn(section), ...shared].sort()]).toEqual([command, expected.sort()]);
    }
  });

  it('explains every exit code', () => {
    const section = byCommand.get('Exit codes')!;
    const explained = [...section.matchAll(/^\| (\d+) \||(\d+)(?= (?:and|are))/gm)].map(([, row, kept]) =>
      Number(row ?? kept),
    );
    expect(explained.sort()).toEqual(Object.values(exitCodes).sort());
  });

  it('shows the shape of a probe', () => {
    const [shape = ''] = codeBlocks(byCommand.get('probe')!).map(({ lines }) => lines.join(''));
    const [found = ''] = shape.split('}{');
    const bytes = Buffer.from(readPage('fixtures/wms/odd-extents.xml'));
    const [report] = [...probeDocument(bytes, { baseUrl: 'http://a.example/' })];
    expect(keysIn(found)).toEqual(keysOf(report));
  });
});

/** Every quoted name, in order. */
function keysIn(shape: string): string[] {
  return [...shape.matchAll(/"(\w+)"/g)].map(([, key]) => key!);
}

/** Names of an object's members, with those of the first member of a list behind the list's. */
function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return typeof value[0] === 'object' ? keysOf(value[0]) : [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}

describe.each(pages())('%s', (page) => {
  const text = readPage(page);

  it('has links that lead somewhere', () => {
    const dead = internalLinks(text).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchors(readPage(target)).has(anchor);
    });
    expect(dead).toEqual([]);
  });

  it('names files, settings and codes there are', () => {
    const quoted = [...stripUnsafeUrls(text).matchAll(/`([^`\s*<]+)`/g)].map(([, word]) => word!);
    const files = quoted.filter((word) =>
      /^(?:src|test|lab|bench|scripts|fixtures|docs|examples)\/[\w./-]*$/.test(word),
    );
    const missing = files.filter((file) => file !== writtenByFullRun && !existsSync(join(root, file)));
    expect(missing).toEqual([]);
    const names = quoted.filter((word) =>
      /^(?:crawl|politeness|network|policy|fetch|usage|body|extent|wms)\.[\w-]+$/.test(word),
    );
    const known = [...Object.keys(settings), ...codes];
    expect(names.filter((name) => !known.includes(name) && !name.endsWith('.ts'))).toEqual([]);
  });
});

it('numbers decisions without gaps', () => {
  const numbers = readdirSync(join(root, 'docs/decisions')).map((name) => Number.parseInt(name, 10));
  expect(numbers.sort((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
});
