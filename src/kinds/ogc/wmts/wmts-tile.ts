// Picks a WMTS tile to request: one that the capabilities allow and that is certainly within the layer.

import { webUrl } from '../../../base/url/web-url.ts';
import { attributeOf, childrenOf, textAt, walkXml, type XmlNode } from '../../../base/xml/xml-walk.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Extent } from '../../../model/extent.ts';
import type { CheckRequest } from '../../../model/kind.ts';
import { boxForRound } from '../../health/operation-rotation.ts';
import { operationRequest } from '../ows/ows-address.ts';
import { readBox } from '../ows/ows-box.ts';
import { collectOws, operationUrl } from '../ows/ows-common.ts';

interface TiledLayer {
  readonly name: string;
  readonly style: string;
  readonly format: string;
  readonly template: string | null;
  readonly sets: readonly string[];
  readonly extent: Extent | null;
}

interface Matrix {
  readonly name: string;
  /** Upper left corner, x first. */
  readonly corner: readonly [x: number, y: number];
  /** Width and height of a tile in units of the coordinate system. */
  readonly span: readonly [x: number, y: number];
  readonly columns: number;
  readonly rows: number;
}

interface MatrixSet {
  readonly system: 'degrees' | 'mercator' | 'other';
  readonly matrices: readonly Matrix[];
}

interface Tile {
  readonly set: string;
  readonly matrix: string;
  readonly column: number;
  readonly row: number;
}

const [maxLayers, maxSets, maxMatrices] = [5_000, 200, 40] as const;
/** Levels tried, starting with the coarsest: deeper ones often don't exist everywhere. */
const levels = 4;
/** WMTS 1.0.0 (07-057r7), 6.1: the assumed size of a pixel is 0.28 mm, and this many meters per degree. */
const [pixelMeters, degreeMeters] = [0.00028, 111_319.490_793_273_57] as const;
const mercatorHalf = 20_037_508.342_789_244;

/** Of at most two layers, others each round; none if no tile is certain to be within its layer. */
export function tilesOf(document: Document, turn: number): readonly CheckRequest[] {
  const layers: TiledLayer[] = [];
  const sets = new Map<string, MatrixSet>();
  const ows = collectOws();
  walkXml(document, {
    ...ows.rules,
    '*/Contents/Layer': (node) => {
      if (layers.length < maxLayers) layers.push(readLayer(node));
    },
    '*/Contents/TileMatrixSet': (node) => {
      if (sets.size < maxSets) sets.set(textAt(node, 'Identifier'), readSet(node));
    },
  });
  const getTile = operationUrl(ows.finish(), ['GetTile']);
  const requests = layers.flatMap((_, step) => {
    const layer = layers[(turn + step) % layers.length]!;
    const tile = tileOn(layer, sets, turn);
    const url = tile === null ? null : tileUrl(layer, tile, getTile, document.finalUrl);
    return url === null ? [] : [{ url, operation: 'GetTile', dataset: layer.name, expects: 'tile' as const }];
  });
  return requests.slice(0, 2);
}

function readLayer(node: XmlNode): TiledLayer {
  const styles = childrenOf(node, 'Style');
  const style = styles.find((one) => attributeOf(one, 'isDefault') === 'true') ?? styles[0];
  const formats = childrenOf(node, 'Format').map(({ text }) => text);
  const format = formats.find((one) => /^image\/(?:png|jpe?g)/i.test(one)) ?? formats[0] ?? '';
  const templates = childrenOf(node, 'ResourceURL').filter(isTileTemplate);
  const template = templates.find((one) => attributeOf(one, 'format') === format) ?? templates[0];
  return {
    name: textAt(node, 'Identifier'),
    style: style === undefined ? '' : textAt(style, 'Identifier'),
    format,
    template: template === undefined ? null : attributeOf(template, 'template'),
    sets: childrenOf(node, 'TileMatrixSetLink').map((link) => textAt(link, 'TileMatrixSet')),
    extent: readBox(node, null, new ProblemTally(), ''),
  };
}

export function isTileTemplate(resourceUrl: XmlNode): boolean {
  return (attributeOf(resourceUrl, 'resourceType') ?? 'tile').toLowerCase() === 'tile';
}

function readSet(node: XmlNode): MatrixSet {
  const system = systemOf(textAt(node, 'SupportedCRS'));
  const metersPerUnit = system === 'degrees' ? degreeMeters : 1;
  const matrices = childrenOf(node, 'TileMatrix')
    .slice(0, maxMatrices)
    .map((one) => readMatrix(one, metersPerUnit))
    .filter((one) => [...one.corner, ...one.span, one.columns, one.rows].every(Number.isFinite));
  return { system, matrices: matrices.sort((one, other) => other.span[0] - one.span[0]) };
}

function readMatrix(node: XmlNode, metersPerUnit: number): Matrix {
  const number = (name: string) => Number(textAt(node, name) || Number.NaN);
  const [first = Number.NaN, second = Number.NaN] = textAt(node, 'TopLeftCorner').split(/\s+/).map(Number);
  // EPSG:4326 has latitude first, but not every server complies: north is above zero, and west below.
  const corner =
    metersPerUnit !== 1 && first > 0 && second < 0 ? ([second, first] as const) : ([first, second] as const);
  const unitsPerPixel = (number('ScaleDenominator') * pixelMeters) / metersPerUnit;
  return {
    name: textAt(node, 'Identifier'),
    corner,
    columns: number('MatrixWidth'),
    rows: number('MatrixHeight'),
    span: [unitsPerPixel * number('TileWidth'), unitsPerPixel * number('TileHeight')],
  };
}

function systemOf(crs: string): MatrixSet['system'] {
  if (/(?:^|:)(?:3857|900913|102100)$/.test(crs)) return 'mercator';
  return /(?:EPSG:.*4326|CRS:?:?84)$/i.test(crs) ? 'degrees' : 'other';
}

/** Null if uncertain: a missing tile would prove nothing. */
function tileOn(
  { sets: offered, extent }: TiledLayer,
  sets: ReadonlyMap<string, MatrixSet>,
  turn: number,
): Tile | null {
  for (const name of offered) {
    const set = sets.get(name);
    if (set === undefined) continue;
    const matrix = set.matrices[turn % Math.min(levels, set.matrices.length)];
    const whole = set.matrices.find(({ columns, rows }) => columns === 1 && rows === 1);
    const tile = matrix === undefined || extent === null ? null : tileAt(matrix, set.system, extent, turn);
    if (matrix !== undefined && tile !== null) return { set: name, matrix: matrix.name, ...tile };
    if (whole !== undefined) return { set: name, matrix: whole.name, column: 0, row: 0 };
  }
  return null;
}

function tileAt({ corner, span, columns, rows }: Matrix, system: MatrixSet['system'], extent: Extent, turn: number) {
  if (system === 'other') return null;
  const [west, south, east, north] = boxForRound(extent, turn, 0.2);
  const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
  const [x, y] = system === 'degrees' ? [longitude, latitude] : mercator(longitude, latitude);
  const [column, row] = [Math.floor((x - corner[0]) / span[0]), Math.floor((corner[1] - y) / span[1])];
  return column < 0 || row < 0 || column >= columns || row >= rows ? null : { column, row };
}

function mercator(longitude: number, latitude: number): readonly [number, number] {
  const bounded = Math.max(-85, Math.min(85, latitude));
  const y = Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360)) / Math.PI;
  return [(longitude / 180) * mercatorHalf, y * mercatorHalf];
}

/** Null if the template has an unknown placeholder. */
function tileUrl({ name, style, format, template }: TiledLayer, tile: Tile, getTile: string | null, base: string) {
  if (template === null) {
    const endpoint = webUrl(getTile ?? base, base);
    const place = {
      TILEMATRIXSET: tile.set,
      TILEMATRIX: tile.matrix,
      TILEROW: String(tile.row),
      TILECOL: String(tile.column),
    };
    const parameters = { LAYER: name, STYLE: style, FORMAT: format, ...place };
    return endpoint === null
      ? null
      : operationRequest(endpoint, { service: 'WMTS', request: 'GetTile', version: '1.0.0' }, parameters).url;
  }
  const values: Readonly<Record<string, string>> = {
    layer: name,
    style,
    tilematrixset: tile.set,
    tilematrix: tile.matrix,
    z: tile.matrix,
    tilerow: String(tile.row),
    y: String(tile.row),
    tilecol: String(tile.column),
    x: String(tile.column),
  };
  const filled = template.replaceAll(/\{([^{}]{1,40})\}/g, (place, key: string) => {
    const value = values[key.toLowerCase()];
    return value === undefined ? place : encodeURIComponent(value);
  });
  return filled.includes('{') ? null : webUrl(filled, base);
}
