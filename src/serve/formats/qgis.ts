// Files for QGIS: a layer definition (.qlr) of one record, and connection lists for the data source manager.
import type { Layer, Resource } from '../../model/resource.ts';
import { accessOf } from './record-access.ts';
import { element, leaf, node, xmlDeclaration } from './xml-text.ts';

/** Layers per file: more would take QGIS minutes to open. */
const maxLayers = 50;

/** Null if QGIS has no provider for the kind. */
export function layerDefinition(record: Resource): string | null {
  return definition(record.title || record.endpoint, sourcesOf(record));
}

/** Layers of several records, topmost first; null if empty. */
export function mapDefinition(chosen: readonly { readonly record: Resource; readonly name: string }[]): string | null {
  const sources = chosen.flatMap(({ record, name }, n) => {
    const layers = record.layers.filter((layer) => layer.name === name);
    return sourcesOf({ ...record, layers }).map((source) => ({ ...source, id: `${source.id}_${n}` }));
  });
  return definition('Geotrawl', sources);
}

function definition(title: string, layers: readonly Source[]): string | null {
  if (layers.length === 0) return null;
  const tree = layers.map(({ id, name, provider, source }) =>
    element('layer-tree-layer', { id, name, checked: 'Qt::Checked', expanded: '1', providerKey: provider, source }),
  );
  const maps = layers.map(({ id, name, provider, source, type }) =>
    element(
      'maplayer',
      { type },
      leaf('id', id),
      leaf('datasource', source),
      leaf('layername', name),
      leaf('provider', provider),
    ),
  );
  const group = element('layer-tree-group', { name: title, checked: 'Qt::Checked', expanded: '1' }, ...tree);
  return `<!DOCTYPE qgis-layer-definition>\n${node('qlr', element('layer-tree-group', { name: '' }, group), node('maplayers', ...maps))}\n`;
}

interface Source {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly source: string;
  readonly type: 'raster' | 'vector';
}

interface Provider extends Pick<Source, 'provider' | 'type'> {
  readonly source: (href: string, layer: Layer & { readonly name: string }) => string;
}

/** QGIS providers of services by kind. */
const providers: Readonly<Record<string, Provider>> = {
  wms: { type: 'raster', provider: 'wms', source: wmsSource },
  wfs: {
    type: 'vector',
    provider: 'WFS',
    source: (href, { name }) => `pagingEnabled='true' typename='${quoted(name)}' url='${quoted(href)}' version='auto'`,
  },
  'ogc-api-features': {
    type: 'vector',
    provider: 'OAPIF',
    source: (href, { name }) => `pagingEnabled='true' typename='${quoted(name)}' url='${quoted(href)}'`,
  },
  'arcgis-feature-server': {
    type: 'vector',
    provider: 'arcgisfeatureserver',
    source: (href, { name }) => `crs='EPSG:4326' url='${quoted(`${href.replace(/\/$/, '')}/${name}`)}'`,
  },
  'arcgis-map-server': {
    type: 'raster',
    provider: 'arcgismapserver',
    source: (href, { name }) => `crs='EPSG:3857' format='PNG32' layer='${quoted(name)}' url='${quoted(href)}'`,
  },
};
const vectorFiles = ['geojson', 'geopackage', 'flatgeobuf', 'kml', 'gml', 'gpx'];

function sourcesOf(record: Resource): readonly Source[] {
  const { href } = accessOf(record);
  const [id, title] = [`geotrawl_${record.id}`, record.title || record.endpoint];
  if (vectorFiles.includes(record.kind))
    return [{ id, name: title, provider: 'ogr', source: `/vsicurl/${href}`, type: 'vector' }];
  const service = providers[record.kind];
  if (service === undefined) return [];
  const { provider, type, source } = service;
  const named = record.layers.flatMap((layer) => (layer.name === null ? [] : [{ ...layer, name: layer.name }]));
  return named.slice(0, maxLayers).map((layer, index) => ({
    id: `${id}_${index}`,
    name: layer.title || layer.name,
    provider,
    type,
    source: source(href, layer),
  }));
}

/** Provider parameters, encoded as QGIS does: the URL comes last. */
function wmsSource(href: string, layer: Layer & { readonly name: string }): string {
  const crs = layer.crs.includes('EPSG:3857') ? 'EPSG:3857' : 'EPSG:4326';
  return `contextualWMSLegend=0&crs=${crs}&dpiMode=7&format=image/png&layers=${encodeURIComponent(layer.name)}&styles=&url=${encodeURIComponent(href)}`;
}

function quoted(text: string): string {
  return text.replaceAll("'", "\\'");
}

/** Root and entry element of each list, by file name. */
const connectionLists = {
  'wms.xml': {
    root: 'qgsWMSConnections',
    entry: 'wms',
    kinds: ['wms', 'wms-c', 'wmts'],
    more: {
      ignoreGetMapURI: 'false',
      ignoreGetFeatureInfoURI: 'false',
      invertAxisOrientation: 'false',
      ignoreAxisOrientation: 'false',
      username: '',
      password: '',
    },
  },
  'wfs.xml': {
    root: 'qgsWFSConnections',
    entry: 'wfs',
    kinds: ['wfs', 'ogc-api-features'],
    more: { version: 'auto', maxnumfeatures: '', pagesize: '', pagingenabled: 'true', username: '', password: '' },
  },
  'wcs.xml': {
    root: 'qgsWCSConnections',
    entry: 'wcs',
    kinds: ['wcs'],
    more: { ignoreGetMapURI: 'false', username: '', password: '' },
  },
  'xyz.xml': {
    root: 'qgsXYZTilesConnections',
    entry: 'xyztiles',
    kinds: ['xyz', 'tms'],
    more: { zmin: '0', zmax: '19', username: '', password: '' },
  },
  'arcgis-features.xml': {
    root: 'qgsARCGISFEATURESERVERConnections',
    entry: 'arcgisfeatureserver',
    kinds: ['arcgis-feature-server', 'arcgis-map-server'],
    more: {},
  },
  'csw.xml': {
    root: 'qgsCSWConnections',
    entry: 'csw',
    kinds: ['csw'],
    more: { type: 'OGC CSW 2.0.2', username: '', password: '' },
  },
} as const;

/** The lists, built record by record; names are made unique, because QGIS keeps one connection per name. */
export async function* connectionFiles(
  records: AsyncIterable<Resource>,
): AsyncGenerator<readonly [file: string, text: string]> {
  const entries = new Map<string, string[]>();
  const names = new Map<string, number>();
  for await (const record of records) {
    const found = Object.entries(connectionLists).find(([, { kinds }]) =>
      (kinds as readonly string[]).includes(record.kind),
    );
    if (found === undefined) continue;
    const [file, { entry, more }] = found;
    const name = (record.title || record.endpoint).slice(0, 80);
    const count = (names.get(`${file} ${name}`) ?? 0) + 1;
    names.set(`${file} ${name}`, count);
    const version = record.kind === 'ogc-api-features' ? { version: 'OGC_API_FEATURES' } : {};
    const attributes = {
      name: count === 1 ? name : `${name} (${count})`,
      url: accessOf(record).href,
      ...more,
      ...version,
    };
    entries.set(file, [...(entries.get(file) ?? []), element(entry, attributes)]);
  }
  for (const [file, list] of entries) {
    const { root } = connectionLists[file as keyof typeof connectionLists];
    yield [
      file,
      `${xmlDeclaration}${element(root, { version: '1.0' }, ...list.map((entry) => `\n  ${entry}`), '\n')}\n`,
    ];
  }
}
