// Zarr stores, versions 2 and 3, with geographic metadata.

import { arrayAt, isObject, type JsonObject, objectAt, readJsonObject, stringAt } from '../../../base/json/json.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import { baseName } from '../../../base/url/file-name.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Extent } from '../../../model/extent.ts';
import type { CheckRequest, ResourceKind } from '../../../model/kind.ts';
import type { Link } from '../../../model/link.ts';
import type { Description, Layer, Resource } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';
import { readCfDescription, readCfExtent, readCfTime } from './cf-attributes.ts';

export const zarr: ResourceKind = {
  id: 'zarr',
  title: 'Zarr store',
  family: 'file',
  specification: 'Zarr 2 (OGC 21-050r1) and 3; CF conventions, GeoZarr',
  tier: 2,
  forms: ['json'],
  dataset: 'array',
  suspect,
  probe: (url) => {
    const root = storeUrl(url);
    return [{ url: `${root}/.zmetadata` }, { url: `${root}/zarr.json` }, { url: `${root}/.zattrs` }];
  },
  identify: (document) => {
    const store = readStore(document);
    return store === null || !isGeographic(store)
      ? []
      : [{ kind: 'zarr', version: store.version, endpoint: storeUrl(file.fileEndpoint(document)) }];
  },
  describe,
  check: ({ url, endpoint }: Resource) => [
    { url, operation: 'metadata', next: (document) => firstChunks(document, endpoint) },
  ],
};

interface ZarrArray {
  readonly name: string;
  readonly attributes: JsonObject;
  readonly dimensions: readonly string[];
  readonly isArray: boolean;
}

interface ZarrStore {
  readonly version: string;
  readonly attributes: JsonObject;
  readonly nodes: readonly ZarrArray[];
}

const maxNodes = 10_000;

/**
 * The first chunk of a coordinate: chunks of other arrays may be missing if they hold only the fill value (Zarr 2,
 * "missing chunks"; Zarr 3, fill value).
 */
function firstChunks(document: Document, root: string): readonly CheckRequest[] {
  const store = readStore(document);
  const coordinate = store?.nodes.find(
    ({ name, dimensions, isArray }) => isArray && dimensions.length === 1 && dimensions[0] === name,
  );
  if (store == null || coordinate === undefined) return [];
  const url = `${root}/${coordinate.name}/${store.version === '3' ? 'c/0' : '0'}`;
  return [{ url, range: [0, 1023], operation: 'first chunk', dataset: coordinate.name, expects: 'bytes' }];
}

function suspect(link: Link): number {
  const path = link.url.replace(/[?#].*$/s, '');
  if (/\/(?:\.zmetadata|\.zattrs|\.zgroup)$/.test(path)) return 0.95;
  if (/\/zarr\.json$/.test(path)) return 0.9;
  return /\.zarr\/?$/i.test(path) ? 0.8 : 0;
}

/** The URL of the store without the name of its metadata file. */
function storeUrl(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/(?:\.zmetadata|\.zattrs|\.zgroup|zarr\.json)?$/, '');
}

function readStore(document: Document): ZarrStore | null {
  const value = readJsonObject(document);
  if (value === undefined) return null;
  if (value.zarr_format === 3 && typeof value.node_type === 'string') return readVersion3(value);
  const metadata = objectAt(value, 'metadata');
  if (value.zarr_consolidated_format !== undefined && metadata !== null) return readVersion2(metadata);
  // Attributes only: identified by their own URL.
  return /\/\.zattrs$/.test(document.finalUrl.replace(/[?#].*$/s, ''))
    ? { version: '2', attributes: value, nodes: [] }
    : null;
}

function readVersion3(value: JsonObject): ZarrStore {
  const consolidated = objectAt(objectAt(value, 'consolidated_metadata') ?? {}, 'metadata') ?? {};
  const nodes = Object.entries(consolidated)
    .slice(0, maxNodes)
    .flatMap(([name, node]) => (isObject(node) ? [readNode(name, node, objectAt(node, 'attributes'))] : []));
  return { version: '3', attributes: objectAt(value, 'attributes') ?? {}, nodes };
}

function readNode(name: string, node: JsonObject, attributes: JsonObject | null): ZarrArray {
  const names = arrayAt(node, 'dimension_names').map(String);
  return {
    name: copyString(name),
    attributes: attributes ?? {},
    dimensions: names,
    isArray: node.node_type === 'array',
  };
}

function readVersion2(metadata: JsonObject): ZarrStore {
  const nodes: ZarrArray[] = [];
  for (const key of Object.keys(metadata).slice(0, 3 * maxNodes)) {
    if (!key.endsWith('/.zarray')) continue;
    const name = key.slice(0, -'/.zarray'.length);
    const attributes = objectAt(metadata, `${name}/.zattrs`) ?? {};
    nodes.push({
      name: copyString(name),
      attributes,
      dimensions: arrayAt(attributes, '_ARRAY_DIMENSIONS').map(String),
      isArray: true,
    });
  }
  return { version: '2', attributes: objectAt(metadata, '.zattrs') ?? {}, nodes };
}

const coordinateName = /^(?:lat|lon|latitude|longitude|nav_lat|nav_lon|xlat|xlong)$/i;

/** Has coordinates or attributes with a location. */
function isGeographic({ attributes, nodes }: ZarrStore): boolean {
  const geoKeys = /^(?:geospatial_(?:lat|lon|bounds)|proj:|spatial:|crs_wkt$|grid_mapping|crs$)/;
  const all = [attributes, ...nodes.map((node) => node.attributes)];
  if (all.some((one) => Object.keys(one).some((key) => geoKeys.test(key)))) return true;
  if (all.some((one) => /^(?:latitude|longitude|projection_[xy]_coordinate)$/.test(stringAt(one, 'standard_name'))))
    return true;
  return nodes.some(
    ({ name, dimensions }) => coordinateName.test(baseName(name)) || dimensions.some((one) => coordinateName.test(one)),
  );
}

function describe(document: Document): Description {
  const tally = new ProblemTally();
  const store = readStore(document);
  if (store === null) return file.describeFile(document, {});
  const attributes = new Map(
    Object.entries(store.attributes).map(([name, value]) => [name, isObject(value) ? '' : String(value ?? '')]),
  );
  const extent = readCfExtent(attributes, tally);
  if (extent === null) tally.add('extent.missing', 'The metadata of the store has no extent.');
  const time = readCfTime(attributes);
  const layers = store.nodes
    .filter((node) => node.isArray && !isCoordinate(node))
    .map((node) => describeArray(node, extent, time));
  const words = readCfDescription(attributes);
  const title = words.title || baseName(storeUrl(document.finalUrl)).replace(/\.zarr$/i, '');
  return file.describeFile(document, { ...words, title, extent, layers, formats: ['application/vnd+zarr'] }, tally);
}

/** A coordinate has the name of its only dimension. */
function isCoordinate({ name, dimensions }: ZarrArray): boolean {
  return (
    (dimensions.length === 1 && dimensions[0] === baseName(name)) ||
    coordinateName.test(baseName(name)) ||
    dimensions.length === 0
  );
}

function describeArray({ name, attributes }: ZarrArray, extent: Extent | null, time: string | null): Layer {
  const title = stringAt(attributes, 'long_name') || stringAt(attributes, 'standard_name') || name;
  return file.fileLayer(name, extent, file.noCrs, { title: copyString(title), time });
}
