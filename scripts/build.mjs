// Builds dist/: compiles the sources, bundles the browser code, copies the other files, makes the command executable.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './build-web.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const command = `${root}dist/src/cli/main.js`;

rmSync(`${root}dist`, { recursive: true, force: true });
const tsc = spawnSync(
  process.execPath,
  [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}tsconfig.build.json`],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
if (tsc.status !== 0) {
  console.error('Build failed: fix the type errors above.');
  process.exit(tsc.status ?? 1);
}
cpSync(`${root}src`, `${root}dist/src`, {
  recursive: true,
  filter: (path) => statSync(path).isDirectory() || /\.(?:txt|json)$|checkpoint-thread\.mjs$/.test(path),
});
cpSync(`${root}lab/demo-web/sites`, `${root}dist/lab/demo-web/sites`, { recursive: true });
await buildWeb();
if (existsSync(command)) chmodSync(command, 0o755);
