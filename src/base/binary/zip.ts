// Reads ZIP archives by ranges: the central directory, and the start of single files (APPNOTE.TXT 6.3.10).
import { inflateRawSync, constants as zlib } from 'node:zlib';
import { byteView, decodeName } from './byte-view.ts';
import type { FileReader } from './file-reader.ts';

export interface ZipEntry {
  /** Path inside the archive with '/' between folders. */
  readonly name: string;
  /** 0 = stored, 8 = deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly compressedSize: number;
  readonly size: number;
  /** Start of its local header. */
  readonly offset: number;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** False if only the start of the list was read, or only the local headers in the archive's first bytes. */
  readonly isWhole: boolean;
}

/** The end record with the longest possible comment (4.3.16). */
const tailBytes = 22 + 65_535;
const directoryBytes = 128 * 1024;
const maxEntries = 50_000;

/** Takes two small reads at the end of the archive, regardless of its size. */
export function readZipDirectory(reader: FileReader): ZipDirectory | null {
  const location = readEnd(reader);
  if (location === null) return readLocalHeaders(reader);
  const bytes = reader.upTo(location.offset, Math.min(location.size, directoryBytes));
  if (bytes === null) return readLocalHeaders(reader);
  const entries = readEntries(bytes);
  return { entries, isWhole: entries.length >= location.count };
}

interface DirectoryLocation {
  readonly offset: number;
  readonly size: number;
  readonly count: number;
}

function readEnd(reader: FileReader): DirectoryLocation | null {
  if (reader.size === null) return null;
  const start = Math.max(0, reader.size - tailBytes);
  const tail = reader.bytes(start, reader.size - start);
  if (tail === null) return null;
  const at = Buffer.from(tail.buffer, tail.byteOffset, tail.length).lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (at < 0) return null;
  const view = byteView(tail);
  const location = { count: view.u16(at + 10), size: view.u32(at + 12), offset: view.u32(at + 16) };
  const isZip64 = location.offset === 0xffff_ffff || location.count === 0xffff || location.size === 0xffff_ffff;
  return isZip64 && view.u32(at - 20) === 0x0706_4b50 ? readZip64End(reader, view.u64(at - 12)) : withoutNaN(location);
}

function readZip64End(reader: FileReader, at: number): DirectoryLocation | null {
  const bytes = reader.bytes(at, 56);
  if (bytes === null) return null;
  const view = byteView(bytes);
  if (view.u32(0) !== 0x0606_4b50) return null;
  return withoutNaN({ count: view.u64(32), size: view.u64(40), offset: view.u64(48) });
}

function withoutNaN(location: DirectoryLocation): DirectoryLocation | null {
  return Number.isNaN(location.count + location.size + location.offset) ? null : location;
}

function readEntries(bytes: Uint8Array): readonly ZipEntry[] {
  const view = byteView(bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (view.u32(at) === 0x0201_4b50 && entries.length < maxEntries) {
    const [nameLength, extraLength, commentLength] = [view.u16(at + 28), view.u16(at + 30), view.u16(at + 32)];
    const end = at + 46 + nameLength + extraLength + commentLength;
    if (!(end <= bytes.length)) break;
    const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const sizes = readSizes([view.u32(at + 24), view.u32(at + 20), view.u32(at + 42)], extra);
    entries.push({
      name: entryName(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.u16(at + 10),
      isEncrypted: (view.u16(at + 8) & 1) === 1,
      ...sizes,
    });
    at = end;
  }
  return entries;
}

type Sizes = Pick<ZipEntry, 'size' | 'compressedSize' | 'offset'>;

/** Values of 0xffffffff are in the ZIP64 extra field, in this order (4.5.3). */
function readSizes(short: readonly [number, number, number], extra: Uint8Array): Sizes {
  const view = byteView(extra);
  let at = 0;
  while (at + 4 <= extra.length && view.u16(at) !== 1) at += 4 + view.u16(at + 2);
  let next = at + 4;
  const [size, compressedSize, offset] = short.map((value) => {
    if (value !== 0xffff_ffff) return value;
    next += 8;
    return view.u64(next - 8);
  }) as [number, number, number];
  return { size, compressedSize, offset };
}

/** Without the end of the archive: the entries whose local headers are in its first bytes, one after another. */
function readLocalHeaders({ document }: FileReader): ZipDirectory | null {
  const view = byteView(document.bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (view.u32(at) === 0x0403_4b50 && entries.length < maxEntries) {
    const [flags, nameLength, extraLength] = [view.u16(at + 6), view.u16(at + 26), view.u16(at + 28)];
    const [compressedSize, size] = [view.u32(at + 18), view.u32(at + 22)];
    if (!(at + 30 + nameLength <= view.length)) break;
    const name = entryName(document.bytes.subarray(at + 30, at + 30 + nameLength));
    entries.push({ name, method: view.u16(at + 8), isEncrypted: (flags & 1) === 1, compressedSize, size, offset: at });
    // With the sizes after the data (bit 3) or in the extra field, the start of the next entry is unknown.
    if ((flags & 8) !== 0 || compressedSize === 0xffff_ffff) break;
    at += 30 + nameLength + extraLength + compressedSize;
  }
  return entries.length === 0 ? null : { entries, isWhole: false };
}

/** Old Windows tools wrote backslashes. */
function entryName(bytes: Uint8Array): string {
  return decodeName(bytes).replaceAll('\\', '/');
}

/** Allowance for the extra field of a local header; its length is only known once it is read. */
const extraBytes = 128;
/** Limits zip bombs. */
const maxUnpacked = 32 * 1024 * 1024;

export interface EntryHead {
  readonly bytes: Uint8Array;
  /** Whether the bytes are the entire file. */
  readonly isWhole: boolean;
}

/** Unpacks the first `packedBytes` of an entry; null if they weren't fetched or can't be unpacked. */
export function readZipEntry(reader: FileReader, entry: ZipEntry, packedBytes: number): EntryHead | null {
  if (entry.isEncrypted || (entry.method !== 0 && entry.method !== 8)) return null;
  const target = Math.min(entry.compressedSize, packedBytes);
  const nameLength = Buffer.byteLength(entry.name, 'utf8');
  const bytes = reader.upTo(entry.offset, 30 + nameLength + extraBytes + target);
  if (bytes === null) return null;
  const view = byteView(bytes);
  if (view.u32(0) !== 0x0403_4b50) return null;
  const start = 30 + view.u16(26) + view.u16(28);
  const packed = bytes.subarray(start, start + target);
  const isWhole = packed.length >= entry.compressedSize;
  if (entry.method === 0) return { bytes: packed, isWhole };
  const unpacked = inflate(packed);
  return unpacked === null ? null : { bytes: unpacked, isWhole };
}

/** The bytes may end in the middle of a block. */
function inflate(packed: Uint8Array): Uint8Array | null {
  try {
    return inflateRawSync(packed, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: maxUnpacked });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
