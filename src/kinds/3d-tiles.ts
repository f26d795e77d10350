// 3D Tiles: massive 3D content streamed by a tree of tiles.

import { type JsonObject, numberAt, objectAt, readJsonObject, stringAt } from '../base/json/json.ts';
import { detach } from '../base/text/copy-string.ts';
import { webUrl } from '../base/url/web-url.ts';
import { emptyDescription, emptyLayer } from '../describe/empty-description.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { Description, Identity } from '../model/resource.ts';
import { readVolume } from './3d-tiles-volume.ts';
import { apiAddress, splitAddress } from './address/api-address.ts';
import { jsonTypes } from './ogc-api/ogc-api-more.ts';

export const tiles3d: ResourceKind = {
  id: '3d-tiles',
  title: '3D Tiles',
  family: 'service',
  specification: 'OGC 22-025r4 (3D Tiles 1.1), 18-053r2 (1.0)',
  tier: 2,
  forms: ['json'],
  dataset: 'tileset',
  suspect,
  probe: (url) => [{ url, accept: jsonTypes }],
  identify,
  describe,
  check: ({ endpoint }) => [{ url: endpoint, accept: jsonTypes }],
};

function suspect(link: Link): number {
  const { path } = splitAddress(link.url);
  if (/\/tileset\.json$/.test(path)) return 0.9;
  if (/\.3tz$/.test(path)) return 0.3;
  return /\.json$/.test(path) && /\b3d[- ]?tiles?\b/i.test(`${path} ${link.anchor}`) ? 0.6 : 0;
}

/** `asset`, `geometricError` and `root` are all required (22-025r4, 7.2). */
function identify(document: Document): readonly Identity[] {
  const json = readJsonObject(document);
  const asset = json === undefined ? null : objectAt(json, 'asset');
  const root = json === undefined ? null : objectAt(json, 'root');
  if (json === undefined || asset === null || root === null) return [];
  const isTileset = stringAt(asset, 'version') !== '' && objectAt(root, 'boundingVolume') !== null;
  if (!isTileset || (numberAt(json, 'geometricError') === null && numberAt(root, 'geometricError') === null)) return [];
  return [{ kind: '3d-tiles', version: stringAt(asset, 'version'), endpoint: apiAddress(document.finalUrl) }];
}

function describe(document: Document): Description {
  const json = readJsonObject(document) ?? {};
  const asset = objectAt(json, 'asset') ?? {};
  const root = objectAt(json, 'root') ?? {};
  const title = detach(readTitle(json, asset, document.finalUrl));
  const extent = readVolume(root);
  const problem = {
    code: 'extent.missing',
    message: 'The bounding volume of the root lies nowhere on earth.',
  } as const;
  return {
    ...emptyDescription,
    title,
    extent,
    layers: [{ ...emptyLayer, name: title, title, extent }],
    layerCount: 1,
    formats: [contentFormat(root)].filter((format) => format !== ''),
    software: detach(stringAt(asset, 'generator')) || null,
    accessConstraints: detach(stringAt(asset, 'copyright')) || null,
    problems: [...document.problems, ...(extent === null ? [problem] : [])],
  };
}

/** A tileset has no title; the folder it lies in is what people call it. */
function readTitle(json: JsonObject, asset: JsonObject, url: string): string {
  const extras = objectAt(asset, 'extras') ?? objectAt(json, 'extras') ?? {};
  const named =
    stringAt(extras, 'title') || stringAt(extras, 'name') || stringAt(objectAt(extras, 'ion') ?? {}, 'name');
  const segments = webUrl(url) === null ? [] : new URL(url).pathname.split('/').filter((segment) => segment !== '');
  return named || segments.at(-2) || segments.at(-1) || 'tileset';
}

function contentFormat(root: JsonObject): string {
  const content =
    objectAt(root, 'content') ?? objectAt((root.children as readonly JsonObject[] | undefined)?.[0] ?? {}, 'content');
  const uri = content === null ? '' : stringAt(content, 'uri') || stringAt(content, 'url');
  return /\.(b3dm|i3dm|pnts|cmpt|glb|gltf|subtree)(?:\?|$)/i.exec(uri)?.[1]?.toLowerCase() ?? '';
}
