// TileJSON: a tileset described by tile URL templates.

import { arrayAt, type JsonObject, objectsAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Layer } from '../../model/resource.ts';
import { apiAddress, isTalk, splitAddress } from '../address/api-address.ts';
import { jsonTypes } from '../address/json-links.ts';
import { readBox } from '../geometry/json-extent.ts';
import { readSoftware } from '../ogc/ows/ows-software.ts';
import { textsAt } from '../records/json-collection.ts';

/** Members of TileJSON besides `tiles`; servers omit `tilejson` itself (real-servers.md, fact 11). */
const members = ['minzoom', 'maxzoom', 'bounds', 'vector_layers', 'scheme', 'grids', 'center', 'attribution'];

export const tilejson: ResourceKind = {
  id: 'tilejson',
  title: 'TileJSON',
  family: 'service',
  specification: 'TileJSON 3.0.0 (from 1.0.0)',
  tier: 1,
  forms: ['json'],
  dataset: 'layer',
  suspect,
  probe: (url) => [{ url, accept: jsonTypes }],
  identify,
  describe,
  check: ({ endpoint }) => [{ url: endpoint, accept: jsonTypes }],
};

function suspect(link: Link): number {
  const { host, path } = splitAddress(link.url);
  if (isTalk(path)) return 0;
  if (/\/(?:tiles?|tilejson|source|metadata)\.json$|\.tilejson$|\/tilejson\.json/.test(path)) {
    return /tile|maps?\b|mbtiles|vector/.test(`${host}${path}`) ? 0.8 : 0.4;
  }
  if (/\/data\/[^/]+\.json$|\/services\/[^/]+$/.test(path) && /tile/.test(`${host}${path}`)) return 0.6;
  return /\btilejson\b/i.test(link.anchor) ? 0.6 : 0;
}

function identify(document: Document): readonly Identity[] {
  const json = readJsonObject(document);
  // ArcGIS vector tile services have tile templates too.
  if (json === undefined || 'layers' in json || 'tileInfo' in json) return [];
  const version = stringAt(json, 'tilejson');
  const hasTemplates = textsAt(json, 'tiles').some((template) =>
    /\{z\}|\{quadkey\}|\{bbox-epsg-3857\}/i.test(template),
  );
  const isTileJson = version === '' ? hasTemplates && members.some((name) => name in json) : Array.isArray(json.tiles);
  return isTileJson ? [{ kind: 'tilejson', version: version || null, endpoint: apiAddress(document.finalUrl) }] : [];
}

function describe(document: Document): Description {
  const json = readJsonObject(document) ?? {};
  const problems = new ProblemTally();
  const extent = readBox(boundsOf(json), problems);
  const layers = readLayers(json, { ...emptyLayer, extent, crs: ['EPSG:3857'], crsCount: 1 });
  return {
    ...emptyDescription,
    title: copyString(stringAt(json, 'name') || stringAt(json, 'id')),
    abstract: copyString(stringAt(json, 'description')),
    accessConstraints: copyString(stringAt(json, 'attribution')) || null,
    extent,
    layers,
    layerCount: layers.length,
    formats: [formatOf(json)].filter((format) => format !== ''),
    software: readSoftware(document, [stringAt(json, 'generator')]),
    problems: [...document.problems, ...problems.list()],
  };
}

/** MBTiles-based servers write the bounds as text. */
function boundsOf(json: JsonObject): readonly (string | number)[] {
  const texts = typeof json.bounds === 'string' ? json.bounds.split(',') : arrayAt(json, 'bounds');
  return texts as readonly (string | number)[];
}

/** The layers inside vector tiles; a raster tileset is one layer. */
function readLayers(json: JsonObject, common: Layer): readonly Layer[] {
  const inside = objectsAt(json, 'vector_layers').slice(0, 10_000);
  if (inside.length === 0) {
    const title = copyString(stringAt(json, 'name') || stringAt(json, 'id'));
    return [{ ...common, name: copyString(stringAt(json, 'id') || title) || null, title }];
  }
  return inside.map((layer) => {
    const id = copyString(stringAt(layer, 'id'));
    return { ...common, name: id || null, title: id, abstract: copyString(stringAt(layer, 'description')) };
  });
}

function formatOf(json: JsonObject): string {
  const [template = ''] = textsAt(json, 'tiles');
  const written = /\.(png|jpe?g|webp|avif|pbf|mvt)(?:[?@]|$)/i.exec(template)?.[1] ?? '';
  return stringAt(json, 'format') || written.toLowerCase();
}
