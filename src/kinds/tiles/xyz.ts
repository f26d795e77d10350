// XYZ tiles: a tile URL template without a description, proven by the world tile.
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';

export const xyz: ResourceKind = {
  id: 'xyz',
  title: 'XYZ tiles',
  family: 'service',
  specification: 'Slippy map tile names: {z}/{x}/{y}',
  tier: 2,
  forms: ['binary'],
  dataset: 'tileset',
  suspect,
  probe: (url) => [{ url: fillTemplate(url) }],
  identify,
  describe,
  check: ({ endpoint }) => [{ url: fillTemplate(endpoint), operation: 'tile', expects: 'tile' }],
};

/** Three placeholders make a template; tiles of ArcGIS and WMTS belong to services with a description. */
function suspect(link: Link): number {
  const url = link.url.slice(0, 2000).replace(/%7b/gi, '{').replace(/%7d/gi, '}').toLowerCase();
  const isTemplate = /\{z(?:oom)?\}/.test(url) && /\{x\}/.test(url) && /\{-?y\}/.test(url);
  if (!isTemplate) return 0;
  const { path, query } = splitAddress(url);
  return /\/(?:map|image)server\/tile\//.test(path) || /service=wmts|request=gettile/.test(query) ? 0.4 : 0.9;
}

/** Only the tile that every global template has, and only if it really is a tile. */
function identify(document: Document): readonly Identity[] {
  const template = document.status === 200 ? templateOf(document.url) : null;
  if (template === null || readTileFormat(document.bytes) === null) return [];
  return [{ kind: 'xyz', version: null, endpoint: template }];
}

function describe(document: Document, { endpoint }: Identity): Description {
  const name = nameOf(endpoint);
  const crs = ['EPSG:3857'];
  return {
    ...emptyDescription,
    title: name,
    layers: [{ ...emptyLayer, name, title: name, crs, crsCount: 1 }],
    layerCount: 1,
    formats: [readTileFormat(document.bytes) ?? 'unknown'],
    problems: document.problems,
  };
}

/** The last path segment before the placeholders. */
function nameOf(template: string): string {
  const { host, path } = splitAddress(template);
  const before = path.split('{', 1)[0] ?? '';
  return (
    before
      .split('/')
      .filter((segment) => segment !== '')
      .at(-1) ?? host
  );
}

const fillings: readonly (readonly [RegExp, string])[] = [
  [/\{(?:z|zoom|x|-?y|level|col|row)\}/gi, '0'],
  [/\{(?:ratio|r|retina|@2x)\}/gi, ''],
  // Placeholders for hosts or keys: {switch:a,b,c}, {a-c}.
  [/\{switch:([^,}]{1,40})[^}]{0,200}\}/gi, '$1'],
  [/\{([a-z0-9])-[a-z0-9]\}/gi, '$1'],
  [/\{s\}/gi, 'a'],
];

/** The URL of tile 0/0/0. */
function fillTemplate(template: string): string {
  let url = template.replace(/%7b/gi, '{').replace(/%7d/gi, '}');
  for (const [placeholder, value] of fillings) url = url.replace(placeholder, value);
  return url;
}

/** The template of a URL of tile 0/0/0; null for any other URL. */
function templateOf(url: string): string | null {
  const path = /^([^?#]{1,1000}?)\/0(?<mark>[/_-])0\k<mark>0((?:@\dx)?(?:\.\w{2,5})?(?:\?[^#]*)?)$/.exec(url);
  if (path !== null) {
    const [, folder = '', mark = '/', end = ''] = path;
    // ArcGIS has the row before the column.
    const order = /\/(?:map|image)server\/tile$/i.test(folder) ? ['{z}', '{y}', '{x}'] : ['{z}', '{x}', '{y}'];
    return `${folder}/${order.join(mark)}${end}`;
  }
  const query = /\?[^#]{1,1000}$/.exec(url)?.[0] ?? '';
  if (!['x', 'y', 'z'].every((name) => new RegExp(`[?&]${name}=0(?:&|$)`).test(query))) return null;
  return url.replace(/([?&])([xyz])=0(?=&|$)/g, '$1$2={$2}');
}

/** Usual tile sizes in pixels. */
const sizes = new Set([256, 512, 1024]);

/** 'png', 'jpeg', 'webp' or 'pbf'; null if it is neither a square image of a usual size nor a vector tile. */
function readTileFormat(bytes: Uint8Array): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 16) return null;
  if (view.getUint32(0) === 0x89504e47 && bytes.length >= 24) {
    return isTileSize(view.getUint32(16), view.getUint32(20)) ? 'png' : null;
  }
  if (view.getUint16(0) === 0xffd8) return isJpegTile(view) ? 'jpeg' : null;
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return 'webp';
  return isVectorTile(bytes) ? 'pbf' : null;
}

function isTileSize(width: number, height: number): boolean {
  return width === height && sizes.has(width);
}

/** Finds the frame header (ITU T.81, B.2.2), which has height and width. */
function isJpegTile(view: DataView): boolean {
  let at = 2;
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return isTileSize(view.getUint16(at + 7), view.getUint16(at + 5));
    at += 2 + view.getUint16(at + 2);
  }
  return false;
}

/**
 * Mapbox Vector Tile 2.1, 4.1: a tile is a sequence of layers (field 3), each starting with its version (15) or name
 * (1). An undeclared gzip wrapper is accepted: tiles are often stored that way.
 */
function isVectorTile(bytes: Uint8Array): boolean {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return true;
  if (bytes[0] !== 0x1a) return false;
  let at = 1;
  let length = 0;
  for (let shift = 0; at < 6; shift += 7) {
    const byte = bytes[at++]!;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  return length > 0 && at + length <= bytes.length && (bytes[at] === 0x0a || bytes[at] === 0x78);
}
