// QGIS Server with a project, by the small HTTP server its package brings.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { emptyProject, placesProject } from './qgis-project.ts';
import { makeTestFolder, type RunningServer } from './running-server.ts';
import { writeSampleData, writeSampleRaster } from './sample-data.ts';

/** The first request loads all of QGIS and takes seconds. */
const startTimeoutMs = 60_000;

/** `samePort` is for starting again at the same address. */
export async function startQgisServer(
  content: 'places' | 'places and villages' | 'empty' = 'places',
  samePort?: number,
): Promise<RunningServer> {
  const folder = await makeTestFolder('qgis');
  await writeSampleData(folder.path);
  await writeSampleRaster(folder.path);
  const project = join(folder.path, 'places.qgs');
  await writeFile(
    project,
    content === 'empty' ? emptyProject : placesProject(folder.path, content === 'places and villages'),
  );
  const port = samePort ?? (await freePort());
  const child = spawn('/usr/bin/qgis_mapserver', ['-p', project, `127.0.0.1:${port}`], {
    env: { PATH: '/usr/bin:/bin', HOME: folder.path, QT_QPA_PLATFORM: 'offscreen', QGIS_PROJECT_FILE: project },
    stdio: 'ignore',
  });
  const close = async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await ended;
    await folder.remove();
  };
  const url = `http://127.0.0.1:${port}/`;
  const deadline = Date.now() + startTimeoutMs;
  while (!(await answers(url))) {
    if (Date.now() > deadline || child.exitCode !== null) {
      await close();
      throw new Error(`qgis_mapserver did not answer on port ${port}`);
    }
    await wait(200);
  }
  return { url, close };
}

/** qgis_mapserver must be told its port; it cannot choose one and say so. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port');
  return address.port;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch (error) {
    // fetch reports a refused connection as a TypeError: the server is not up yet.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
