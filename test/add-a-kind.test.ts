// Runs docs/add-a-kind.md: writes its files and executes its commands in the order of the page.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fixturesFor } from '../scripts/new-kind-fixtures.mts';
import {
  defaultFolders,
  families,
  forms,
  type KindSpec,
  kindSource,
  testSource,
} from '../scripts/new-kind-sources.mts';
import { openProgram, type Ran, root } from './built-program.ts';
import { readPage, sections } from './markdown.ts';
import { type Place, stepsOf, take, write } from './page-steps.ts';

const page = sections(readPage('docs/add-a-kind.md'), 2);

describe('a plugin kind', () => {
  const steps = stepsOf(page.get('A plugin kind')!);
  const context = openProgram();
  afterAll(() => context.clear());

  it('has a module, a configuration, a document and commands', () => expect(steps).toHaveLength(5));
  it.each(steps)('$name', (step) => take(step, context));

  it('is loaded by --kind-module and selected by --kinds', async () => {
    const flags = '--kind-module river-gauges.mjs --config /dev/null --kinds river-gauges';
    const { status, output } = await context.run(`geotrawl probe --file elbe.json ${flags} --json`);
    expect([status, JSON.parse(output)]).toMatchObject([0, { kind: 'river-gauges', layerCount: 2 }]);
  });
});

/** A copy of the repository without large folders; dependencies are shared. */
function openClone(): Place & { clear(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-clone-'));
  const excluded = new Set(['node_modules', '.git', 'dist', 'results']);
  cpSync(root, folder, { recursive: true, filter: (source) => !excluded.has(basename(source)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // Vitest marks child processes as its workers.
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^(?:GEOTRAWL|VITEST|npm)_|^(?:VITEST|TEST|NODE_ENV)$/.test(name),
  );
  const env = { ...Object.fromEntries(environment), NO_COLOR: '1' };
  const run = (command: string) =>
    new Promise<Ran>((resolve) => {
      execFile('/bin/sh', ['-c', command], { cwd: folder, env, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
        resolve({ status: error === null ? 0 : Number(error.code ?? 1), output: `${stdout}${stderr}` });
      });
    });
  return { folder, run, clear: () => rmSync(folder, { recursive: true, force: true }) };
}

const specs = families.flatMap((family) =>
  forms.map((form): KindSpec => {
    const [id, name] = [`tide-${family}-${form}`, `tide${family}${form}`];
    return { id, name, title: 'Tides', family, form, folder: defaultFolders[family] };
  }),
);

describe('a built-in kind', { timeout: 180_000 }, () => {
  const steps = stepsOf(page.get('A built-in kind')!);
  const clone = openClone();
  afterAll(() => clone.clear());

  // Before the page's own commands, so that its type check covers these as well.
  it('generates working code for every form and family', async () => {
    for (const spec of specs) {
      const files = {
        [`src/kinds/${spec.folder}/${spec.id}.ts`]: kindSource(spec),
        [`src/kinds/${spec.folder}/${spec.id}.test.ts`]: testSource(spec),
      };
      for (const [name, content] of Object.entries(fixturesFor(spec)))
        write(clone, `fixtures/${spec.id}/${name}`, content);
      for (const [path, content] of Object.entries(files)) write(clone, path, content);
    }
    // `new:kind` formats its output the same way.
    const { status, output } = await clone.run('npx biome check --write src/kinds && npx vitest run tide-');
    expect([status, output]).toEqual([0, expect.stringMatching(/Test Files +15 passed/)]);
  });

  it('has files and commands', () => expect(steps.length).toBeGreaterThan(8));
  it.each(steps)('$name', (step) => take(step, clone));

  it('refuses an id that is taken or invalid', async () => {
    const taken = await clone.run('npm run -s new:kind -- tide-table');
    expect([taken.status, taken.output]).toEqual([2, expect.stringContaining('The id "tide-table" is taken')]);
    const bad = await clone.run('npm run -s new:kind -- Tide_Table --form shp');
    expect([bad.status, bad.output]).toEqual([2, expect.stringContaining('"Tide_Table" isn\'t a valid id.')]);
  });
});
