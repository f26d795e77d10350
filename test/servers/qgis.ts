// QGIS Server with a project of one layer, by the small HTTP server its package brings.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeTestFolder, type RunningServer } from './running-server.ts';
import { writeSampleData } from './sample-data.ts';

/** The first request loads all of QGIS and takes seconds. */
const startTimeoutMs = 60_000;

export async function startQgisServer(): Promise<RunningServer> {
  const folder = await makeTestFolder('qgis');
  await writeSampleData(folder.path);
  const project = join(folder.path, 'places.qgs');
  await writeFile(project, projectFile(folder.path));
  const port = await freePort();
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
    return (await fetch(`${url}?SERVICE=WMS&REQUEST=GetCapabilities`)).ok;
  } catch (error) {
    // fetch reports a refused connection as a TypeError: the server is not up yet.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function projectFile(folder: string): string {
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis projectname="Places of Europe" version="3.22.16">
  <title>Places of Europe</title>
  <projectCrs><spatialrefsys><authid>EPSG:4326</authid></spatialrefsys></projectCrs>
  <layer-tree-group>
    <layer-tree-layer id="towns" name="Towns" providerKey="ogr" source="${folder}/towns.geojson" checked="Qt::Checked"/>
  </layer-tree-group>
  <projectlayers>
    <maplayer type="vector" geometry="Point" hasScaleBasedVisibilityFlag="0">
      <id>towns</id>
      <datasource>${folder}/towns.geojson</datasource>
      <layername>Towns</layername>
      <provider encoding="UTF-8">ogr</provider>
      <srs><spatialrefsys><authid>EPSG:4326</authid></spatialrefsys></srs>
    </maplayer>
  </projectlayers>
  <properties>
    <WMSServiceCapabilities type="bool">true</WMSServiceCapabilities>
    <WMSServiceTitle type="QString">Places of Europe</WMSServiceTitle>
  </properties>
</qgis>
`;
}
