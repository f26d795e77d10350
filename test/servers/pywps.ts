// PyWPS with two small processes, which nobody runs.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTestFolder, type StoppableServer, startWsgi } from './running-server.ts';

export async function startPywps(): Promise<StoppableServer> {
  const folder = await makeTestFolder('pywps');
  const config = join(folder.path, 'pywps.cfg');
  await writeFile(config, configuration(folder.path));
  let running = await startWsgi('pywps', config);
  const { port } = running;
  return {
    url: `http://127.0.0.1:${port}/`,
    folder: folder.path,
    stop: () => running.stop(),
    start: async () => {
      running = await startWsgi('pywps', config, port);
    },
    close: async () => {
      await running.stop();
      await folder.remove();
    },
  };
}

/** The claimed address is not the one it runs at, as behind many a proxy. */
function configuration(folder: string): string {
  return `[metadata:main]
identification_title=Calculations on places
identification_abstract=Buffers and counts, made for a test.
identification_keywords=towns,lakes
provider_name=Test bench
contact_email=bench@example.org
[server]
url=http://processes.example.org/wps
outputpath=${folder}
workdir=${folder}
[logging]
level=ERROR
file=${folder}/pywps.log
database=sqlite:///${folder}/log.sqlite
`;
}
