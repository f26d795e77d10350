// PMTiles version 3: map tiles in one file for range requests.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beginsWith, byteView } from '../../base/binary/byte-view.ts';
import { type FileReader, fileReader, missingPart } from '../../base/binary/file-reader.ts';
import { parseObject, stringAt } from '../../base/json/json.ts';
import { fileTitle } from '../../base/url/file-name.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { Description } from '../../model/resource.ts';
import * as file from '../files/file-kind.ts';
import { readTilesetExtent, readVectorLayers } from './tileset-metadata.ts';

export const pmtiles = file.fileKind({
  id: 'pmtiles',
  title: 'PMTiles',
  specification: 'PMTiles 3.4',
  tier: 2,
  forms: ['binary', 'text'],
  dataset: 'tile layer',
  suspect: { '.pmtiles': 0.95 },
  firstBytes: file.headBytes,
  version: ({ bytes }) => (isPmtiles(bytes) ? '3' : null),
  describe,
  more: (document) => (isPmtiles(document.bytes) ? missingPart(document, readMetadata) : null),
});

/** Version 3 has a header of 127 bytes (PMTiles 3, "Header"). */
const headerBytes = 127;
const maxMetadataBytes = 96 * 1024;
const maxUnpacked = 16 * 1024 * 1024;

function isPmtiles(bytes: Uint8Array): boolean {
  return beginsWith(bytes, 'PMTiles\u0003') && bytes.length >= headerBytes;
}

/** The JSON metadata as text; null if it wasn't read or can't be decompressed. */
function readMetadata(reader: FileReader): string | null {
  const view = byteView(reader.document.bytes);
  const [offset, length, compression] = [view.u64(24), view.u64(32), view.u8(97)];
  if (!(length <= maxMetadataBytes)) return null;
  const bytes = reader.bytes(offset, length);
  return bytes === null ? null : unpack(bytes, compression);
}

function unpack(bytes: Uint8Array, compression: number): string | null {
  const options = { maxOutputLength: maxUnpacked };
  try {
    if (compression <= 1) return Buffer.from(bytes).toString('utf8');
    if (compression === 2) return gunzipSync(bytes, options).toString('utf8');
    return compression === 3 ? brotliDecompressSync(bytes, options).toString('utf8') : null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (/^(?:Z_|ERR_)/.test(code)) return null;
    throw error;
  }
}

const tileTypes = ['', 'application/vnd.mapbox-vector-tile', 'image/png', 'image/jpeg', 'image/webp', 'image/avif'];

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const view = byteView(document.bytes);
  const metadata = readMetadata(fileReader(document));
  if (metadata === null) tally.add('file.partly-read', 'The metadata of the archive was not read.');
  const words = parseObject(metadata ?? '') ?? {};
  // Positions are in units of 10^-7 degrees.
  const corners = [102, 106, 110, 114].map((at) => String(view.i32(at) / 1e7));
  const extent = readTilesetExtent(corners, tally);
  const title = stringAt(words, 'name') || fileTitle(document);
  const layers = readVectorLayers(metadata ?? '', extent);
  const abstract = stringAt(words, 'description');
  const tileType = tileTypes[view.u8(99)] ?? '';
  return {
    title,
    abstract,
    extent,
    layers: layers.length > 0 ? layers : [file.fileLayer(title, extent, file.crsOfCode('EPSG:3857'), { abstract })],
    formats: ['application/vnd.pmtiles', ...(tileType === '' ? [] : [tileType])],
    accessConstraints: stringAt(words, 'attribution') || null,
  };
}
