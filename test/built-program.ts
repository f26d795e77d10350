// Runs the built program the way a person does: by name, in a shell, in a folder of its own, far from the internet.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../', import.meta.url));
const program = join(root, 'dist/src/cli/main.js');

export interface Ran {
  readonly status: number;
  /** What went to stdout, then what went to stderr. */
  readonly output: string;
}

export interface ProgramContext {
  readonly folder: string;
  /** Runs a shell command line in the folder; `npx geotrawl` and `geotrawl` are the built program. */
  run(command: string): Promise<Ran>;
  clear(): void;
}

/** `settings` are environment variables; others that begin with GEOTRAWL_ or name a proxy are kept away. */
export function openProgram(settings: Readonly<Record<string, string>> = {}): ProgramContext {
  if (!existsSync(program)) throw new Error('dist/ is missing: run `npm run build` first, or `npm test`.');
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-desk-'));
  const commands = join(folder, '.commands');
  mkdirSync(commands);
  writeFileSync(join(commands, 'geotrawl'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, {
    mode: 0o755,
  });
  writeFileSync(join(commands, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  symlinkSync(join(root, 'fixtures'), join(folder, 'fixtures'));
  const kept = Object.entries(process.env).filter(([name]) => !/^GEOTRAWL_|_PROXY$/i.test(name));
  const path = `${commands}${delimiter}${process.env.PATH}`;
  const env = { ...Object.fromEntries(kept), PATH: path, NO_COLOR: '1', ...settings };
  return {
    folder,
    run: (command) => runShell(command, folder, env),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runShell(command: string, cwd: string, env: Readonly<Record<string, string | undefined>>): Promise<Ran> {
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', command], { cwd, env, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      const status = error === null ? 0 : Number(error.code ?? 1);
      resolve({ status, output: `${stdout}${stderr}` });
    });
  });
}
