// LAS and LAZ point clouds, COPC among them.
import { type ByteView, beginsWith, byteView } from '../../../base/binary/byte-view.ts';
import { type FileReader, fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description } from '../../../model/resource.ts';
import type { Box } from '../../geometry/bounds.ts';
import * as file from '../file-kind.ts';
import { readGeoKeys } from './geo-keys.ts';

export const las = file.fileKind({
  id: 'las',
  title: 'LAS point cloud',
  specification: 'OGC 17-030r1 (LAS 1.4), LASzip, COPC 1.0',
  tier: 2,
  forms: ['binary', 'text'],
  dataset: 'point cloud',
  suspect: { '.las': 0.85, '.laz': 0.95 },
  firstBytes: file.headBytes,
  version: ({ bytes }) => (isLas(bytes) ? `${bytes[24]}.${bytes[25]}` : null),
  describe,
  more: (document) => (isLas(document.bytes) ? missingPart(document, readLas) : null),
});

interface Record {
  readonly user: string;
  readonly id: number;
  readonly view: ByteView;
}

interface PointCloud {
  readonly box: Box;
  readonly points: number;
  readonly isCompressed: boolean;
  readonly isCopc: boolean;
  readonly crs: file.FileCrs;
  readonly software: string;
}

/** Bytes in which records before the points are read. */
const recordBytes = 96 * 1024;
const maxRecords = 100;

function isLas(bytes: Uint8Array): boolean {
  return beginsWith(bytes, 'LASF') && bytes[24] === 1 && (bytes[25] ?? 9) <= 5 && bytes.length >= 227;
}

/** The public header block (17-030r1, table 3). */
function readLas(reader: FileReader): PointCloud | null {
  const head = reader.upTo(0, 375);
  if (head === null || head.length < 227) return null;
  const view = byteView(head);
  const records = readRecords(reader, view);
  const format = view.u8(104);
  const longCount = view.u8(25) >= 4 ? view.u64(247) : Number.NaN;
  return {
    box: [view.f64(187), view.f64(203), view.f64(179), view.f64(195)],
    points: longCount > 0 ? longCount : view.u32(107),
    // LASzip sets the highest bits of the point format.
    isCompressed: (format & 0xc0) !== 0,
    isCopc: records.some(({ user, id }) => user === 'copc' && id === 1),
    crs: readRecordCrs(records),
    software: view.text(58, 32).trim(),
  };
}

function readRecords(reader: FileReader, header: ByteView): readonly Record[] {
  const start = header.u16(94);
  const length = Math.min(header.u32(96) - start, recordBytes);
  const bytes = length > 0 ? reader.upTo(start, length) : null;
  if (bytes === null) return [];
  const view = byteView(bytes);
  const records: Record[] = [];
  let at = 0;
  for (let count = Math.min(header.u32(100), maxRecords); count > 0 && at + 54 <= bytes.length; count--) {
    const size = view.u16(at + 20);
    const content = byteView(bytes.subarray(at + 54, at + 54 + size));
    records.push({ user: view.text(at + 2, 16), id: view.u16(at + 18), view: content });
    at += 54 + size;
  }
  return records;
}

/** WKT in record 2112, else GeoTIFF keys in 34735 with texts in 34737 (17-030r1, 3). */
function readRecordCrs(records: readonly Record[]): file.FileCrs {
  const find = (id: number) => records.find((record) => record.user === 'LASF_Projection' && record.id === id)?.view;
  const wkt = find(2112);
  if (wkt !== undefined) return file.crsOfWkt(wkt.text(0, wkt.length));
  const keys = find(34_735);
  if (keys === undefined) return file.noCrs;
  const shorts = Array.from({ length: Math.floor(keys.length / 2) }, (_, index) => keys.u16(index * 2));
  const texts = find(34_737);
  return readGeoKeys(shorts, texts?.text(0, texts.length) ?? '')?.crs ?? file.noCrs;
}

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const cloud = readLas(fileReader(document));
  if (cloud === null) return {};
  const title = fileTitle(document);
  const extent = file.fileExtent(cloud.box, cloud.crs, tally);
  const formats = [`application/vnd.${cloud.isCompressed ? 'laszip' : 'las'}${cloud.isCopc ? '+copc' : ''}`];
  const layers = [file.fileLayer(title, extent, cloud.crs, { featureCount: cloud.points })];
  return { title, extent, layers, formats, software: cloud.software || null };
}
