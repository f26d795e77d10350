// Where a classic netCDF file lies, from the first and last values of its latitude and longitude.
import { byteView } from '../base/binary/byte-view.ts';
import type { FileReader } from '../base/binary/file-reader.ts';
import { readExtent } from '../base/geo/extent.ts';
import type { Extent } from '../model/extent.ts';
import { type NetcdfHeader, type NetcdfVariable, readNumber, sizeOfType } from './files/raster/netcdf-classic.ts';

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Null when there are no such axes, or their values were not read. */
export function readAxes(reader: FileReader, header: NetcdfHeader): Extent | null {
  const x = header.variables.find((variable) => isAxis(variable, 'longitude', /^degrees?_?e(?:ast)?$/i));
  const y = header.variables.find((variable) => isAxis(variable, 'latitude', /^degrees?_?n(?:orth)?$/i));
  const columns = x === undefined ? null : readAxis(reader, header, x);
  const rows = y === undefined ? null : readAxis(reader, header, y);
  if (columns === null || rows === null) return null;
  return readExtent([columns.low, rows.low, columns.high, rows.high].map(String) as [string, string, string, string])
    .extent;
}

/** CF 1.11, 4.1 and 4.2: the units or the standard name tell. */
function isAxis({ dimensions, attributes }: NetcdfVariable, standardName: string, units: RegExp): boolean {
  if (dimensions.length !== 1) return false;
  return attributes.get('standard_name') === standardName || units.test(attributes.get('units') ?? '');
}

/** Grids are sorted, so the ends are the extremes; half a cell is added, as cells have a width. */
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
