// Redis for tests: an own server on a private port that keeps nothing on disk.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { loopbackPort } from './loopback-port.ts';
import { makeTestFolder } from './running-server.ts';

export interface RedisServer {
  readonly url: string;
  /** Everything in it is gone then. `start` brings it back at the same address. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const folder = await makeTestFolder('redis');
  const port = await loopbackPort();
  let child = await run(folder.path, port);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start: async () => {
      child = await run(folder.path, port);
    },
    close: async () => {
      await kill();
      await folder.remove();
    },
  };
}

async function run(folder: string, port: number): Promise<ChildProcess> {
  const network = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const child = spawn('redis-server', [...network, '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (said.includes('Ready to accept connections')) break;
  }
  if (!said.includes('Ready to accept connections')) throw new Error(`Redis did not start: ${said.slice(-1000)}`);
  child.stdout.resume();
  return child;
}
