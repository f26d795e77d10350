// Scaffolds a kind: `npm run new:kind -- <id> [--family service|catalog|file] [--form json|xml|html|text|binary] [--folder portals]`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fixturesFor } from './new-kind-fixtures.mts';
import { defaultFolders, families, forms, type KindSpec, kindSource, testSource } from './new-kind-sources.mts';

const root = fileURLToPath(new URL('../', import.meta.url));
const usage = `npm run new:kind -- <id> [--family ${families.join('|')}] [--form ${forms.join('|')}] [--folder ${Object.values(defaultFolders).join('|')}|…]`;

/** Invalid as the name of a constant. */
const reserved = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield kinds`.split(/\s+/),
);

/** Invalid input; printed without a stack trace. Nothing has been written. */
class UsageError extends Error {}

interface Edit {
  readonly path: string;
  readonly content: string | Uint8Array;
}

try {
  scaffold(readSpec());
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`new:kind: ${error.message}`);
  process.exitCode = 2;
}

function readSpec(): KindSpec {
  const { values, positionals } = readArguments();
  const [id, ...rest] = positionals;
  if (id === undefined || rest.length > 0) throw new UsageError(`Expected one id. Usage: ${usage}`);
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id) || id.length < 3 || id.length > 40) {
    throw new UsageError(`"${id}" isn't a valid id. Use 3 to 40 lower-case letters, digits and hyphens: tide-table.`);
  }
  const family = families.find((one) => one === values.family);
  const form = forms.find((one) => one === values.form);
  if (family === undefined)
    throw new UsageError(`--family must be one of ${families.join(', ')}, not "${values.family}".`);
  if (form === undefined) {
    throw new UsageError(
      `--form must be one of ${forms.join(', ')}, not "${values.form}". For archives copy src/kinds/files/vector/kmz.ts.`,
    );
  }
  const folder = values.folder ?? defaultFolders[family];
  if (!existsSync(join(root, 'src/kinds', folder))) throw new UsageError(`No such folder: src/kinds/${folder}.`);
  const name = id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return { id, name, title: id[0]!.toUpperCase() + id.slice(1).replaceAll('-', ' '), family, form, folder };
}

function readArguments() {
  try {
    const options = {
      family: { type: 'string', default: 'service' },
      form: { type: 'string', default: 'json' },
      folder: { type: 'string' },
    } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    const isUsage = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
    if (!isUsage) throw error;
    const [what = ''] = (error as Error).message.split('. ');
    throw new UsageError(`${what}. Usage: ${usage}`, { cause: error });
  }
}

function scaffold(spec: KindSpec): void {
  refuseDuplicate(spec);
  const written: readonly Edit[] = [
    { path: `src/kinds/${spec.folder}/${spec.id}.ts`, content: kindSource(spec) },
    { path: `src/kinds/${spec.folder}/${spec.id}.test.ts`, content: testSource(spec) },
    ...Object.entries(fixturesFor(spec)).map(([file, content]) => ({ path: `fixtures/${spec.id}/${file}`, content })),
  ];
  // All edits are computed before anything is written: if an anchor is missing, nothing changes.
  const changed = [addToRegistry(spec), addToLinkPrefilter(spec)];
  if (spec.form === 'html') changed.push(addToPagePrefilter(spec));
  for (const { path, content } of [...written, ...changed]) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const sources = [...written, ...changed].map(({ path }) => path).filter((path) => path.endsWith('.ts'));
  runTool('@biomejs/biome/bin/biome', ['check', '--write', ...sources]);
  runTool('tsx/dist/cli.mjs', ['scripts/kinds-table.mts']);
  console.log(`${summary('Wrote', written)}\n${summary('Changed', changed)}\n  docs/kinds.md\n${nextSteps(spec)}`);
}

function refuseDuplicate({ id, name }: KindSpec): void {
  const sources = readdirSync(join(root, 'src/kinds'), { recursive: true, encoding: 'utf8' });
  const fixtures = existsSync(join(root, 'fixtures', id)) ? `fixtures/${id}` : undefined;
  const existing = sources.find((path) => basename(path) === `${id}.ts`) ?? fixtures;
  if (existing !== undefined) throw new UsageError(`The id "${id}" is taken: ${existing} exists. Choose another.`);
  const isNameTaken = reserved.has(name) || readText('src/kinds/index.ts').includes(`import { ${name} }`);
  if (isNameTaken) throw new UsageError(`"${id}" becomes ${name} in code, and that name is taken. Choose another.`);
}

/** First in the registry: the generated format overlaps with no other kind. */
function addToRegistry({ id, name, folder }: KindSpec): Edit {
  const file = { path: 'src/kinds/index.ts', content: readText('src/kinds/index.ts') };
  const importing = insertAfter(
    file,
    /import type \{ ResourceKind \}.*\n/,
    `import { ${name} } from './${folder}/${id}.ts';\n`,
  );
  return insertAfter(importing, /export const kinds: .*\[\n/, `  ${name},\n`);
}

/** Links that match no prefilter term are never shown to a kind. */
function addToLinkPrefilter({ id }: KindSpec): Edit {
  const path = 'src/identify/link-prefilter.ts';
  return insertAfter({ path, content: readText(path) }, /new RegExp\(\n {2}\[\n/, `    '${id}',\n`);
}

/** The same for HTML pages. */
function addToPagePrefilter({ id }: KindSpec): Edit {
  const path = 'src/identify/page-prefilter.ts';
  return insertAfter({ path, content: readText(path) }, /\nconst \w+ = \[\n/, `  '${id}',\n`);
}

function insertAfter({ path, content }: Edit, anchor: RegExp, line: string): Edit {
  const match = anchor.exec(String(content));
  if (match === null) throw new Error(`${path} no longer matches ${anchor}. Update scripts/new-kind.mts.`);
  const end = match.index + match[0].length;
  return { path, content: String(content).slice(0, end) + line + String(content).slice(end) };
}

function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function runTool(script: string, parameters: readonly string[]): void {
  const result = spawnSync(process.execPath, [join(root, 'node_modules', script), ...parameters], {
    cwd: root,
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(`${script} failed:\n${result.stdout}${result.stderr}`);
}

function summary(heading: string, edits: readonly Edit[]): string {
  return [heading, ...edits.map(({ path }) => `  ${path}`)].join('\n');
}

function nextSteps({ id, folder }: KindSpec): string {
  return `
The kind reads a sample format, so that everything runs from the start. Next:
  1. Replace the files in fixtures/${id}/ with real responses and name their origin in SOURCES.md.
  2. Adapt src/kinds/${folder}/${id}.ts: readContents identifies and reads them, describe maps the contents.
  3. npx vitest run src/kinds/${folder}/${id}.test.ts
  4. npx vitest run test/conformance/kinds.test.ts -t 'kind ${id}'
  5. It is first in src/kinds/index.ts; move it below kinds that are more specific.
  6. npx tsx scripts/kinds-table.mts, then npm run check.
See docs/add-a-kind.md.`;
}
