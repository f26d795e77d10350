// What kind of map tile some bytes are.

/** Sizes tiles come in, in pixels. */
const sizes = new Set([256, 512, 1024]);

/** 'png', 'jpeg', 'webp' or 'pbf'; null for what is no tile: a square picture of a usual size, or vector tile. */
export function readTileFormat(bytes: Uint8Array): string | null {
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

/** Looks for the frame header (ITU T.81, B.2.2), which holds height and width. */
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
 * Mapbox Vector Tile 2.1, 4.1: a tile is a sequence of layers (field 3), each beginning with its version (15) or name
 * (1). A gzip wrapper that nobody declared is taken as well: tiles are often stored that way.
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
