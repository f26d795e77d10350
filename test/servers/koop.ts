// Koop, which speaks Esri's feature service over GeoJSON files; installed from npm on first use, into .cache/.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { makeTestFolder, type RunningServer } from './running-server.ts';
import { writeSampleData } from './sample-data.ts';

const folder = fileURLToPath(new URL('../../.cache/koop/', import.meta.url));
const packages = ['@koopjs/koop-core@10.4.19', '@koopjs/provider-file-geojson@2.2.0'];
const installMs = 240_000;

/** Null when Koop is there or could be installed, else why not. Its peers ask for versions that do not fit together. */
function installKoop(): string | null {
  if (existsSync(`${folder}installed`)) return null;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}package.json`, '{ "private": true }\n');
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
  const result = spawnSync('npm', ['install', ...options, ...packages], {
    cwd: folder,
    encoding: 'utf8',
    timeout: installMs,
  });
  if (result.status !== 0)
    return `npm install ${packages.join(' ')}: ${result.error?.message ?? result.stderr.slice(-300)}`;
  writeFileSync(`${folder}installed`, packages.join('\n'));
  return null;
}

/** A suite that needs Koop: it runs, is skipped saying why, or fails under CI. */
export function describeWithKoop(suite: () => void): void {
  const missing = installKoop();
  if (missing === null) describe('koop', suite);
  else if (process.env.CI === 'true') {
    describe('koop', () => {
      it('is installed', () => {
        throw new Error(`under CI nothing may be skipped: ${missing}`);
      });
    });
  } else describe.skip(`koop – skipped: ${missing}`, suite);
}

const program = `
const Koop = require('@koopjs/koop-core');
const koop = new Koop({ logLevel: 'error' });
// The provider puts its own folder before the path, whatever the path.
const dataDir = require('node:path').relative(process.cwd(), process.argv[1]);
koop.register(require('@koopjs/provider-file-geojson'), { dataDir });
const server = koop.server.listen(0, '127.0.0.1', () => console.log('listening on ' + server.address().port));
process.stdin.on('close', () => process.exit()).resume();
`;

/** Serves towns and lakes; `url` is the address below which the services lie. */
export async function startKoop(): Promise<RunningServer> {
  const data = await makeTestFolder('koop');
  await writeSampleData(data.path);
  const child = spawn(process.execPath, ['-e', program, data.path], {
    cwd: folder,
    env: { ...process.env, SUPPRESS_NO_CONFIG_WARNING: '1', NODE_PATH: `${folder}node_modules` },
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  let port = Number.NaN;
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    port = Number(/listening on (\d+)/.exec(output)?.[1]);
    if (Number.isInteger(port)) break;
  }
  if (!Number.isInteger(port)) throw new Error(`Koop did not start: ${output.slice(-1000)}`);
  child.stdout.resume();
  return {
    url: `http://127.0.0.1:${port}/file-geojson/rest/services`,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await data.remove();
    },
  };
}
