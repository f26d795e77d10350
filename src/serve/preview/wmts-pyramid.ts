// The tiles of a WMTS layer, from its capabilities (OGC 07-057r7).
import { attributeOf, childrenOf, textAt, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import { openEnded } from '../formats/record-access.ts';
import { absoluteTemplate, planeOf, pyramidOf, type TileLevel, type TilePyramid } from './tile-pyramid.ts';

/** Pixel size of the standard's screen in meters (6.1), and meters per degree along the equator. */
const pixelMeters = 0.000_28;
const metersPerDegree = 111_319.490_793_273_58;

export interface WmtsSource {
  /** The capabilities as text. */
  readonly text: string;
  /** URL of the capabilities. */
  readonly url: string;
  /** GetTile URL, if there is no template. */
  readonly endpoint: string;
}

/** Null if the layer doesn't exist, or has no tiles in a supported coordinate system. */
export function wmtsPyramid({ text, url, endpoint }: WmtsSource, name: string): TilePyramid | null {
  let layer: XmlNode | null = null;
  const sets = new Map<string, XmlNode>();
  walkXml(
    { bytes: new TextEncoder().encode(text), charset: 'utf-8', partial: null },
    {
      '*/Contents/Layer': (node) => {
        if (layer === null && textAt(node, 'Identifier') === name) layer = node;
      },
      '*/Contents/TileMatrixSet': (node) => sets.set(textAt(node, 'Identifier'), node),
    },
  );
  if (layer === null) return null;
  const offered = childrenOf(layer, 'TileMatrixSetLink').flatMap((link) => {
    const set = sets.get(textAt(link, 'TileMatrixSet'));
    const plane = set === undefined ? null : planeOf(textAt(set, 'SupportedCRS'));
    return set === undefined || plane === null ? [] : [{ set, plane }];
  });
  const chosen = offered.find(({ plane }) => plane === 'mercator') ?? offered[0];
  if (chosen === undefined) return null;
  const urlOf = tileUrls(layer, textAt(chosen.set, 'Identifier'), { url, endpoint });
  if (urlOf === null) return null;
  return pyramidOf(
    chosen.plane,
    childrenOf(chosen.set, 'TileMatrix').flatMap((matrix) => levelOf(matrix, chosen, urlOf) ?? []),
  );
}

type TileUrl = (matrix: string, column: number, row: number) => string;

/** The tile template if there is one, else key-value pairs (8.2.3). */
function tileUrls(layer: XmlNode, set: string, { url, endpoint }: Omit<WmtsSource, 'text'>): TileUrl | null {
  const styles = childrenOf(layer, 'Style');
  const style = styles.find((each) => attributeOf(each, 'isDefault') === 'true') ?? styles[0];
  const styleName = style === undefined ? '' : textAt(style, 'Identifier');
  const formats = childrenOf(layer, 'Format').map(({ text }) => text);
  const format = [/^image\/png/i, /^image\/jpe?g/i].flatMap(
    (preferred) => formats.find((each) => preferred.test(each)) ?? [],
  )[0];
  const templates = childrenOf(layer, 'ResourceURL').filter(
    (one) => (attributeOf(one, 'resourceType') ?? 'tile').toLowerCase() === 'tile',
  );
  const template = templates.find((one) => attributeOf(one, 'format') === format) ?? templates[0];
  const dimensions = childrenOf(layer, 'Dimension').map(
    (one) => [textAt(one, 'Identifier').toLowerCase(), textAt(one, 'Default')] as const,
  );
  const fixedValues = { ...Object.fromEntries(dimensions), style: styleName, tilematrixset: set };
  const absolute = template === undefined ? null : absoluteTemplate(attributeOf(template, 'template') ?? '', url);
  if (absolute !== null)
    return (matrix, column, row) => {
      const values = new Map<string, string | number>(
        Object.entries({ ...fixedValues, tilematrix: matrix, tilecol: column, tilerow: row }),
      );
      return absolute.replace(/\{([\w-]+)\}/g, (name, key: string) =>
        encodeURIComponent(values.get(key.toLowerCase()) ?? name),
      );
    };
  if (format === undefined) return null;
  const query = {
    service: 'WMTS',
    request: 'GetTile',
    version: '1.0.0',
    layer: textAt(layer, 'Identifier'),
    style: styleName,
    format,
    tilematrixset: set,
  };
  return (tilematrix, column, row) => {
    const tile = { tilematrix, tilecol: String(column), tilerow: String(row) };
    return `${openEnded(endpoint)}${new URLSearchParams({ ...query, ...tile })}`;
  };
}

function levelOf(
  matrix: XmlNode,
  { set, plane }: { readonly set: XmlNode; readonly plane: TilePyramid['plane'] },
  urlOf: TileUrl,
): TileLevel | null {
  const number = (field: string) => Number(textAt(matrix, field));
  const [first = Number.NaN, second = Number.NaN] = textAt(matrix, 'TopLeftCorner')
    .split(/[\s,]+/)
    .map(Number);
  const [columns, rows] = [number('MatrixWidth'), number('MatrixHeight')];
  const [tileWidth, tileHeight] = [number('TileWidth'), number('TileHeight')];
  const meters = number('ScaleDenominator') * pixelMeters;
  const isLevel = [first, second, columns, rows, tileWidth, tileHeight, meters].every(Number.isFinite) && meters > 0;
  if (!isLevel || tileWidth < 1 || tileHeight < 1 || tileWidth > 1024 || tileHeight > 1024) return null;
  // EPSG:4326 has latitude first; some services write longitude first, recognized by values beyond 90.
  const isSwapped = plane === 'degrees' && /4326$/.test(textAt(set, 'SupportedCRS')) && Math.abs(first) <= 90;
  const id = textAt(matrix, 'Identifier');
  return {
    resolution: plane === 'degrees' ? meters / metersPerDegree : meters,
    ...(isSwapped ? { left: second, top: first } : { left: first, top: second }),
    columns,
    rows,
    tileWidth,
    tileHeight,
    url: (column, row) => urlOf(id, column, row),
  };
}
