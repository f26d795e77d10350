// The comparable items of a record: its layers if they are datasets, and the record itself.
import { fingerprint } from '../../base/text/fingerprint.ts';
import { isPlaceholderAbstract, isPlaceholderProvider, isPlaceholderTitle } from '../../describe/placeholder.ts';
import type { Layer, Resource } from '../../model/resource.ts';
import { folded, foldedName, numbersIn } from './distinctive-terms.ts';
import type { Content, Item } from './item.ts';
import { type Server, serverOf } from './server-of.ts';

/** Kinds whose layers are datasets; layers of other kinds describe datasets elsewhere, or are parts of one. */
const layerKinds =
  /^(?:wms|wms-c|wfs|wcs|wmts|tms|arcgis-(?:map|feature|image|scene|vector-tile)-server|arcgis-layer|ogc-api-(?:features|tiles|maps|coverages|edr)|stac-api|stac-collection|geopackage|spatialite|file-geodatabase|shapefile|geojson|geojson-seq|geotiff|flatgeobuf|geoparquet|csv|gml|topojson)$/;
/** Kinds whose layers are metadata records, compared by identifier only. */
const recordKinds = /^(?:iso19139|fgdc|csw-records|dcat|oai-pmh)$/;
/** One dataset, however many variables, folders or assets it has. */
const wholeKinds = /^(?:opendap|stac-item|kml|kmz|netcdf|zarr|hdf5|grib|gpx|maplibre-style)$/;

/** Prefixes that software adds to every name. */
const emptyPrefixes = new Set(['ms', 'qgs', 'feature', 'gml']);

/** Shorter abstracts aren't distinctive. */
const informativeAbstract = 40;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const doi = /\b10\.\d{4,9}\/[^\s"<>?#&]{1,100}/gi;

/** Limits: identifiers read per text, and kept per item. */
const maxIds = 4;

export interface RecordItems {
  readonly items: readonly Item[];
  /** Position of the only dataset, represented by the record itself; null if there are several or none. */
  readonly sole: number | null;
}

interface Leaf {
  readonly position: number;
  readonly layer: Layer;
}

export function readItems(resource: Resource): RecordItems {
  const leaves = leavesOf(resource);
  const server = serverOf(resource.endpoint);
  const content = contentOf(resource, leaves);
  const sole = leaves.length === 1 ? leaves[0]! : null;
  const context = { resource, server, content };
  if (sole !== null || isWhole(resource, leaves)) {
    const item = { ...datasetItem(context, sole), layer: -1 };
    return { items: [item], sole: sole?.position ?? null };
  }
  const layers = leaves.map((leaf) => datasetItem(context, leaf));
  return { items: [serviceItem(context, leaves), ...uniqueOnly(layers)], sole: null };
}

function isWhole({ kind, family }: Resource, leaves: readonly Leaf[]): boolean {
  return wholeKinds.test(kind) || (family === 'file' && leaves.length === 0);
}

/** Requestable layers that aren't groups. */
function leavesOf({ kind, layers }: Resource): readonly Leaf[] {
  if (!layerKinds.test(kind) && !recordKinds.test(kind)) return [];
  const parents = new Set(layers.map(({ parent }) => parent));
  return layers.flatMap((layer, position) =>
    layer.name === null || parents.has(position) ? [] : [{ position, layer }],
  );
}

interface Context {
  readonly resource: Resource;
  readonly server: Server;
  readonly content: Content;
}

function commonOf({ resource, server, content }: Context) {
  const { id, kind, provider } = resource;
  const isAnonymous = provider === null || isPlaceholderProvider(provider);
  return { id, kind, server, content, organization: isAnonymous ? '' : folded(provider.organization ?? '') };
}

/** Null for a record that is one dataset without layers. */
function datasetItem(context: Context, leaf: Leaf | null): Item {
  const { resource, server, content } = context;
  const isSole = leaf === null || content.datasets <= 1;
  const layer = leaf?.layer;
  const isRecord = recordKinds.test(resource.kind);
  const { workspace, local } = splitName(isRecord ? '' : (layer?.name ?? ''), resource.kind);
  const title = titleOf(resource, layer, isSole);
  const words = folded(title);
  const abstract = layer?.abstract || (isSole ? resource.abstract : '');
  const tellsMore = abstract.length >= informativeAbstract && !isPlaceholderAbstract(abstract);
  return {
    ...commonOf(context),
    layer: leaf?.position ?? -1,
    is: 'dataset',
    workspace: workspace || folded(server.workspace),
    name: foldedName(local),
    title: words,
    isNamedOnly: foldedName(title) === foldedName(local) || foldedName(title) === foldedName(layer?.name ?? ''),
    numbers: new Set([...numbersIn(title), ...numbersIn(local)]),
    extent: layer?.extent ?? (isSole ? resource.extent : null),
    time: layer?.time ?? (isSole ? resource.time : null),
    featureCount: layer?.featureCount ?? null,
    ...idsIn(resource, layer ?? null, isSole),
    abstract: tellsMore ? folded(abstract) : '',
    isDemo: layer?.isDemo === true,
  };
}

function serviceItem(context: Context, leaves: readonly Leaf[]): Item {
  const { resource } = context;
  return {
    ...commonOf(context),
    layer: -1,
    is: 'service',
    workspace: '',
    name: '',
    title: folded(resource.title),
    isNamedOnly: false,
    numbers: new Set(numbersIn(resource.title)),
    extent: resource.extent,
    time: resource.time,
    featureCount: null,
    ids: [],
    recordTitles: [],
    abstract: '',
    isDemo: leaves.length > 0 && leaves.every(({ layer }) => layer.isDemo === true),
  };
}

/** Files are titled by their names; the record's title is used if it is more specific. */
function titleOf(resource: Resource, layer: Layer | undefined, isSole: boolean): string {
  const own = layer?.title ?? '';
  if (!isSole) return own;
  const isBare = own === '' || foldedName(own) === foldedName(layer?.name ?? '');
  return isBare && resource.title !== '' && !isPlaceholderTitle(resource.title)
    ? resource.title
    : own || resource.title;
}

/** 'topp:states', 'topp__states' of WCS 2.0; numbers aren't names, because each protocol counts on its own. */
function splitName(name: string, kind: string): { readonly workspace: string; readonly local: string } {
  const separator = kind === 'wcs' && name.includes('__') ? '__' : ':';
  const at = name.indexOf(separator);
  const hasPrefix = at > 0 && name.indexOf(separator, at + separator.length) < 0;
  const prefix = hasPrefix ? folded(name.slice(0, at)) : '';
  const local = hasPrefix ? name.slice(at + separator.length) : name;
  return { workspace: emptyPrefixes.has(prefix) ? '' : prefix, local: /^\d*$/.test(local) ? '' : local };
}

function contentOf(resource: Resource, leaves: readonly Leaf[]): Content {
  const own = leaves.filter(({ layer }) => layer.isDemo !== true);
  const names = own.map(({ layer }) => foldedName(splitName(layer.name ?? '', resource.kind).local)).sort();
  const titles = own.map(({ layer }) => folded(layer.title)).sort();
  const title = isPlaceholderTitle(resource.title) ? '' : folded(resource.title);
  const print = (list: readonly string[]) => (own.length === 0 ? '' : String(fingerprint(list.join('\n'))));
  const claimed = resource.claimedUrl === null ? '' : serverOf(resource.claimedUrl).alias;
  return {
    datasets: own.length,
    whole: print([title, ...names, '', ...titles]),
    names: names.includes('') ? '' : print(names),
    titles: titles.includes('') ? '' : print(titles),
    title,
    claimed,
  };
}

/** Identifiers of a record apply to its only dataset, not to each of many. */
function idsIn(resource: Resource, layer: Layer | null, isSole: boolean): Pick<Item, 'ids' | 'recordTitles'> {
  const records = isSole ? recordsOf(resource) : [];
  const texts = [
    layer?.name ?? '',
    ...(layer?.metadataUrls ?? []),
    ...records.map(({ id }) => id),
    ...(isSole ? resource.links.filter(({ url }) => url.includes('doi.org/')).map(({ url }) => url) : []),
  ];
  const ids = [...new Set(texts.slice(0, 50).flatMap(idsOf))];
  return { ids: ids.slice(0, maxIds), recordTitles: [...new Set(records.map(({ title }) => folded(title)))] };
}

function recordsOf({ provenance, fromRecords = [] }: Resource) {
  const first = provenance?.record === undefined ? [] : [provenance.record];
  return [...first, ...fromRecords.flatMap(({ records }) => records)].slice(0, maxIds);
}

function idsOf(text: string): readonly string[] {
  const head = text.slice(0, 2000);
  const found = [...(head.match(uuid) ?? []), ...(head.match(doi) ?? [])];
  return found.slice(0, maxIds).map((id) => id.toLowerCase().replace(/[.,;:)]+$/, ''));
}

/** An identifier shared by several layers of a record identifies none of them. */
function uniqueOnly(items: readonly Item[]): readonly Item[] {
  const counts = new Map<string, number>();
  for (const { ids } of items) for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return items.map((item) => {
    if (item.ids.length === 0) return item;
    return { ...item, ids: item.ids.filter((id) => counts.get(id) === 1) };
  });
}
