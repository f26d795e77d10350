// ZIP archives of stored files of any size.
import type { SparseFile } from './sparse-server.ts';

export interface Stored {
  readonly name: string;
  /** Bytes, or the length of a file of zeros. */
  readonly content: Uint8Array | number;
}

/** Every entry has its sizes and offset in a ZIP64 field, as in large archives. */
export function makeZip64(files: readonly Stored[]): SparseFile {
  const pieces: [number, Buffer][] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content } of files) {
    const size = typeof content === 'number' ? content : content.length;
    const header = localHeader(name, size);
    pieces.push([at, header]);
    if (typeof content !== 'number') pieces.push([at + header.length, Buffer.from(content)]);
    directory.push(directoryEntry(name, size, at));
    at += header.length + size;
  }
  const list = Buffer.concat(directory);
  pieces.push([at, list], [at + list.length, ending(files.length, list.length, at)]);
  return { size: at + list.length + 98, pieces };
}

function zip64Field(...values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return field;
}

function localHeader(name: string, size: number): Buffer {
  const extra = zip64Field(size, size);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(45, 4);
  header.writeUInt32LE(0xffff_ffff, 18);
  header.writeUInt32LE(0xffff_ffff, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, Buffer.from(name), extra]);
}

function directoryEntry(name: string, size: number, offset: number): Buffer {
  const extra = zip64Field(size, size, offset);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x0201_4b50, 0);
  entry.writeUInt16LE(45, 6);
  entry.writeUInt32LE(0xffff_ffff, 20);
  entry.writeUInt32LE(0xffff_ffff, 24);
  entry.writeUInt16LE(Buffer.byteLength(name), 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(0xffff_ffff, 42);
  return Buffer.concat([entry, Buffer.from(name), extra]);
}

/** ZIP64 end record and its locator, then the end record: 56 + 20 + 22 bytes. */
function ending(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(98);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(0x0706_4b50, 56);
  end.writeBigUInt64LE(BigInt(offset + length), 64);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x0605_4b50, 76);
  end.writeUInt16LE(0xffff, 84);
  end.writeUInt16LE(0xffff, 86);
  end.writeUInt32LE(0xffff_ffff, 88);
  end.writeUInt32LE(0xffff_ffff, 92);
  return end;
}
