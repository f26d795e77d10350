// Runs the built `geotrawl` command and captures its output.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const commandFile = join(root, 'dist/src/cli/main.js');

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
  /** Output on stderr and stdout so far. */
  readonly printed: () => string;
  /** Resolves when `text` was printed to either; rejects if the command ends without it. */
  says(text: string): Promise<void>;
}

export interface RunOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Settings of the user's environment must not change the outcome of tests. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (name: string) => /^(GEOTRAWL_|https?_proxy$|no_proxy$|no_color$|force_color$)/i.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)));
}

/** Starts the command; `start('crawl', …)` is `geotrawl crawl …`. */
export function start(parameters: readonly string[], options: RunOptions = {}): Running {
  if (!existsSync(commandFile)) throw new Error(`${commandFile} is missing: run \`npm run build\` first`);
  return startNode([commandFile, ...parameters], options);
}

/** The same for any script. */
export function startNode(parameters: readonly string[], options: RunOptions = {}): Running {
  const child = spawn(process.execPath, parameters, {
    cwd: options.cwd ?? scratch,
    env: { ...cleanEnvironment(), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text;
  });
  child.stdin.end(options.stdin ?? '');
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...printed }));
  });
  const all = () => printed.stderr + printed.stdout;
  return { child, ended, printed: all, says: (text) => waitForText(child, all, text) };
}

export function run(parameters: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return start(parameters, options).ended;
}

function waitForText(child: ChildProcess, printed: () => string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (printed().includes(text)) resolve();
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('close', () => reject(new Error(`it ended without saying "${text}":\n${printed()}`)));
    look();
  });
}

/** Every line parsed as JSON; throws on an invalid line. */
export function jsonLines(text: string): Record<string, unknown>[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('the last line has no end');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const scratch = mkdtempSync(join(tmpdir(), 'geotrawl-e2e-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let used = 0;

/** A unique path in this file's scratch folder. */
export function scratchPath(name = 'catalog.db'): string {
  used++;
  return join(scratch, `${used}-${name}`);
}
