// I3S: an indexed 3D scene layer, below a scene service or in a folder.

import { type JsonObject, numberAt, objectAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Layer } from '../../model/resource.ts';
import { addressBelow, apiAddress, isTalk, splitAddress } from '../address/api-address.ts';
import { readBox } from '../geometry/json-extent.ts';

const layerTypes = new Set(['3DObject', 'IntegratedMesh', 'Point', 'PointCloud', 'Building', 'Voxel', 'group']);

/** Nodes and their parts are below the layer. */
const layerAddress = /^(.{1,300}\/layers\/\d{1,6})(?:\/.*)?$/i;

export const i3s: ResourceKind = {
  id: 'i3s',
  title: 'I3S scene layer',
  family: 'service',
  specification: 'OGC 17-014r9 (I3S 1.3)',
  tier: 2,
  forms: ['json'],
  dataset: 'scene layer',
  suspect,
  probe,
  identify,
  describe,
  check: ({ endpoint }) => [{ url: addressBelow(endpoint, '', 'f=json') }],
};

/** The service above the layers is a kind of its own (`arcgis-scene-server`). */
function suspect(link: Link): number {
  const { path } = splitAddress(link.url);
  if (isTalk(path)) return 0;
  if (/\/sceneserver\/layers\/\d+(?:\/|$)/.test(path)) return 0.9;
  return /\/3dscenelayer\.json(?:\.gz)?$/.test(path) ? 0.9 : 0;
}

function probe(url: string): readonly ProbeRequest[] {
  const address = apiAddress(url);
  const { origin, pathname } = new URL(address);
  const layer = layerAddress.exec(pathname)?.[1];
  return [{ url: layer === undefined ? address : `${origin}${layer}?f=json` }];
}

function identify(document: Document): readonly Identity[] {
  const json = readJsonObject(document);
  if (json === undefined || !isSceneLayer(json)) return [];
  const version = stringAt(objectAt(json, 'store') ?? {}, 'version');
  return [{ kind: 'i3s', version: version || null, endpoint: apiAddress(document.finalUrl) }];
}

/** 17-014r9, 3DSceneLayer: a listed type and a store, or the sublayers of a building. */
function isSceneLayer(json: JsonObject): boolean {
  const hasContent = objectAt(json, 'store') !== null || Array.isArray(json.sublayers);
  return layerTypes.has(stringAt(json, 'layerType')) && hasContent;
}

function describe(document: Document): Description {
  const json = readJsonObject(document) ?? {};
  const problems = new ProblemTally();
  const layer = readLayer(json, problems);
  return {
    ...emptyDescription,
    title: layer.title,
    abstract: layer.abstract,
    accessConstraints: copyString(stringAt(json, 'copyrightText')) || null,
    extent: layer.extent,
    layers: [layer],
    layerCount: 1,
    problems: [...document.problems, ...problems.list()],
  };
}

/** `store.extent` is in degrees for global scenes, `fullExtent` in the layer's own CRS. */
function readLayer(layer: JsonObject, problems: ProblemTally): Layer {
  const reference = objectAt(layer, 'spatialReference') ?? {};
  const code = numberAt(reference, 'latestWkid') ?? numberAt(reference, 'wkid');
  const crs = code === null ? [] : [`EPSG:${code}`];
  const full = objectAt(layer, 'fullExtent');
  const corners = full === null ? [] : ['xmin', 'ymin', 'xmax', 'ymax'].map((name) => full[name] ?? null);
  const box = full === null ? objectAt(layer, 'store')?.extent : corners;
  return {
    ...emptyLayer,
    name: copyString(stringAt(layer, 'id')) || null,
    title: copyString(stringAt(layer, 'name') || stringAt(layer, 'alias')),
    abstract: copyString(stringAt(layer, 'description')),
    extent: readBox(box, problems, crs[0] ?? 'CRS:84'),
    crs,
    crsCount: crs.length,
  };
}
