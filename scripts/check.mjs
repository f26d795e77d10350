// `npm run check`: lint, format, types, dead code, import rules, silent catches and machine paths; prints which one failed.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findMachinePaths } from './machine-paths.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

const checks = [
  { name: 'lint and format', run: () => tool('@biomejs/biome/bin/biome', ['check', '.']) },
  { name: 'types', run: () => tool('typescript/bin/tsc', ['--noEmit', '-p', '.']) },
  { name: 'types of the browser code', run: () => tool('typescript/bin/tsc', ['--noEmit', '-p', 'web']) },
  { name: 'dead code', run: () => tool('knip/bin/knip.js', ['--no-progress']) },
  {
    name: 'import rules and silent catches',
    run: () => tool('vitest/vitest.mjs', ['run', 'test/layers.test.ts', 'test/silent-catch.test.ts']),
  },
  { name: 'machine paths', run: () => findMachinePaths(root) },
];

const failed = [];
for (const { name, run } of checks) {
  const started = Date.now();
  const output = run();
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${output === null ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (output === null) continue;
  failed.push(name);
  console.log(output);
}
if (failed.length > 0) {
  console.log(`check failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** Runs a program from node_modules; null on success, else its output. */
function tool(script, parameters) {
  const result = spawnSync(process.execPath, [`${root}node_modules/${script}`, ...parameters], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return result.status === 0 ? null : `${result.stdout}${result.stderr}${result.error?.message ?? ''}`.trim();
}
