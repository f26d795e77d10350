// GRIB: weather grids of the World Meteorological Organization.

import { type ByteView, byteView } from '../../../base/binary/byte-view.ts';
import { readExtent } from '../../../base/geo/extent.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description } from '../../../model/resource.ts';
import type { Box } from '../../geometry/bounds.ts';
import * as file from '../file-kind.ts';

export const grib = file.fileKind({
  id: 'grib',
  title: 'GRIB',
  specification: 'WMO-No. 306, FM 92 GRIB (editions 1 and 2)',
  tier: 2,
  forms: ['binary'],
  dataset: 'message',
  suspect: { '.grib': 0.9, '.grib2': 0.95, '.grb': 0.85, '.grb2': 0.95, '.grib1': 0.95 },
  firstBytes: 4096,
  version: ({ bytes }) => readGribGrid(bytes)?.edition.toString() ?? null,
  describe,
});

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const grid = readGribGrid(document.bytes);
  const title = fileTitle(document);
  const [west, south, east, north] = grid?.box?.map(String) ?? [];
  const { extent } = readExtent([west ?? null, south ?? null, east ?? null, north ?? null]);
  if (extent === null) tally.add('extent.missing', "The grid of the first message isn't in latitude and longitude.");
  const layers = [file.fileLayer(title, extent, file.noCrs, { time: grid?.time ?? null })];
  const formats = [`application/wmo-GRIB${grid?.edition ?? ''}`];
  return { title, extent, layers, formats };
}

interface GribGrid {
  readonly edition: 1 | 2;
  /** Degrees; null for grids that aren't in latitude and longitude. */
  readonly box: Box | null;
  /** Reference time, 'YYYY-MM-DDTHH:MM:SSZ'; null if invalid. */
  readonly time: string | null;
}

/** A bulletin header may precede the first message. */
const headerWindow = 128;

function readGribGrid(bytes: Uint8Array): GribGrid | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerWindow));
  const start = head.indexOf('GRIB', 0, 'latin1');
  if (start < 0) return null;
  const view = byteView(bytes.subarray(start), false);
  const edition = view.u8(7);
  // The following sections must be valid; otherwise this is a text about GRIB.
  if (edition === 2) return view.u8(20) === 1 && view.u32(16) >= 21 ? readEdition2(view) : null;
  return edition === 1 && u24(view, 8) >= 28 ? readEdition1(view) : null;
}

/** WMO Manual on Codes I.2, FM 92 GRIB edition 2: section 1 is the identification, section 3 the grid. */
function readEdition2(view: ByteView): GribGrid {
  const time = writeTime([view.u16(28), view.u8(30), view.u8(31), view.u8(32), view.u8(33), view.u8(34)]);
  let at = 16;
  for (let count = 0; count < 4 && view.u8(at + 4) < 3; count++) at += view.u32(at);
  if (view.u8(at + 4) !== 3) return { edition: 2, box: null, time };
  const template = view.u16(at + 12);
  // Templates 0 to 3 and 40 to 43 give corners in millionths of a degree at the same octets.
  const isByDegrees = template === 0 || template === 40;
  const corner = (octet: number) => signed(view.u32(at + octet - 1), 31) / 1e6;
  const box = isByDegrees ? makeBox(corner(47), corner(51), corner(56), corner(60)) : null;
  return { edition: 2, box, time };
}

/** FM 92 GRIB edition 1: thousandths of a degree; representation type 0 is latitude and longitude, 4 Gaussian. */
function readEdition1(view: ByteView): GribGrid {
  const century = view.u8(8 + 24);
  const year = (century - 1) * 100 + view.u8(8 + 12);
  const time = writeTime([year, view.u8(8 + 13), view.u8(8 + 14), view.u8(8 + 15), view.u8(8 + 16), 0]);
  const hasGrid = (view.u8(8 + 7) & 0x80) !== 0;
  const at = 8 + u24(view, 8);
  const type = view.u8(at + 5);
  const isByDegrees = hasGrid && (type === 0 || type === 4);
  const corner = (octet: number) => signed(u24(view, at + octet - 1), 23) / 1000;
  return { edition: 1, box: isByDegrees ? makeBox(corner(11), corner(14), corner(18), corner(21)) : null, time };
}

function makeBox(lat1: number, lon1: number, lat2: number, lon2: number): Box | null {
  // Eastward across the prime meridian: 350° to 10°.
  const east = lon2 < lon1 ? lon2 + 360 : lon2;
  const turn = east > 360 ? 360 : 0;
  const box: Box = [lon1 - turn, Math.min(lat1, lat2), east - turn, Math.max(lat1, lat2)];
  return box.every(Number.isFinite) && box[3] <= 90.001 && box[1] >= -90.001 ? box : null;
}

/** Sign and magnitude: the first bit is the sign. */
function signed(value: number, bits: number): number {
  const limit = 2 ** bits;
  return value >= limit ? limit - value : value;
}

function u24(view: ByteView, at: number): number {
  return view.u8(at) * 65_536 + view.u16(at + 1);
}

function writeTime([year, month, day, hour, minute, second]: readonly number[]): string | null {
  const ms = Date.UTC(year!, month! - 1, day, hour, minute, second);
  return Number.isNaN(ms) || year! < 1900 || year! > 2200 ? null : `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
