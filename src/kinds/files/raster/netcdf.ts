// NetCDF: classic files (CDF-1, 2, 5) and netCDF-4, which is HDF5.

import { byteView } from '../../../base/binary/byte-view.ts';
import { type FileReader, fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import { readExtent } from '../../../base/geo/extent.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Extent } from '../../../model/extent.ts';
import type { Description, Layer } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';
import { readCfDescription, readCfExtent, readCfTime } from './cf-attributes.ts';
import { describeAttributes, hasHdf5Name, isHdf5, readHdf5Attribute } from './hdf5.ts';
import {
  type NetcdfHeader,
  type NetcdfVariable,
  netcdfVersion,
  readNetcdfHeader,
  readNumber,
  sizeOfType,
} from './netcdf-classic.ts';

export const netcdf = file.fileKind({
  id: 'netcdf',
  title: 'NetCDF',
  specification: 'OGC 10-090r3 (NetCDF classic), 10-092r3; CF 1.11, ACDD 1.3',
  tier: 2,
  forms: ['binary'],
  dataset: 'variable',
  suspect: { '.nc': 0.85, '.nc4': 0.9, '.cdf': 0.6, '.netcdf': 0.9, '.nc3': 0.9 },
  firstBytes: file.textHeadBytes,
  version: (document) => netcdfVersion(document.bytes)?.toString() ?? (isNetcdf4(document) ? '4' : null),
  describe: (document, tally) =>
    netcdfVersion(document.bytes) === null ? describeNetcdf4(document, tally) : describeClassic(document, tally),
  more: (document) => (netcdfVersion(document.bytes) === null ? null : missingPart(document, readClassic)),
});

/** Names the netCDF library writes into its HDF5 files. */
const libraryNames = ['_NCProperties', '_Netcdf4Dimid', '_Netcdf4Coordinates', '_nc3_strict'];

function isNetcdf4({ bytes, finalUrl }: Document): boolean {
  return isHdf5(bytes) && (hasHdf5Name(bytes, libraryNames) || /\.nc4?$/i.test(finalUrl.replace(/[?#].*$/s, '')));
}

interface ClassicReading {
  readonly header: NetcdfHeader;
  /** From the first and last values of its axes. */
  readonly axes: Extent | null;
}

const headBytes = 64 * 1024;
const maxHeadBytes = 128 * 1024;

function readClassic(reader: FileReader): ClassicReading | null {
  const header = readHead(reader);
  if (header === null) return null;
  const isGiven = header.attributes.has('geospatial_lon_min') && header.attributes.has('geospatial_lat_max');
  return { header, axes: header.isWhole && !isGiven ? readAxes(reader, header) : null };
}

function readHead(reader: FileReader): NetcdfHeader | null {
  const short = reader.upTo(0, headBytes) ?? reader.document.bytes;
  const header = readNetcdfHeader(short);
  if (header === null || header.isWhole) return header;
  const long = reader.upTo(0, maxHeadBytes);
  return long === null ? header : readNetcdfHeader(long);
}

function describeClassic(document: Document, tally: ProblemTally): Partial<Description> {
  const reading = readClassic(fileReader(document));
  if (reading === null) return {};
  const { header, axes } = reading;
  if (!header.isWhole) tally.add('file.partly-read', 'The header of the file was only partly read.');
  const extent = readCfExtent(header.attributes, tally) ?? axes;
  if (extent === null) tally.add('extent.missing', 'The file has no extent.');
  const time = readCfTime(header.attributes);
  const layers = header.variables
    .filter((variable) => isData(variable, header))
    .map((variable) => describeVariable(variable, extent, time));
  const words = readCfDescription(header.attributes);
  return { ...words, extent, layers, formats: ['application/netcdf'] };
}

/** Coordinates have the name of their dimension; cell bounds and grid mappings aren't data either. */
function isData({ name, dimensions }: NetcdfVariable, header: NetcdfHeader): boolean {
  const [first] = dimensions;
  if (dimensions.length === 0 || (dimensions.length === 1 && header.dimensions[first!]?.name === name)) return false;
  return !/(?:_bnds|_bounds)$|^(?:lat|lon|latitude|longitude)$/i.test(name);
}

function describeVariable({ name, attributes }: NetcdfVariable, extent: Extent | null, time: string | null): Layer {
  const title = attributes.get('long_name') || attributes.get('standard_name') || name;
  const units = attributes.get('units') ?? '';
  return file.fileLayer(name, extent, file.noCrs, { title, time, keywords: units === '' ? [] : [units] });
}

/** Attributes that describe a file, found by name. */
const attributeNames = [
  ...['title', 'summary', 'description', 'keywords', 'institution', 'creator_name', 'creator_email', 'creator_url'],
  ...['license', 'geospatial_lat_min', 'geospatial_lat_max', 'geospatial_lon_min', 'geospatial_lon_max'],
  ...['time_coverage_start', 'time_coverage_end'],
];

function describeNetcdf4(document: Document, tally: ProblemTally): Partial<Description> {
  const values = attributeNames.map((name) => [name, readHdf5Attribute(document.bytes, name) ?? ''] as const);
  const parts = describeAttributes(document, new Map(values.filter(([, value]) => value !== '')), tally);
  return { ...parts, formats: ['application/netcdf'] };
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Null without such axes, or if their values weren't read. */
function readAxes(reader: FileReader, header: NetcdfHeader): Extent | null {
  const x = header.variables.find((variable) => isAxis(variable, 'longitude', /^degrees?_?e(?:ast)?$/i));
  const y = header.variables.find((variable) => isAxis(variable, 'latitude', /^degrees?_?n(?:orth)?$/i));
  const columns = x === undefined ? null : readAxis(reader, header, x);
  const rows = y === undefined ? null : readAxis(reader, header, y);
  if (columns === null || rows === null) return null;
  return readExtent([columns.low, rows.low, columns.high, rows.high].map(String) as [string, string, string, string])
    .extent;
}

/** CF 1.11, 4.1 and 4.2: identified by units or standard name. */
function isAxis({ dimensions, attributes }: NetcdfVariable, standardName: string, units: RegExp): boolean {
  if (dimensions.length !== 1) return false;
  return attributes.get('standard_name') === standardName || units.test(attributes.get('units') ?? '');
}

/** Grids are sorted, so the ends are the extremes; half a cell is added on each side. */
function readAxis(reader: FileReader, header: NetcdfHeader, { begin, type, dimensions }: NetcdfVariable): Range | null {
  const count = header.dimensions[dimensions[0] ?? -1]?.length ?? 0;
  const size = sizeOfType(type);
  if (count < 2 || size === 0) return null;
  const head = reader.bytes(begin, size * 2);
  const tail = reader.bytes(begin + (count - 1) * size, size);
  if (head === null || tail === null) return null;
  const first = readNumber(byteView(head, false), type, 0);
  const half = Math.abs(readNumber(byteView(head, false), type, size) - first) / 2;
  const last = readNumber(byteView(tail, false), type, 0);
  return { low: Math.min(first, last) - half, high: Math.max(first, last) + half };
}
