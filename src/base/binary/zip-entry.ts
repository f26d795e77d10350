// The beginning of one file inside a ZIP archive, unpacked within limits.
import { inflateRawSync, constants as zlib } from 'node:zlib';
import { byteView } from './byte-view.ts';
import type { FileReader } from './file-reader.ts';
import type { ZipEntry } from './zip-directory.ts';

/** Room for the extra field of a local header; its length is known only once it is read. */
const extraBytes = 128;
/** Nothing of interest is larger; a bomb would be. */
const maxUnpacked = 32 * 1024 * 1024;

export interface EntryHead {
  readonly bytes: Uint8Array;
  /** Whether this is all of it. */
  readonly isWhole: boolean;
}

/** Unpacks the first `packedBytes` of an entry as stored; null when they were not read or cannot be unpacked. */
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

/** As far as the bytes go: they may end in the middle of a block. */
function inflate(packed: Uint8Array): Uint8Array | null {
  try {
    return inflateRawSync(packed, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: maxUnpacked });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
