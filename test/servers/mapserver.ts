// MapServer with a small map, as a CGI program on loopback.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCgiHost } from './cgi-host.ts';
import { makeTestFolder, type RunningServer } from './running-server.ts';
import { sampleExtent, writeSampleData } from './sample-data.ts';

/** Layers of the map, the group around them included. */
export const mapserverLayerCount = 3;

export async function startMapServer(): Promise<RunningServer> {
  const folder = await makeTestFolder('mapserver');
  await writeSampleData(folder.path);
  const map = join(folder.path, 'places.map');
  await writeFile(map, mapFile(folder.path));
  const config = join(folder.path, 'mapserver.conf');
  // MapServer 8 refuses `map=` unless a configuration file allows the folder.
  await writeFile(config, `CONFIG\n  ENV\n    MS_MAP_PATTERN "^${folder.path}/"\n  END\nEND\n`);
  const host = await startCgiHost('mapserv', '/usr/bin/mapserv', { MAPSERVER_CONFIG_FILE: config });
  return {
    url: `http://127.0.0.1:${host.port}/mapserv?map=${map}`,
    close: async () => {
      await host.close();
      await folder.remove();
    },
  };
}

function mapFile(folder: string): string {
  return `MAP
  NAME places
  SIZE 400 300
  EXTENT ${sampleExtent.join(' ')}
  SHAPEPATH "${folder}"
  IMAGETYPE png
  PROJECTION "init=epsg:4326" END
  WEB
    METADATA
      "ows_title" "Places of Europe"
      "ows_abstract" "Towns and lakes, made for a test."
      "ows_keywordlist" "towns,lakes,Europe"
      "ows_srs" "EPSG:4326 EPSG:3857 EPSG:3035"
      "ows_enable_request" "*"
      "ows_contactorganization" "Test bench"
    END
  END
${layer('towns', 'Towns', 'POINT', 'COLOR 200 0 0 SIZE 6')}
${layer('lakes', 'Lakes and inland seas', 'POLYGON', 'COLOR 60 120 220')}
END
`;
}

function layer(name: string, title: string, type: string, style: string): string {
  return `  LAYER
    NAME ${name}
    TYPE ${type}
    STATUS ON
    CONNECTIONTYPE OGR
    CONNECTION "${name}.geojson"
    PROJECTION "init=epsg:4326" END
    METADATA
      "ows_title" "${title}"
      "gml_include_items" "all"
    END
    CLASS STYLE ${style} END END
  END`;
}
