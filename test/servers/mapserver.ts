// MapServer with a small map, as a CGI program on loopback.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCgiHost } from './cgi-host.ts';
import { makeTestFolder, type StoppableServer } from './running-server.ts';
import { sampleExtent, writeSampleData, writeSampleRaster } from './sample-data.ts';

/** Layers of the map, the group around them included. */
export const mapserverLayerCount = 3;

export async function startMapServer(): Promise<StoppableServer> {
  const folder = await makeTestFolder('mapserver');
  await writeSampleData(folder.path);
  await writeSampleRaster(folder.path);
  const map = join(folder.path, 'places.map');
  await writeFile(map, mapFile(folder.path));
  const config = join(folder.path, 'mapserver.conf');
  await writeFile(config, configFile(folder.path, map));
  const open = (port?: number) => startCgiHost('mapserv', '/usr/bin/mapserv', { MAPSERVER_CONFIG_FILE: config }, port);
  let host = await open();
  return {
    url: `http://127.0.0.1:${host.port}/mapserv?map=${map}`,
    folder: folder.path,
    stop: () => host.close(),
    start: async () => {
      host = await open(host.port);
    },
    close: async () => {
      await host.close();
      await folder.remove();
    },
  };
}

/** MapServer 8 refuses `map=` unless the folder is allowed; OGC API wants a short name for the map and templates. */
function configFile(folder: string, map: string): string {
  return `CONFIG
  ENV
    MS_MAP_PATTERN "^${folder}/"
    OGCAPI_HTML_TEMPLATE_DIRECTORY "/usr/share/mapserver/ogcapi/templates/html-plain/"
  END
  MAPS
    places "${map}"
  END
END
`;
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
${layer('towns', 'Towns', 'POINT', 'COLOR 200 0 0 SIZE 6', sensor)}
${layer('lakes', 'Lakes and inland seas', 'POLYGON', 'COLOR 60 120 220')}
${coverage}
END
`;
}

/** Makes the towns an offering of the SOS. */
const sensor = `
      "sos_procedure" "urn:example:gauge"
      "sos_offering_id" "gauges"
      "sos_offering_name" "Gauges of towns"
      "sos_offering_extent" "${sampleExtent.join(',')}"
      "sos_offering_timeextent" "2020-01-01/2020-12-31"
      "sos_observedproperty_id" "WaterLevel"
      "sos_observedproperty_name" "Water level"
      "sos_describesensor_url" "http://gauges.example.org/sensor.xml"`;

/** For WCS alone: the maps of the WMS stay as they are. */
const coverage = `  LAYER
    NAME heights
    TYPE RASTER
    STATUS ON
    DATA "heights.asc"
    PROJECTION "init=epsg:4326" END
    METADATA
      "ows_title" "Heights"
      "wms_enable_request" "!*"
      "wfs_enable_request" "!*"
      "wcs_label" "Heights"
      "wcs_rangeset_name" "height"
      "wcs_rangeset_label" "Height in meters"
      "wcs_formats" "GTiff"
      "wcs_extent" "${sampleExtent.join(' ')}"
      "wcs_size" "4 3"
      "wcs_resolution" "10.1 7.2"
    END
  END`;

function layer(name: string, title: string, type: string, style: string, metadata = ''): string {
  return `  LAYER
    NAME ${name}
    TYPE ${type}
    STATUS ON
    CONNECTIONTYPE OGR
    CONNECTION "${name}.geojson"
    TEMPLATE "queryable"
    PROJECTION "init=epsg:4326" END
    METADATA
      "ows_title" "${title}"
      "gml_include_items" "all"
      "ows_featureid" "name"${metadata}
    END
    CLASS STYLE ${style} END END
  END`;
}
