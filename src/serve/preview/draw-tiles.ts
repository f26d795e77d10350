// Assembles an image of any box in degrees from the tiles of a layer.
import { PNG } from 'pngjs';
import { GeotrawlError } from '../../model/errors.ts';
import type { Extent } from '../../model/extent.ts';
import { decodePicture, type Picture } from '../../monitor/rounds/decode-image.ts';
import type { PreviewImage } from './preview-proxy.ts';
import { mercatorX, mercatorY, type TileLevel, type TilePyramid } from './tile-pyramid.ts';

/** Tiles fetched per image: a coarser level is used if it would be more. */
const mostTiles = 16;
/** How much coarser than the image tiles may be. */
const coarser = 1.5;

export interface TileImageRequest {
  readonly extent: Extent;
  readonly width: number;
  readonly height: number;
}

export type FetchTile = (url: string) => Promise<PreviewImage>;

/** Throws `serve.preview-failed` if no tile could be fetched. */
export async function drawTiles(
  pyramid: TilePyramid,
  request: TileImageRequest,
  fetchTile: FetchTile,
): Promise<PreviewImage> {
  const x = pyramid.plane === 'mercator' ? mercatorX : (degrees: number) => degrees;
  const y = pyramid.plane === 'mercator' ? mercatorY : (degrees: number) => degrees;
  const [west, south, east, north] = request.extent;
  const finest = (coarser * (x(east) - x(west))) / request.width;
  const box: Extent = [x(west), y(south), x(east), y(north)];
  const fine = pyramid.levels.findIndex(({ resolution }) => resolution <= finest);
  let at = fine < 0 ? pyramid.levels.length - 1 : fine;
  while (at > 0 && tilesIn(pyramid.levels[at]!, box).length > mostTiles) at--;
  const level = pyramid.levels[at]!;
  const tiles = await fetchTiles(level, tilesIn(level, box).slice(0, mostTiles), fetchTile);
  const across = Array.from(
    { length: request.width },
    (_, n) => (x(west + ((n + 0.5) / request.width) * (east - west)) - level.left) / level.resolution,
  );
  const down = Array.from(
    { length: request.height },
    (_, n) => (level.top - y(north - ((n + 0.5) / request.height) * (north - south))) / level.resolution,
  );
  return { type: 'image/png', bytes: paint(tiles, level, across, down) };
}

interface TileIndex {
  readonly column: number;
  readonly row: number;
}

function tilesIn(level: TileLevel, [left, bottom, right, top]: Extent): readonly TileIndex[] {
  const [wide, high] = [level.resolution * level.tileWidth, level.resolution * level.tileHeight];
  const first = { column: Math.floor((left - level.left) / wide), row: Math.floor((level.top - top) / high) };
  const last = { column: Math.ceil((right - level.left) / wide), row: Math.ceil((level.top - bottom) / high) };
  const indexes: TileIndex[] = [];
  for (let row = Math.max(0, first.row); row < Math.min(level.rows, last.row); row++)
    for (let column = Math.max(0, first.column); column < Math.min(level.columns, last.column); column++) {
      indexes.push({ column, row });
      // Above the limit the exact number doesn't matter.
      if (indexes.length > mostTiles) return indexes;
    }
  return indexes;
}

/** By column and row. A missing tile leaves a gap: many layers have none where there is no data. */
async function fetchTiles(
  level: TileLevel,
  indexes: readonly TileIndex[],
  fetchTile: FetchTile,
): Promise<ReadonlyMap<string, Picture>> {
  const tiles = new Map<string, Picture>();
  const failures: GeotrawlError[] = [];
  await Promise.all(
    indexes.map(async ({ column, row }) => {
      try {
        const { bytes } = await fetchTile(level.url(column, row));
        const decoded = decodePicture(bytes);
        if (decoded.type === 'picture') tiles.set(`${column} ${row}`, decoded.picture);
        else failures.push(new GeotrawlError('serve.preview-failed', 'The tiles have an unsupported image format.'));
      } catch (error) {
        if (!(error instanceof GeotrawlError)) throw error;
        failures.push(error);
      }
    }),
  );
  if (tiles.size === 0 && failures[0] !== undefined) throw failures[0];
  return tiles;
}

/** `across` and `down` map image pixels to pixels of the level. */
function paint(
  tiles: ReadonlyMap<string, Picture>,
  { tileWidth, tileHeight }: TileLevel,
  across: readonly number[],
  down: readonly number[],
): Uint8Array {
  const picture = new PNG({ width: across.length, height: down.length });
  for (const [y, fromTop] of down.entries()) {
    const row = Math.floor(fromTop / tileHeight);
    for (const [x, fromLeft] of across.entries()) {
      const column = Math.floor(fromLeft / tileWidth);
      const tile = tiles.get(`${column} ${row}`);
      if (tile === undefined) continue;
      const inX = Math.floor(((fromLeft - column * tileWidth) / tileWidth) * tile.width);
      const inY = Math.floor(((fromTop - row * tileHeight) / tileHeight) * tile.height);
      const from = 4 * (inY * tile.width + inX);
      const to = 4 * (y * across.length + x);
      for (let n = 0; n < 4; n++) picture.data[to + n] = tile.pixels[from + n]!;
    }
  }
  return PNG.sync.write(picture, { deflateLevel: 4 });
}
