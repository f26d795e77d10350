// Tile pyramids: the grid of each level, and the URL of each tile.
import { readUrl } from '../../base/url/url.ts';

export interface TileLevel {
  /** Units of the plane per pixel. */
  readonly resolution: number;
  /** The upper left corner of the tile in column 0, row 0. */
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Rows count from the north. */
  url(column: number, row: number): string;
}

export interface TilePyramid {
  /** Web Mercator in meters, or plain degrees. */
  readonly plane: 'mercator' | 'degrees';
  readonly levels: readonly TileLevel[];
}

const mostLevels = 40;

/** Coarsest level first; null without levels. */
export function pyramidOf(plane: TilePyramid['plane'], levels: readonly TileLevel[]): TilePyramid | null {
  const sorted = levels.slice(0, mostLevels).toSorted((one, other) => other.resolution - one.resolution);
  return sorted.length === 0 ? null : { plane, levels: sorted };
}

/** Half the width of the world in Web Mercator, in meters. */
const mercatorEdge = 20_037_508.342_789_244;
const deepest = 22;

/** Null for unsupported coordinate systems. */
export function planeOf(crs: string): TilePyramid['plane'] | null {
  if (/(?:^|[^\d])(?:3857|900913|3785|41001|102100|102113)$/.test(crs)) return 'mercator';
  return /(?:^|[^\d])(?:4326|84|83)$/.test(crs) ? 'degrees' : null;
}

export function mercatorX(degrees: number): number {
  return (degrees / 180) * mercatorEdge;
}

export function mercatorY(degrees: number): number {
  const within = Math.min(85.051_128_78, Math.max(-85.051_128_78, degrees));
  return (Math.log(Math.tan(Math.PI / 4 + (within * Math.PI) / 360)) / Math.PI) * mercatorEdge;
}

export interface XyzTiles {
  /** With placeholders {z}, {x} and {y}; {-y} counts from the south. */
  readonly template: string;
  readonly minZoom?: number;
  readonly maxZoom?: number;
  readonly isFromSouth?: boolean;
}

/** The common pyramid: the world in one tile of 256 pixels, each level twice as fine. */
export function xyzPyramid({ template, minZoom = 0, maxZoom = deepest, isFromSouth = false }: XyzTiles): TilePyramid {
  const levels: TileLevel[] = [];
  for (let z = Math.max(0, minZoom); z <= Math.min(deepest, maxZoom); z++) {
    const tiles = 2 ** z;
    levels.push({
      resolution: (2 * mercatorEdge) / 256 / tiles,
      left: -mercatorEdge,
      top: mercatorEdge,
      columns: tiles,
      rows: tiles,
      tileWidth: 256,
      tileHeight: 256,
      url: (column, row) => {
        const south = tiles - 1 - row;
        return fillTemplate(template, { z, x: column, y: isFromSouth ? south : row, south });
      },
    });
  }
  return { plane: 'mercator', levels };
}

interface TileNumbers {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** The row counted from the south. */
  readonly south: number;
}

function fillTemplate(template: string, { z, x, y, south }: TileNumbers): string {
  return template
    .replace(/%7b/gi, '{')
    .replace(/%7d/gi, '}')
    .replace(/\{(?:z|zoom|level)\}/gi, String(z))
    .replace(/\{(?:x|col)\}/gi, String(x))
    .replace(/\{-y\}/gi, String(south))
    .replace(/\{(?:y|row)\}/gi, String(y))
    .replace(/\{(?:ratio|r|retina|@2x)\}/gi, '')
    .replace(/\{switch:([^,}]{1,40})[^}]{0,200}\}/gi, '$1')
    .replace(/\{([a-z0-9])-[a-z0-9]\}/gi, '$1')
    .replace(/\{s\}/gi, 'a');
}

/** The absolute form of a template; URL parsers would encode its braces. */
export function absoluteTemplate(template: string, base: string): string | null {
  const url = readUrl(template.trim(), base);
  const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  return isWeb ? url.href.replace(/%7b/gi, '{').replace(/%7d/gi, '}') : null;
}
