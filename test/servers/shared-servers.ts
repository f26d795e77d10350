// Servers that all suites of a run share: where they live, and their end when the run ends.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeTestFolder } from './running-server.ts';

/** For vitest's `globalSetup`: suites start what they need in the folder, this ends whatever was started. */
export default async function shareServers(): Promise<() => Promise<void>> {
  const folder = await makeTestFolder('servers');
  await chmod(folder.path, 0o755);
  process.env.TEST_SERVERS_FOLDER = folder.path;
  return async () => {
    for (const name of readdirSync(folder.path)) await stopPostgres(join(folder.path, name, 'data', 'postmaster.pid'));
    await folder.remove();
  };
}

async function stopPostgres(pidFile: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT');
  for (let tries = 0; existsSync(pidFile) && tries < 200; tries++) await wait(50);
}
