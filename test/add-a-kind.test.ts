// docs/add-a-kind.md, walked through: its files are written, its commands run, in the order of the page.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fixturesFor } from '../scripts/new-kind-fixtures.mts';
import { families, forms, type KindSpec, kindSource, testSource } from '../scripts/new-kind-sources.mts';
import { openDesk, type Ran, root } from './built-program.ts';
import { readPage, sections } from './markdown.ts';
import { type Place, stepsOf, take, write } from './page-steps.ts';

const page = sections(readPage('docs/add-a-kind.md'), 2);

describe('a kind of your own', () => {
  const steps = stepsOf(page.get('A kind of your own')!);
  const desk = openDesk();
  afterAll(() => desk.clear());

  it('has a module, a configuration, a document and commands', () => expect(steps).toHaveLength(5));
  it.each(steps)('$name', (step) => take(step, desk));

  it('is known from anywhere by its flag, and looked for alone', async () => {
    const flags = '--kind-module river-gauges.mjs --config /dev/null --kinds river-gauges';
    const { status, output } = await desk.run(`geotrawl probe --file elbe.json ${flags} --json`);
    expect([status, JSON.parse(output)]).toMatchObject([0, { kind: 'river-gauges', layerCount: 2 }]);
  });
});

/** The repository without what is large and not needed; dependencies are shared. */
function openClone(): Place & { clear(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-clone-'));
  const left = new Set(['node_modules', '.git', 'dist', 'results']);
  cpSync(root, folder, { recursive: true, filter: (source) => !left.has(basename(source)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // Vitest tells its children that they are its workers.
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:GEOTRAWL|VITEST|npm)_|^(?:VITEST|TEST|NODE_ENV)$/.test(name),
  );
  const env = { ...Object.fromEntries(kept), NO_COLOR: '1' };
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
    return { id, name, title: 'Tides', family, form };
  }),
);

describe('a kind for everybody', { timeout: 180_000 }, () => {
  const steps = stepsOf(page.get('A kind for everybody')!);
  const clone = openClone();
  afterAll(() => clone.clear());

  // Before the page's own commands, so that its type check looks at these as well.
  it('begins with code that works, whatever its form and family', async () => {
    for (const spec of specs) {
      const files = {
        [`src/kinds/${spec.id}.ts`]: kindSource(spec),
        [`src/kinds/${spec.id}.test.ts`]: testSource(spec),
      };
      for (const [name, content] of Object.entries(fixturesFor(spec)))
        write(clone, `fixtures/${spec.id}/${name}`, content);
      for (const [path, content] of Object.entries(files)) write(clone, path, content);
    }
    // What is left to formatting is formatted by `new:kind` itself.
    const { status, output } = await clone.run(
      'npx biome check --write src/kinds/tide-* && npx vitest run src/kinds/tide-',
    );
    expect([status, output]).toEqual([0, expect.stringMatching(/Test Files +15 passed/)]);
  });

  it('has files and commands', () => expect(steps.length).toBeGreaterThan(8));
  it.each(steps)('$name', (step) => take(step, clone));

  it('is refused with a plain sentence where the id is taken or bad', async () => {
    const taken = await clone.run('npm run -s new:kind -- tide-table');
    expect([taken.status, taken.output]).toEqual([2, expect.stringContaining('The id "tide-table" is taken')]);
    const bad = await clone.run('npm run -s new:kind -- Tide_Table --form shp');
    expect([bad.status, bad.output]).toEqual([2, expect.stringContaining('"Tide_Table" cannot be an id.')]);
  });
});
