// 3D Tiles: massive 3D content streamed by a tree of tiles.

import { readExtent, unionExtents } from '../../base/geo/extent.ts';
import { arrayAt, type JsonObject, numberAt, objectAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import type { Document } from '../../model/document.ts';
import type { Extent } from '../../model/extent.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { apiAddress, splitAddress } from '../address/api-address.ts';
import { jsonTypes } from '../address/json-links.ts';

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
  const title = copyString(readTitle(json, asset, document.finalUrl));
  const extent = readVolume(root);
  const problem = {
    code: 'extent.missing',
    message: "The bounding volume of the root isn't on earth.",
  } as const;
  return {
    ...emptyDescription,
    title,
    extent,
    layers: [{ ...emptyLayer, name: title, title, extent }],
    layerCount: 1,
    formats: [contentFormat(root)].filter((format) => format !== ''),
    software: copyString(stringAt(asset, 'generator')) || null,
    accessConstraints: copyString(stringAt(asset, 'copyright')) || null,
    problems: [...document.problems, ...(extent === null ? [problem] : [])],
  };
}

/** A tileset has no title; its folder name is used. */
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

/** Semi-major axis and squared eccentricity of WGS 84, in meters (EPSG:7030). */
const semiMajor = 6_378_137;
const eccentricity2 = 0.00669437999014;
/** Half the earth's radius: anything nearer to the center isn't georeferenced. */
const minRadius = 3_000_000;

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The volume of a root tile; null if it isn't georeferenced. */
function readVolume(tile: JsonObject): Extent | null {
  const volume = objectAt(tile, 'boundingVolume');
  if (volume === null) return null;
  const region = numbers(volume, 'region');
  // A region is in radians and unaffected by the transform (22-025r4, 7.4.4).
  if (region.length === 6) {
    const [west, south, east, north] = region.map((radians) => String((radians * 180) / Math.PI));
    return readExtent([west!, south!, east!, north!]).extent;
  }
  const matrix = numbers(tile, 'transform').length === 16 ? numbers(tile, 'transform') : identity;
  return earthBox(cornersOf(volume).map((corner) => transform(matrix, corner)));
}

function numbers(object: JsonObject, name: string): readonly number[] {
  return arrayAt(object, name).filter((member) => typeof member === 'number' && Number.isFinite(member)) as number[];
}

type Point = readonly [number, number, number];

/** The corners of a box given by center and half axes, or of the cube around a sphere. */
function cornersOf(volume: JsonObject): readonly Point[] {
  const box = numbers(volume, 'box');
  const [x, y, z, radius] = numbers(volume, 'sphere');
  const frame =
    box.length === 12 ? box : radius === undefined ? [] : [x!, y!, z!, radius, 0, 0, 0, radius, 0, 0, 0, radius];
  if (frame.length === 0) return [];
  const signs = [-1, 1];
  const at = (axis: number, a: number, b: number, c: number) =>
    frame[axis]! + a * frame[3 + axis]! + b * frame[6 + axis]! + c * frame[9 + axis]!;
  return signs.flatMap((a) =>
    signs.flatMap((b) => signs.map((c): Point => [at(0, a, b, c), at(1, a, b, c), at(2, a, b, c)])),
  );
}

/** Column-major, as in glTF. */
function transform(matrix: readonly number[], [x, y, z]: Point): Point {
  const row = (at: number) => matrix[at]! * x + matrix[4 + at]! * y + matrix[8 + at]! * z + matrix[12 + at]!;
  return [row(0), row(1), row(2)];
}

/** Earth-centered coordinates to degrees (Bowring's formula, exact to well below a meter near the ground). */
function earthBox(points: readonly Point[]): Extent | null {
  if (
    points.length === 0 ||
    points.some((point) => !point.every(Number.isFinite) || Math.hypot(...point) < minRadius)
  ) {
    return null;
  }
  const semiMinor = semiMajor * Math.sqrt(1 - eccentricity2);
  const positions = points.map(([x, y, z]): Extent => {
    const p = Math.hypot(x, y);
    const theta = Math.atan2(z * semiMajor, p * semiMinor);
    const second = (semiMajor ** 2 - semiMinor ** 2) / semiMinor ** 2;
    const latitude = Math.atan2(
      z + second * semiMinor * Math.sin(theta) ** 3,
      p - eccentricity2 * semiMajor * Math.cos(theta) ** 3,
    );
    const [longitude, north] = [Math.atan2(y, x), latitude].map((radians) => (radians * 180) / Math.PI);
    return [longitude!, north!, longitude!, north!];
  });
  return unionExtents(positions);
}
