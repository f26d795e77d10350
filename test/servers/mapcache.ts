// MapCache in front of a WMS that is never asked, as a CGI program on loopback.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCgiHost } from './cgi-host.ts';
import { makeTestFolder, type RunningServer } from './running-server.ts';
import { lakesExtent, townsExtent } from './sample-data.ts';

export async function startMapCache(): Promise<RunningServer> {
  const folder = await makeTestFolder('mapcache');
  const config = join(folder.path, 'mapcache.xml');
  await writeFile(config, configuration(folder.path));
  const host = await startCgiHost('mapcache', '/usr/lib/cgi-bin/mapcache', { MAPCACHE_CONFIG_FILE: config });
  return {
    url: `http://127.0.0.1:${host.port}/mapcache/`,
    close: async () => {
      await host.close();
      await folder.remove();
    },
  };
}

function configuration(folder: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<mapcache>
  <metadata>
    <title>Places of Europe, in tiles</title>
    <abstract>Towns and lakes, made for a test.</abstract>
  </metadata>
  <cache name="disk" type="disk"><base>${folder}/tiles</base></cache>
  <source name="places" type="wms">
    <getmap><params><FORMAT>image/png</FORMAT><LAYERS>towns</LAYERS></params></getmap>
    <http><url>http://127.0.0.1:9/never-asked</url></http>
  </source>
  <tileset name="towns">
    <metadata><title>Towns</title>${box(townsExtent)}</metadata>
    <source>places</source><cache>disk</cache><grid>WGS84</grid><grid>GoogleMapsCompatible</grid><format>PNG</format>
  </tileset>
  <tileset name="lakes">
    <metadata><title>Lakes</title>${box(lakesExtent)}</metadata>
    <source>places</source><cache>disk</cache><grid>GoogleMapsCompatible</grid><format>PNG</format>
  </tileset>
  <service type="wms" enabled="true"/>
  <service type="wmts" enabled="true"/>
  <service type="tms" enabled="true"/>
  <service type="kml" enabled="true"/>
  <lock_dir>${folder}</lock_dir>
</mapcache>
`;
}

/** Told in the capabilities of its WMTS; where it is missing, only layers on a grid in degrees have a box there. */
function box(extent: readonly number[]): string {
  return `<wgs84boundingbox>${extent.join(' ')}</wgs84boundingbox>`;
}
