// A synthetic map for GetMap: bands of color over smooth hills that differ by layer, transparent where a layer has nothing.
import { deflateSync } from 'node:zlib';

export interface MapRequest {
  readonly layer: string;
  /** West, south, east, north in degrees. */
  readonly box: readonly [number, number, number, number];
  readonly width: number;
  readonly height: number;
}

const palettes: readonly (readonly (readonly [number, number, number])[])[] = [
  [
    [222, 235, 247],
    [158, 202, 225],
    [66, 146, 198],
    [8, 81, 156],
  ],
  [
    [229, 245, 224],
    [161, 217, 155],
    [65, 171, 93],
    [0, 109, 44],
  ],
  [
    [254, 230, 206],
    [253, 174, 107],
    [241, 105, 19],
    [166, 54, 3],
  ],
  [
    [239, 237, 245],
    [188, 189, 220],
    [128, 125, 186],
    [84, 39, 143],
  ],
];
/** Below this height a layer has nothing. */
const shore = 0.42;

export function drawMap({ layer, box, width, height }: MapRequest): Buffer {
  const seed = seedOf(layer);
  const palette = palettes[seed % palettes.length]!;
  const [west, south, east, north] = box;
  const rows = Buffer.alloc((width * 4 + 1) * height);
  for (let y = 0; y < height; y++) {
    const latitude = north - ((y + 0.5) * (north - south)) / height;
    for (let x = 0; x < width; x++) {
      const longitude = west + ((x + 0.5) * (east - west)) / width;
      const level = heightAt(longitude, latitude, seed);
      if (level < shore) continue;
      const band = Math.min(palette.length - 1, Math.floor(((level - shore) / (1 - shore)) * palette.length * 1.4));
      rows.set([...palette[band]!, 220], y * (width * 4 + 1) + 1 + x * 4);
    }
  }
  return encodePng(width, height, rows);
}

/** Between 0 and 1, the same for a location in every map. */
function heightAt(longitude: number, latitude: number, seed: number): number {
  const a = Math.sin(longitude * 0.9 + seed) + Math.sin(latitude * 1.3 + seed * 2.1);
  const b = Math.sin((longitude + latitude) * 2.7 + seed * 0.7) + Math.sin((longitude - latitude) * 4.1 + seed * 1.3);
  return (a * 0.7 + b * 0.3 + 2) / 4;
}

function seedOf(text: string): number {
  let seed = 7;
  for (const sign of text) seed = (seed * 31 + sign.codePointAt(0)!) % 9973;
  return seed;
}

/** RGBA, 8 bits, rows with their filter byte before them (PNG, section 11). */
function encodePng(width: number, height: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(checksum(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** CRC-32 as in PNG; node:zlib has one only from Node 22 on. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
