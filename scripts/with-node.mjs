// Runs a command, `npm test` by default, with another Node version: `node scripts/with-node.mjs 22 [COMMAND …]`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));

function main([version, command = 'npm', ...parameters]) {
  if (version === undefined || !/^\d+(\.\d+){0,2}$/.test(version)) {
    console.error('usage: node scripts/with-node.mjs VERSION [COMMAND …], for example: node scripts/with-node.mjs 22');
    return 2;
  }
  const env = nodeEnvironment(fetchNode(version));
  const result = spawnSync(command, command === 'npm' && parameters.length === 0 ? ['test'] : parameters, {
    cwd: root,
    stdio: 'inherit',
    env,
  });
  if (result.error !== undefined) console.error(`Cannot run ${command}: ${result.error.message}`);
  return result.status ?? 1;
}

/**
 * Path of the Node binary of a version ("22" is the newest 22), fetched from the npm registry into `.cache/` on first
 * use. The registry's `node` package installs `node-<platform>-<arch>` in a script; this fetches that package itself.
 */
export function fetchNode(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(root, '.cache', `node-${version}`);
  const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false'];
  const result = spawnSync('npm', ['install', ...options, `${name}@${version}`], { cwd: folder, encoding: 'utf8' });
  if (result.status !== 0 || !existsSync(binary)) {
    throw new Error(`Cannot fetch ${name}@${version} from the npm registry: ${result.error?.message ?? result.stderr}`);
  }
  return binary;
}

/** The environment in which `node`, `npm` and what they start are of that binary's version. */
export function nodeEnvironment(binary) {
  return { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env.PATH ?? ''}` };
}
