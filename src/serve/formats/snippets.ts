// Code snippets that use a record in common tools. Harvested text is always a quoted string, never code.
import type { Layer, Resource } from '../../model/resource.ts';
import { accessOf, openEnded } from './record-access.ts';

export const snippetForms = ['curl', 'gdal', 'python', 'r', 'maplibre', 'openlayers', 'leaflet'] as const;
export type SnippetForm = (typeof snippetForms)[number];

interface Parts {
  readonly kind: string;
  readonly href: string;
  /** Name of the first layer that can be requested. */
  readonly layer: string;
  readonly record: Resource;
}

/** Null if the tool doesn't support the kind. */
export function snippet(record: Resource, form: SnippetForm): string | null {
  const layer = record.layers.find((one: Layer) => one.name !== null)?.name ?? '';
  const parts = { kind: record.kind, href: accessOf(record).href, layer, record };
  const text = writers[form](parts);
  return text === null ? null : `${text}\n`;
}

const writers: Readonly<Record<SnippetForm, (parts: Parts) => string | null>> = {
  curl: ({ record }) => `curl --location ${shell(record.url)}`,
  gdal: gdalSnippet,
  python: pythonSnippet,
  r: rSnippet,
  maplibre: (parts) => browserSnippet(parts, 'maplibre'),
  openlayers: (parts) => browserSnippet(parts, 'openlayers'),
  leaflet: (parts) => browserSnippet(parts, 'leaflet'),
};

/** A string literal valid in JavaScript, Python and R, on a single line. */
const text = (value: string) =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const shell = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;

const vectorFiles = new Set(
  'geojson geopackage flatgeobuf shapefile kml kmz gml gpx geoparquet topojson geojson-seq csv'.split(' '),
);
const rasterFiles = new Set('geotiff jpeg2000 netcdf grib'.split(' '));

/** The GDAL data source, and whether it is vector data. */
function gdalSource({ kind, href }: Parts): { readonly source: string; readonly isVector: boolean } | null {
  const prefixes: Readonly<Record<string, readonly [string, boolean]>> = {
    wms: ['WMS:', false],
    wmts: ['WMTS:', false],
    wcs: ['WCS:', false],
    wfs: ['WFS:', true],
    csw: ['CSW:', true],
    'ogc-api-features': ['OAPIF:', true],
    'arcgis-feature-server': ['ESRIJSON:', true],
  };
  const found = prefixes[kind];
  if (found !== undefined) return { source: `${found[0]}${href}`, isVector: found[1] };
  if (!vectorFiles.has(kind) && !rasterFiles.has(kind)) return null;
  const zip = /\.zip$/i.test(new URL(href).pathname) ? '/vsizip/' : '';
  return { source: `${zip}/vsicurl/${href}`, isVector: vectorFiles.has(kind) };
}

function gdalSnippet(parts: Parts): string | null {
  const found = gdalSource(parts);
  if (found === null) return null;
  return `${found.isVector ? 'ogrinfo -so' : 'gdalinfo'} ${shell(found.source)}`;
}

/** OWSLib class names. */
const owslib: Readonly<Record<string, string>> = {
  wms: 'from owslib.wms import WebMapService as Service',
  wfs: 'from owslib.wfs import WebFeatureService as Service',
  wcs: 'from owslib.wcs import WebCoverageService as Service',
  wmts: 'from owslib.wmts import WebMapTileService as Service',
};

function pythonSnippet(parts: Parts): string | null {
  const { kind, href, record } = parts;
  if (kind === 'csw')
    return `from owslib.csw import CatalogueServiceWeb\n\ncsw = CatalogueServiceWeb(${text(href)})\ncsw.getrecords2(maxrecords=10)\nprint(csw.results, list(csw.records))`;
  const importLine = owslib[kind];
  if (importLine !== undefined) {
    const version = record.version === null ? '' : `, version=${text(record.version)}`;
    return `${importLine}\n\nservice = Service(${text(href)}${version})\nprint(list(service.contents))`;
  }
  const found = gdalSource(parts);
  if (found === null) return null;
  const [library, call] = found.isVector ? ['geopandas', 'read_file'] : ['rasterio', 'open'];
  return `import ${library}\n\ndata = ${library}.${call}(${text(found.source)})\nprint(data)`;
}

function rSnippet(parts: Parts): string | null {
  const found = gdalSource(parts);
  if (found === null) return null;
  return found.isVector ? `data <- sf::st_read(${text(found.source)})` : `data <- terra::rast(${text(found.source)})`;
}

type Library = 'maplibre' | 'openlayers' | 'leaflet';

function browserSnippet({ kind, href, layer }: Parts, library: Library): string | null {
  if (kind === 'wms' && layer !== '') return wmsSnippet(href, layer, library);
  if (kind === 'xyz') return tileSnippet(href, library);
  return kind === 'geojson' ? geoJsonSnippet(href, library) : null;
}

function wmsSnippet(href: string, layer: string, library: Library): string {
  const tiles = `${openEnded(href)}service=WMS&version=1.1.1&request=GetMap&layers=${encodeURIComponent(layer)}&styles=&format=image/png&transparent=true&srs=EPSG:3857&width=256&height=256&bbox={bbox-epsg-3857}`;
  const options: Readonly<Record<Library, string>> = {
    maplibre: `map.addSource('found', { type: 'raster', tileSize: 256, tiles: [${text(tiles)}] });\nmap.addLayer({ id: 'found', type: 'raster', source: 'found' });`,
    openlayers: `import TileLayer from 'ol/layer/Tile.js';\nimport TileWMS from 'ol/source/TileWMS.js';\n\nmap.addLayer(new TileLayer({ source: new TileWMS({ url: ${text(href)}, params: { LAYERS: ${text(layer)} } }) }));`,
    leaflet: `L.tileLayer.wms(${text(href)}, { layers: ${text(layer)}, format: 'image/png', transparent: true }).addTo(map);`,
  };
  return options[library];
}

function tileSnippet(href: string, library: Library): string {
  const options: Readonly<Record<Library, string>> = {
    maplibre: `map.addSource('found', { type: 'raster', tileSize: 256, tiles: [${text(href)}] });\nmap.addLayer({ id: 'found', type: 'raster', source: 'found' });`,
    openlayers: `import TileLayer from 'ol/layer/Tile.js';\nimport XYZ from 'ol/source/XYZ.js';\n\nmap.addLayer(new TileLayer({ source: new XYZ({ url: ${text(href)} }) }));`,
    leaflet: `L.tileLayer(${text(href)}).addTo(map);`,
  };
  return options[library];
}

function geoJsonSnippet(href: string, library: Library): string {
  const options: Readonly<Record<Library, string>> = {
    maplibre: `map.addSource('found', { type: 'geojson', data: ${text(href)} });\nmap.addLayer({ id: 'found', type: 'fill', source: 'found' });`,
    openlayers: `import GeoJSON from 'ol/format/GeoJSON.js';\nimport VectorLayer from 'ol/layer/Vector.js';\nimport VectorSource from 'ol/source/Vector.js';\n\nmap.addLayer(new VectorLayer({ source: new VectorSource({ url: ${text(href)}, format: new GeoJSON() }) }));`,
    leaflet: `fetch(${text(href)}).then((response) => response.json()).then((data) => L.geoJSON(data).addTo(map));`,
  };
  return options[library];
}
