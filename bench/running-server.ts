// The built server as a separate process, for benches.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process until it listens. */
  readonly startMs: number;
  post(path: string, body?: object): Promise<Response>;
  stop(): Promise<void>;
}

/** For local use (`--local`), on any free port; `settings` are environment variables. */
export async function startBuiltServer(db: string, settings: Readonly<Record<string, string>>): Promise<RunningServer> {
  const begunMs = performance.now();
  const parameters = [command, 'serve', '--local', '--port', '0', '--db', db];
  const env = { ...process.env, GEOTRAWL_NETWORK__ALLOW_PRIVATE: 'true', ...settings };
  const server = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (text: Buffer) => {
      const found = /Serving \S+ at (\S+)\//.exec(String(text));
      if (found !== null) resolve(found[1]!);
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const startMs = performance.now() - begunMs;
  const headers = { 'content-type': 'application/json' };
  return {
    url,
    pid: server.pid!,
    startMs,
    post: (path, body = {}) => fetch(url + path, { method: 'POST', body: JSON.stringify(body), headers }),
    stop: async () => {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await gone;
    },
  };
}
