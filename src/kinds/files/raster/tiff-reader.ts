// TIFF and BigTIFF: the tags of the first image, at any offset.
import { type ByteView, byteView } from '../../../base/binary/byte-view.ts';
import type { FileReader } from '../../../base/binary/file-reader.ts';

export interface TiffTag {
  readonly type: number;
  readonly count: number;
  /** The values as bytes in the file's byte order; null if not read. */
  readonly view: ByteView | null;
}

export interface Tiff {
  readonly isBig: boolean;
  /** Offset of the first directory. */
  readonly directoryAt: number;
  /** The requested tags of the first image. */
  readonly tags: ReadonlyMap<number, TiffTag>;
  readonly hasMoreImages: boolean;
  /** The layout declared by the file itself, which GDAL writes after the header of a COG. */
  readonly layout: string;
}

/** Bytes of one value by TIFF type (TIFF 6.0, p. 15; BigTIFF adds 16 to 18). */
const typeBytes = [Number.NaN, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, Number.NaN, Number.NaN, 8, 8, 8];

/** A directory has some twenty entries. */
const maxEntries = 4096;
const maxValueBytes = 32 * 1024;

export function isTiff(bytes: Uint8Array): boolean {
  return readOrder(bytes) !== null;
}

interface Order {
  readonly littleEndian: boolean;
  readonly isBig: boolean;
}

function readOrder(bytes: Uint8Array): Order | null {
  const littleEndian = bytes[0] === 0x49 && bytes[1] === 0x49;
  if (!littleEndian && !(bytes[0] === 0x4d && bytes[1] === 0x4d)) return null;
  const magic = byteView(bytes, littleEndian).u16(2);
  return magic === 42 || magic === 43 ? { littleEndian, isBig: magic === 43 } : null;
}

/** The values of `neededTags` tags; null if the bytes aren't a TIFF or its directory wasn't read. */
export function readTiff(reader: FileReader, neededTags: ReadonlySet<number>): Tiff | null {
  const head = reader.upTo(0, 16);
  const order = head === null ? null : readOrder(head);
  if (head === null || order === null) return null;
  const { littleEndian, isBig } = order;
  const header = byteView(head, littleEndian);
  const directoryAt = isBig ? header.u64(8) : header.u32(4);
  const countBytes = isBig ? 8 : 2;
  const counted = reader.bytes(directoryAt, countBytes);
  if (counted === null) return null;
  const view = byteView(counted, littleEndian);
  const count = Math.min(isBig ? view.u64(0) : view.u16(0), maxEntries);
  const entryBytes = isBig ? 20 : 12;
  const bytes = reader.bytes(directoryAt + countBytes, count * entryBytes + (isBig ? 8 : 4));
  if (bytes === null) return null;
  const directory = byteView(bytes, littleEndian);
  const next = isBig ? directory.u64(count * 20) : directory.u32(count * 12);
  const tags = readTags(reader, directory, { ...order, count, neededTags });
  return { isBig, directoryAt, tags, hasMoreImages: next > 0, layout: readLayout(reader, isBig) };
}

interface DirectoryShape extends Order {
  readonly count: number;
  readonly neededTags: ReadonlySet<number>;
}

function readTags(reader: FileReader, directory: ByteView, shape: DirectoryShape): ReadonlyMap<number, TiffTag> {
  const { isBig, littleEndian, count, neededTags } = shape;
  const tags = new Map<number, TiffTag>();
  for (let index = 0; index < count; index++) {
    const at = index * (isBig ? 20 : 12);
    const tag = directory.u16(at);
    if (!neededTags.has(tag)) continue;
    const type = directory.u16(at + 2);
    const values = isBig ? directory.u64(at + 4) : directory.u32(at + 4);
    const size = values * (typeBytes[type] ?? Number.NaN);
    const inlineBytes = isBig ? 8 : 4;
    const valueAt = at + (isBig ? 12 : 8);
    const offset = isBig ? directory.u64(valueAt) : directory.u32(valueAt);
    const bytes =
      size <= inlineBytes
        ? directory.bytes.subarray(valueAt, valueAt + size)
        : size <= maxValueBytes
          ? reader.bytes(offset, size)
          : null;
    tags.set(tag, { type, count: values, view: bytes === null ? null : byteView(bytes, littleEndian) });
  }
  return tags;
}

function readLayout(reader: FileReader, isBig: boolean): string {
  const bytes = reader.document.bytes.subarray(isBig ? 16 : 8, 512);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return text.startsWith('GDAL_STRUCTURAL_METADATA_SIZE=') ? text : '';
}

/** Numbers of a tag; empty if it is missing or wasn't read. */
export function tagNumbers(tag: TiffTag | undefined): readonly number[] {
  if (tag?.view == null) return [];
  const { view, type, count } = tag;
  const read: Readonly<Record<number, (at: number) => number>> = {
    1: view.u8,
    3: view.u16,
    4: view.u32,
    9: view.i32,
    11: view.f32,
    12: view.f64,
    13: view.u32,
    16: view.u64,
  };
  const get = read[type];
  const size = typeBytes[type] ?? 0;
  if (get === undefined) return [];
  return Array.from({ length: Math.min(count, Math.floor(view.length / size)) }, (_, index) => get(index * size));
}

export function tagText(tag: TiffTag | undefined): string {
  return tag?.view == null || tag.type !== 2 ? '' : tag.view.text(0, tag.count).trim();
}
