// How many colors a screenshot has: a blank map has one or two.
import { inflateSync } from 'node:zlib';

/** For 8-bit PNGs without interlacing, as browsers write them. */
export function colorsIn(png: Uint8Array): number {
  const { width, height, channels, data } = readPng(Buffer.from(png));
  const colors = new Set<number>();
  const stride = width * channels;
  const rows = unfilter(data, stride, height, channels);
  for (let at = 0; at < rows.length; at += channels)
    colors.add((rows[at]! << 16) | (rows[at + 1]! << 8) | rows[at + 2]!);
  return colors.size;
}

function readPng(png: Buffer): { width: number; height: number; channels: number; data: Buffer } {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const channels = png[25] === 6 ? 4 : 3;
  return {
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    channels,
    data: inflateSync(Buffer.concat(parts)),
  };
}

/** PNG, section 9: each row states how its bytes were predicted. */
function unfilter(data: Buffer, stride: number, height: number, channels: number): Buffer {
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : rows[y * stride + x - channels]!;
      const up = y === 0 ? 0 : rows[(y - 1) * stride + x]!;
      const corner = y === 0 || x < channels ? 0 : rows[(y - 1) * stride + x - channels]!;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
      rows[y * stride + x] = data[y * (stride + 1) + 1 + x]! + guess;
    }
  }
  return rows;
}

function paeth(left: number, up: number, corner: number): number {
  const near = left + up - corner;
  const [a, b, c] = [Math.abs(near - left), Math.abs(near - up), Math.abs(near - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
