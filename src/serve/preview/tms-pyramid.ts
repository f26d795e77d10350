// The tiles of one map of a Tile Map Service, from its document (OSGeo TMS 1.0.0).
import { attributeOf, child, childrenOf, textAt, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import { planeOf, pyramidOf, type TileLevel, type TilePyramid } from './tile-pyramid.ts';

/** Null if the document isn't a tile map, or its coordinate system isn't supported. */
export function tmsPyramid(text: string, url: string): TilePyramid | null {
  let map: XmlNode | null = null;
  walkXml(
    { bytes: new TextEncoder().encode(text), charset: 'utf-8', partial: null },
    {
      TileMap: (node) => {
        map = node;
      },
    },
  );
  if (map === null) return null;
  const plane = planeOf(textAt(map, 'SRS'));
  const [origin, box, format, sets] = ['Origin', 'BoundingBox', 'TileFormat', 'TileSets'].map((name) =>
    child(map!, name),
  );
  if (plane === null || origin == null || box == null || format == null || sets == null) return null;
  const frame = {
    x: numberAt(origin, 'x'),
    y: numberAt(origin, 'y'),
    maxX: numberAt(box, 'maxx'),
    maxY: numberAt(box, 'maxy'),
    width: numberAt(format, 'width') || 256,
    height: numberAt(format, 'height') || 256,
    extension: attributeOf(format, 'extension')?.trim() || 'png',
    folder: url.replace(/\/tilemapresource\.xml$/i, '').replace(/\/$/, ''),
  };
  return pyramidOf(
    plane,
    childrenOf(sets, 'TileSet').flatMap((set) => levelOf(set, frame) ?? []),
  );
}

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly maxX: number;
  readonly maxY: number;
  readonly width: number;
  readonly height: number;
  readonly extension: string;
  readonly folder: string;
}

function numberAt(node: XmlNode, name: string): number {
  return Number(attributeOf(node, name) ?? Number.NaN);
}

/** TMS counts rows from the south; we count from the north. */
function levelOf(set: XmlNode, frame: Frame): TileLevel | null {
  const resolution = numberAt(set, 'units-per-pixel');
  const { x, y, maxX, maxY, width, height, extension, folder } = frame;
  if (![resolution, x, y, maxX, maxY].every(Number.isFinite) || resolution <= 0) return null;
  const columns = Math.max(1, Math.ceil((maxX - x) / (resolution * width) - 1e-6));
  const rows = Math.max(1, Math.ceil((maxY - y) / (resolution * height) - 1e-6));
  const order = attributeOf(set, 'order')?.trim() ?? '';
  const href = attributeOf(set, 'href')?.trim() ?? '';
  const base = /^https?:/i.test(href) ? href.replace(/\/$/, '') : `${folder}/${order}`;
  return {
    resolution,
    left: x,
    top: y + rows * resolution * height,
    columns,
    rows,
    tileWidth: width,
    tileHeight: height,
    url: (column, row) => `${base}/${column}/${rows - 1 - row}.${extension}`,
  };
}
