// Our source as plain JavaScript, so that the memory of a measured child doesn't include a compiler.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../', import.meta.url));
const readers = ['src/base', 'src/model', 'src/kinds'];

export interface CompiledSource {
  /** Folder of the compiled files, structured as in the repository. */
  readonly folder: string;
  remove(): void;
}

/** Compiles the readers and these additional files. `name` separates concurrent benches. */
export function compileReaders(name: string, ...files: readonly string[]): CompiledSource {
  // Inside node_modules, so that the compiled files find their dependencies.
  const folder = join(root, 'node_modules', '.cache', `geotrawl-bench-${name}`);
  const sources = readers.flatMap((one) => readdirSync(join(root, one)).map((file) => join(one, file)));
  for (const file of [...sources.filter((one) => !one.endsWith('.test.ts')), ...files]) {
    const compilerOptions = {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      rewriteRelativeImportExtensions: true,
    };
    const { outputText } = ts.transpileModule(readFileSync(join(root, file), 'utf8'), { compilerOptions });
    const out = join(folder, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, outputText);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
