// No kind may suspect a link that the prefilter drops: it would never be evaluated.
import { expect, it } from 'vitest';
import { benchmarkUrls } from '../../test/corpus/corpus.ts';
import { kinds } from '../kinds/index.ts';
import type { Link } from '../model/link.ts';
import { mayBeService } from './link-prefilter.ts';

function link(url: string, anchor = '', window = ''): Link {
  return { url, foundBy: 'link', anchor, window, nofollow: false };
}

function bestSuspicion(one: Link): number {
  return Math.max(...kinds.map((kind) => kind.suspect(one)));
}

const addresses = benchmarkUrls();

it.runIf(addresses.length > 0)('lets no real address go that a kind suspects', () => {
  const lost = addresses.map(({ url }) => link(url)).filter((one) => !mayBeService(one) && bestSuspicion(one) > 0);
  const passed = addresses.filter(({ url }) => !mayBeService(link(url))).length;
  console.log(`${passed} of ${addresses.length} real addresses need no further look; ${lost.length} lost`);
  expect(lost.map(({ url }) => url)).toEqual([]);
});

const words = [
  ...[
    'WMS',
    'wfs',
    'WCS 2.0',
    'WMTS',
    'WPS',
    'SOS',
    'CSW',
    'OGC API',
    'ogc-api',
    'STAC',
    'STAC API',
    'Web Map Service',
  ],
  ...[
    'Web Feature Service',
    'GetCapabilities',
    'CKAN',
    'ERDDAP',
    'THREDDS',
    'OPeNDAP',
    'Hyrax',
    'GeoNetwork',
    'GeoNode',
  ],
  ...[
    'OAI-PMH',
    'GeoRSS',
    'SensorThings',
    'openEO',
    'TileJSON',
    'Tile Map Service',
    'Catalogue Service',
    'FGDC',
    'DCAT',
  ],
  ...['WSDL', 'WADL', 'OpenAPI', 'Swagger'],
];

it.each(words)('passes a link called %j to the kinds', (word) => {
  const plain = 'http://agency.example/x/y';
  const isSuspected =
    bestSuspicion(link(plain, word)) > 0 || bestSuspicion(link(plain, '', `see our ${word} here`)) > 0;
  if (isSuspected)
    expect([mayBeService(link(plain, word)), mayBeService(link(plain, '', `see our ${word} here`))]).toEqual([
      true,
      true,
    ]);
});

const endings = [
  ...[
    'csv',
    'tsv',
    'asc',
    'hgt',
    'dem',
    'grd',
    'dwg',
    'dxf',
    'esrijson',
    'fgb',
    'arrow',
    'arrows',
    'feather',
    'ipc',
    'geojson',
  ],
  ...[
    'geojsonl',
    'geojsonseq',
    'ndjson',
    'jsonl',
    'gpkg',
    'geoparquet',
    'parquet',
    'gpq',
    'tif',
    'tiff',
    'gtiff',
    'gtif',
    'cog',
  ],
  ...[
    'gml',
    'citygml',
    'gpx',
    'grib',
    'grib2',
    'grb',
    'grb2',
    'grib1',
    'he5',
    'h5',
    'hdf5',
    'hdf',
    'jp2',
    'j2k',
    'jpx',
    'jpf',
  ],
  ...[
    'kml',
    'kmz',
    'las',
    'laz',
    'mbtiles',
    'nc',
    'nc4',
    'cdf',
    'netcdf',
    'nc3',
    'pmtiles',
    'shp',
    'shz',
    'zip',
    'gdb.zip',
  ],
  ...[
    'sqlite',
    'spatialite',
    'db',
    'sqlite3',
    'topojson',
    'topo',
    'json',
    'xml',
    'dds',
    'das',
    'dmr',
    'ttl',
    'rdf',
    'jsonld',
    'zarr',
  ],
  ...['wsdl', 'wadl', 'asmx', 'svc', 'yaml'],
];

it.each(endings)('passes a file that ends in .%s to the kinds', (ending) => {
  const file = link(`http://agency.example/x/y.${ending}`);
  expect([bestSuspicion(file) > 0, mayBeService(file)]).not.toEqual([true, false]);
});
