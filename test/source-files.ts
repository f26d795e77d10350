// The source files of a folder of this repository, for the tests that read the code itself.
import { existsSync, readdirSync } from 'node:fs';

/** Paths from the repository's root, with forward slashes; the demo web's own files are content, not code. */
export function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.(ts|mts|mjs|js)$/.test(file) && !file.startsWith('lab/demo-web/sites/'));
}
