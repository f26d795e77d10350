// A real server started by a test: where it answers and how it ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface RunningServer {
  /** The address of its WMS, without request parameters. */
  readonly url: string;
  close(): Promise<void>;
}

/** One that can be switched off and on again at the same address, its data untouched. */
export interface StoppableServer extends RunningServer {
  readonly folder: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface TestFolder {
  readonly path: string;
  remove(): Promise<void>;
}

export async function makeTestFolder(name: string): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), `geotrawl-${name}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The system's Python, which alone sees the system's packages; another may stand first in PATH. */
export const systemPython = '/usr/bin/python3';

/** Runs serve-wsgi.py, which prints its port once it listens and ends when its input closes. */
export async function startWsgi(
  application: string,
  config: string,
  samePort = 0,
): Promise<{ port: number; stop(): Promise<void> }> {
  const script = fileURLToPath(new URL('./serve-wsgi.py', import.meta.url));
  const child = spawn(systemPython, [script, application, config, String(samePort)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    if (output.includes('\n')) break;
  }
  const port = Number(/listening on (\d+)/.exec(output)?.[1]);
  if (!Number.isInteger(port)) {
    await stop(child);
    throw new Error(`${application} did not start: ${complaints.slice(-1000)}`);
  }
  child.stdout.resume();
  return { port, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
