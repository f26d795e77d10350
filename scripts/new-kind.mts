// Scaffolds a kind: `npm run new:kind -- <id> [--family service|catalog|file] [--form json|xml|html|text|binary]`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fixturesFor } from './new-kind-fixtures.mts';
import { families, forms, type KindSpec, kindSource, testSource } from './new-kind-sources.mts';

const root = fileURLToPath(new URL('../', import.meta.url));
const usage = `npm run new:kind -- <id> [--family ${families.join('|')}] [--form ${forms.join('|')}]`;

/** Names that cannot be the name of a constant. */
const reserved = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield kinds`.split(/\s+/),
);

/** A reason not to begin; told without a stack trace, and nothing has been written. */
class Refusal extends Error {}

interface Edit {
  readonly path: string;
  readonly content: string | Uint8Array;
}

try {
  scaffold(readSpec());
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(`new:kind: ${error.message}`);
  process.exitCode = 2;
}

function readSpec(): KindSpec {
  const { values, positionals } = readArguments();
  const [id, ...rest] = positionals;
  if (id === undefined || rest.length > 0) throw new Refusal(`Give one id. Usage: ${usage}`);
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id) || id.length < 3 || id.length > 40) {
    throw new Refusal(`"${id}" cannot be an id. Take 3 to 40 lower-case letters, digits and hyphens: tide-table.`);
  }
  const family = families.find((one) => one === values.family);
  const form = forms.find((one) => one === values.form);
  if (family === undefined) throw new Refusal(`--family is one of ${families.join(', ')}, not "${values.family}".`);
  if (form === undefined) {
    throw new Refusal(
      `--form is one of ${forms.join(', ')}, not "${values.form}". For archives begin with a copy of src/kinds/kmz.ts.`,
    );
  }
  const name = id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return { id, name, title: id[0]!.toUpperCase() + id.slice(1).replaceAll('-', ' '), family, form };
}

function readArguments() {
  try {
    const options = {
      family: { type: 'string', default: 'service' },
      form: { type: 'string', default: 'json' },
    } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    const isOurs = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
    if (!isOurs) throw error;
    const [what = ''] = (error as Error).message.split('. ');
    throw new Refusal(`${what}. Usage: ${usage}`, { cause: error });
  }
}

function scaffold(spec: KindSpec): void {
  refuseTaken(spec);
  const written: readonly Edit[] = [
    { path: `src/kinds/${spec.id}.ts`, content: kindSource(spec) },
    { path: `src/kinds/${spec.id}.test.ts`, content: testSource(spec) },
    ...Object.entries(fixturesFor(spec)).map(([file, content]) => ({ path: `fixtures/${spec.id}/${file}`, content })),
  ];
  // All edits are made before anything is written: a file that has changed its shape stops the whole.
  const changed = [registered(spec), told(spec), ...(spec.form === 'html' ? [signed(spec)] : [])];
  for (const { path, content } of [...written, ...changed]) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const sources = [...written, ...changed].map(({ path }) => path).filter((path) => path.endsWith('.ts'));
  runTool('@biomejs/biome/bin/biome', ['check', '--write', ...sources]);
  runTool('tsx/dist/cli.mjs', ['scripts/kinds-table.mts']);
  console.log(`${summary('Wrote', written)}\n${summary('Changed', changed)}\n  docs/kinds.md\n${nextSteps(spec)}`);
}

function refuseTaken({ id, name }: KindSpec): void {
  for (const path of [`src/kinds/${id}.ts`, `fixtures/${id}`]) {
    if (existsSync(join(root, path))) throw new Refusal(`The id "${id}" is taken: ${path} is there. Take another.`);
  }
  const isTaken = reserved.has(name) || readText('src/kinds/index.ts').includes(`import { ${name} }`);
  if (isTaken) throw new Refusal(`"${id}" would be called ${name} in the code, and that name is taken. Take another.`);
}

/** First of the registry: what it looks for is its own, and no other kind has to give way. */
function registered({ id, name }: KindSpec): Edit {
  const importing = insertAfter('src/kinds/index.ts', `import type { ResourceKind } from '../model/kind.ts';\n`, [
    `import { ${name} } from './${id}.ts';\n`,
  ]);
  return insertAfter(importing, 'export const kinds: readonly ResourceKind[] = [\n', [`  ${name},\n`]);
}

/** The first look at links lets go what no kind suspects. */
function told({ id }: KindSpec): Edit {
  return insertAfter('src/identify/telling.ts', 'const inAddress = new RegExp(\n  [\n', [`    '${id}',\n`]);
}

/** The same for pages. */
function signed({ id }: KindSpec): Edit {
  return insertAfter('src/identify/page-signs.ts', 'const claimed = [\n', [`  '${id}',\n`]);
}

function insertAfter(file: string | Edit, anchor: string, lines: readonly string[]): Edit {
  const { path, content } = typeof file === 'string' ? { path: file, content: readText(file) } : file;
  const at = String(content).indexOf(anchor);
  if (at < 0) throw new Refusal(`${path} has no line "${anchor.trim()}" any more; mend scripts/new-kind.mts.`);
  const end = at + anchor.length;
  return { path, content: String(content).slice(0, end) + lines.join('') + String(content).slice(end) };
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

function nextSteps({ id }: KindSpec): string {
  return `
It recognizes a made-up format, so that everything runs from the start. Next:
  1. Put real answers in the place of fixtures/${id}/, and say in its SOURCES.md where they come from.
  2. Teach src/kinds/${id}.ts to read them: readContents says what is ours, describe what it holds.
  3. npx vitest run src/kinds/${id}.test.ts
  4. npx vitest run test/conformance/kinds.test.ts -t 'kind ${id}'
  5. It stands first in src/kinds/index.ts; move it down where others are more specific.
  6. npx tsx scripts/kinds-table.mts, then npm run check.
docs/add-a-kind.md explains each.`;
}
