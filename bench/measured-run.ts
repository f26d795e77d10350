// Runs a program and measures its cost, equally for every crawler.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Program {
  readonly command: string;
  readonly parameters: readonly string[];
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Cost {
  readonly exitCode: number;
  readonly wallSeconds: number;
  /** User and system time of the process and its children. */
  readonly cpuSeconds: number;
  readonly peakRssMb: number;
  /** The end of its stderr, for failures. */
  readonly lastWords: string;
}

/** The shell's builtin `time` reports the resources used by its children. */
const timed = 'TIMEFORMAT="cpu %U %S"; time "$@" >/dev/null';
const pollMs = 25;
const limitMs = 600_000;

export async function runMeasured({ command, parameters, folder, environment }: Program): Promise<Cost> {
  const startedAt = performance.now();
  const shell = spawn('bash', ['-c', timed, 'bash', command, ...parameters], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let said = '';
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  let peakRssMb = 0;
  const poll = setInterval(() => {
    peakRssMb = Math.max(peakRssMb, childPeakMb(shell));
  }, pollMs);
  const limit = setTimeout(() => process.kill(-shell.pid!, 'SIGKILL'), limitMs);
  const exitCode = await new Promise<number>((resolve, reject) => {
    shell.once('error', reject);
    shell.once('close', (code) => resolve(code ?? -1));
  });
  clearInterval(poll);
  clearTimeout(limit);
  const wallSeconds = (performance.now() - startedAt) / 1000;
  const [, user = Number.NaN, system = Number.NaN] = /cpu ([\d.]+) ([\d.]+)\s*$/.exec(said)?.map(Number) ?? [];
  return { exitCode, wallSeconds, cpuSeconds: user + system, peakRssMb, lastWords: said.slice(-400) };
}

/** High-water mark of the shell's child; 0 if unreadable (it has just ended, or this isn't Linux). */
function childPeakMb({ pid }: ChildProcess): number {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    const status = child ? readFileSync(`/proc/${child}/status`, 'utf8') : '';
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ESRCH') return 0;
    throw error;
  }
}
