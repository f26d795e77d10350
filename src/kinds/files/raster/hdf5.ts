// HDF5 files about the earth that are not netCDF-4: HDF-EOS5 and others with latitudes and longitudes.

import { byteView } from '../../../base/binary/byte-view.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';
import { readCfDescription, readCfExtent, readCfTime } from './cf-attributes.ts';

export const hdf5 = file.fileKind({
  id: 'hdf5',
  title: 'HDF5 with geographic data',
  specification: 'OGC 18-043r3 (HDF5), HDF-EOS5',
  tier: 2,
  forms: ['binary'],
  dataset: 'file',
  suspect: { '.he5': 0.9, '.h5': 0.5, '.hdf5': 0.5, '.hdf': 0.5 },
  firstBytes: file.textHeadBytes,
  version: ({ bytes }) => (isGeographic(bytes) ? '' : null),
  describe,
});

/** Neural network weights are HDF5 too: the bytes read must contain a geographic attribute. */
const geographicNames = [
  ...['HDFEOS', 'HDFEOS INFORMATION', 'StructMetadata.0', 'geospatial_lat_min', 'latitude', 'Latitude', 'lat', 'XDim'],
  ...['grid_mapping', 'degrees_north'],
];

function isGeographic(bytes: Uint8Array): boolean {
  return isHdf5(bytes) && hasHdf5Name(bytes, geographicNames);
}

const attributeNames = [
  ...['title', 'Title', 'summary', 'description', 'institution', 'geospatial_lat_min', 'geospatial_lat_max'],
  ...['geospatial_lon_min', 'geospatial_lon_max', 'time_coverage_start', 'time_coverage_end', 'license'],
];

/** Names of bounding attributes in satellite products, mapped to ACDD. */
const bounds = [
  ['geospatial_lat_min', 'SouthBoundingCoordinate'],
  ['geospatial_lat_max', 'NorthBoundingCoordinate'],
  ['geospatial_lon_min', 'WestBoundingCoordinate'],
  ['geospatial_lon_max', 'EastBoundingCoordinate'],
] as const;

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const attributes = new Map<string, string>();
  for (const name of attributeNames) attributes.set(name, readHdf5Attribute(document.bytes, name) ?? '');
  for (const [name, other] of bounds)
    if (!attributes.get(name)) attributes.set(name, readHdf5Attribute(document.bytes, other) ?? '');
  return { ...describeAttributes(document, attributes, tally), formats: ['application/x-hdf5'] };
}

/** Described by discovery attributes alone: the remaining file isn't read. */
export function describeAttributes(
  document: Document,
  attributes: ReadonlyMap<string, string>,
  tally: ProblemTally,
): Partial<Description> {
  const extent = readCfExtent(attributes, tally);
  if (extent === null) tally.add('extent.missing', 'The part of the file that was read has no extent.');
  const words = readCfDescription(attributes);
  const title = words.title || fileTitle(document);
  const layers = [file.fileLayer(title, extent, file.noCrs, { time: readCfTime(attributes) })];
  return { ...words, title, extent, layers };
}

/** "\x89HDF\r\n\x1a\n" at the start, or after a user block of 512 bytes or more (HDF5 File Format 3.0, II.A). */
export function isHdf5(bytes: Uint8Array): boolean {
  return [0, 512, 1024, 2048, 4096].some(
    (at) =>
      bytes[at] === 0x89 &&
      byteView(bytes, false).u32(at + 1) === 0x4844_460d &&
      byteView(bytes, false).u32(at + 4) === 0x0d0a_1a0a,
  );
}

const maxTextBytes = 16 * 1024;

/**
 * The first attribute of this name with a number or a fixed-length text. Attribute messages have the same layout in
 * object headers and heaps (IV.A.2.m): lengths, name, type, shape, value.
 */
export function readHdf5Attribute(bytes: Uint8Array, name: string): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const needle = `${name}\u0000`;
  for (let at = buffer.indexOf(needle, 0, 'latin1'); at >= 0; at = buffer.indexOf(needle, at + 1, 'latin1')) {
    const value = readMessage(bytes, at, name.length + 1);
    if (value !== null) return value;
  }
  return null;
}

function readMessage(bytes: Uint8Array, nameAt: number, nameLength: number): string | null {
  const view = byteView(bytes);
  // Version 3 adds one byte for the name encoding and has no padding; version 1 pads to eight bytes.
  const isNew = view.u8(nameAt - 9) === 3 && view.u16(nameAt - 7) === nameLength;
  const isOld = view.u8(nameAt - 8) === 1 && view.u16(nameAt - 6) === nameLength;
  if (!isNew && !isOld) return null;
  const lengthsAt = isNew ? nameAt - 7 : nameAt - 6;
  const padded = (length: number) => (isNew ? length : Math.ceil(length / 8) * 8);
  const typeAt = nameAt + padded(nameLength);
  const valueAt = typeAt + padded(view.u16(lengthsAt + 2)) + padded(view.u16(lengthsAt + 4));
  const typeClass = view.u8(typeAt) & 15;
  const size = view.u32(typeAt + 4);
  if (typeClass === 3) return view.text(valueAt, Math.min(size, maxTextBytes)).trim();
  if (typeClass === 1 && size === 8) return numberText(view.f64(valueAt));
  if (typeClass === 1 && size === 4) return numberText(view.f32(valueAt));
  return typeClass === 0 && size === 4 ? numberText(view.i32(valueAt)) : null;
}

function numberText(value: number): string | null {
  return Number.isFinite(value) ? String(value) : null;
}

/** Whether one of the names occurs in the bytes, terminated as in HDF5. */
export function hasHdf5Name(bytes: Uint8Array, names: readonly string[]): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return names.some((name) => {
    const needle = `${name}\u0000`;
    for (let at = buffer.indexOf(needle, 0, 'latin1'); at >= 0; at = buffer.indexOf(needle, at + 1, 'latin1')) {
      if (!/\w/.test(String.fromCharCode(buffer[at - 1] ?? 0))) return true;
    }
    return false;
  });
}
