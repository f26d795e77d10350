// Decodes images returned by servers.
import jpeg from 'jpeg-js';
import { GifReader } from 'omggif';
import { PNG } from 'pngjs';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Four bytes per pixel: red, green, blue, alpha; row by row from the top. */
  readonly pixels: Uint8Array;
}

export type PictureFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff' | 'bmp';

/** A check requests 64 × 64; much larger images aren't decoded (edge case 100, image bombs). */
const maxPixels = 1024 * 1024;

/** By the first bytes; null if it isn't an image. */
export function readPictureFormat(bytes: Uint8Array): PictureFormat | null {
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47)) return 'png';
  if (starts(0xff, 0xd8, 0xff)) return 'jpeg';
  if (starts(0x47, 0x49, 0x46, 0x38)) return 'gif';
  if (starts(0x52, 0x49, 0x46, 0x46) && bytes[8] === 0x57 && bytes[9] === 0x45) return 'webp';
  if (starts(0x49, 0x49, 0x2a, 0) || starts(0x4d, 0x4d, 0, 0x2a)) return 'tiff';
  return starts(0x42, 0x4d) ? 'bmp' : null;
}

export type Decoded =
  | { readonly type: 'picture'; readonly picture: Picture }
  /** An unsupported format, or an image that is too large. */
  | { readonly type: 'closed' }
  | { readonly type: 'broken'; readonly why: string };

/** Never throws: decoder failures on hostile bytes are data. */
export function decodePicture(bytes: Uint8Array): Decoded {
  const format = readPictureFormat(bytes);
  if (format === null) return { type: 'broken', why: 'its first bytes are of no picture' };
  const size = sizeOf(bytes, format);
  if (size === null) return { type: 'closed' };
  if (size === 'broken') return { type: 'broken', why: `its ${format} header is cut off` };
  if (size.width * size.height > maxPixels || size.width * size.height === 0) return { type: 'closed' };
  try {
    return { type: 'picture', picture: decoders[format as 'png' | 'jpeg' | 'gif'](bytes) };
  } catch (error) {
    // Decoders throw plain errors for bad bytes; anything else would be out of memory, which can't be caught.
    if (!(error instanceof Error)) throw error;
    return { type: 'broken', why: error.message.slice(0, 100) };
  }
}

const decoders: Readonly<Record<'png' | 'jpeg' | 'gif', (bytes: Uint8Array) => Picture>> = {
  png: (bytes) => {
    const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
    return { width, height, pixels: data };
  },
  jpeg: (bytes) => {
    const { width, height, data } = jpeg.decode(bytes, {
      useTArray: true,
      maxResolutionInMP: 1.1,
      maxMemoryUsageInMB: 64,
    });
    return { width, height, pixels: data };
  },
  gif: (bytes) => {
    const reader = new GifReader(Buffer.from(bytes));
    const pixels = new Uint8Array(reader.width * reader.height * 4);
    reader.decodeAndBlitFrameRGBA(0, pixels);
    return { width: reader.width, height: reader.height, pixels };
  },
};

/** Width and height from the header, before decoding; null for formats without a decoder. */
function sizeOf(
  bytes: Uint8Array,
  format: PictureFormat,
): { readonly width: number; readonly height: number } | 'broken' | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'png') return bytes.length < 24 ? 'broken' : { width: view.getUint32(16), height: view.getUint32(20) };
  if (format === 'gif')
    return bytes.length < 10 ? 'broken' : { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  return format === 'jpeg' ? jpegSize(bytes) : null;
}

/** Walks the segments to the frame header (ITU-T T.81, B.2.2). */
function jpegSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | 'broken' {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return 'broken';
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      const height = (bytes[at + 5]! << 8) | bytes[at + 6]!;
      return { height, width: (bytes[at + 7]! << 8) | bytes[at + 8]! };
    }
    at += 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
  }
  return 'broken';
}
