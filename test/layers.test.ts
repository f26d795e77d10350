// The layout of the house, kept true: which folder of src/ may import which, no cycles, one door to the network.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Folder of src/ → the folders it may import besides itself. Files directly in src/ stand above all stages. */
const mayImport: Readonly<Record<string, string>> = {
  model: '',
  base: 'model',
  store: 'model base',
  seeds: 'model base',
  frontier: 'model base store',
  rank: 'model base classify',
  fetch: 'model base',
  extract: 'model base',
  kinds: 'model base',
  identify: 'model base',
  harvest: 'model base store',
  classify: 'model base',
  catalog: 'model base store',
  check: 'model base kinds store',
  search: 'model base store',
  tasks: 'model base store',
};
const stages = Object.keys(mayImport).join(' ');
const aboveAll: Readonly<Record<string, string>> = {
  'config.ts': 'model base',
  '(top)': `${stages} (top) config.ts`,
  serve: `${stages} (top) config.ts`,
  cli: `${stages} (top) config.ts serve lab/demo-web`,
};

/** Modules that open connections. Only fetch/ may: politeness and the address guard live there. */
const networkModules = ['undici', 'node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dns'];

const files = sourceFiles('src').filter((file) => !file.endsWith('.test.ts'));
const imports = new Map(files.map((file) => [file, importsOf(file)]));

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles.map(({ fileName }) => (fileName.startsWith('.') ? join(dirname(file), fileName) : fileName));
}

function folderOf(file: string): string {
  const [top, folder, rest] = file.split('/');
  if (top !== 'src') return `${top}/${folder}`;
  if (rest !== undefined) return folder!;
  return folder === 'config.ts' ? folder : '(top)';
}

it('lets folders import only what the table allows', () => {
  const breaches = [...imports].flatMap(([file, targets]) => {
    const from = folderOf(file);
    const allowed = `${from} ${mayImport[from] ?? aboveAll[from] ?? ''}`.split(' ');
    return targets
      .filter((target) => target.endsWith('.ts') && !allowed.includes(folderOf(target)))
      .map((target) => `${file} imports ${target}`);
  });
  expect(breaches).toEqual([]);
});

it('has no folder the table does not know', () => {
  const known = [...Object.keys(mayImport), ...Object.keys(aboveAll)];
  expect(files.map(folderOf).filter((folder) => !known.includes(folder))).toEqual([]);
});

it('has no import cycles', () => {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (state.get(file) === 'open') cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (state.has(file)) return;
    state.set(file, 'open');
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

it('opens connections in fetch/ alone', () => {
  const breaches = [...imports]
    .filter(([file]) => folderOf(file) !== 'fetch' && folderOf(file) !== 'serve')
    .filter(([, targets]) => targets.some((target) => networkModules.includes(target.replace('/promises', ''))))
    .map(([file]) => file);
  expect(breaches).toEqual([]);
});

it('parses addresses by readUrl, never after asking URL.canParse', () => {
  const askers = files.filter((file) => /(?<!`)\bURL\.canParse\(/.test(readFileSync(file, 'utf8')));
  expect(askers).toEqual([]);
});

it('reads process.env in config.ts alone', () => {
  const readers = files.filter((file) => /(?<!\/\/.*)\bprocess\.env\b/.test(readFileSync(file, 'utf8')));
  expect(readers.filter((file) => file !== 'src/config.ts')).toEqual([]);
});
