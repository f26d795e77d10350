// Extents and times of OGC API and STAC, including drafts.
import { isGeographic, readCrs } from '../../base/geo/crs.ts';
import { type ExtentReading, readExtent } from '../../base/geo/extent.ts';
import { toWgs84 } from '../../base/geo/projection.ts';
import { arrayAt, isObject, type JsonObject, type JsonValue } from '../../base/json/json.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Extent } from '../../model/extent.ts';

const messages: Readonly<Record<string, string>> = {
  'extent.invalid': 'The bounding box is invalid.',
  'extent.swapped': 'The corners of the bounding box are in the wrong order.',
  'extent.out-of-range': 'The bounding box reaches beyond the earth.',
  'extent.projected': 'The bounding box has an unknown coordinate reference system.',
};

/**
 * A bbox of four numbers, or of six with heights; null with a problem if it is invalid, null alone if it is missing.
 */
export function readBox(value: JsonValue | undefined, problems: ProblemTally, crs = 'CRS:84'): Extent | null {
  const numbers = firstBox(value);
  if (numbers === null) return null;
  const corners = numbers.length >= 6 ? [0, 1, 3, 4].map((at) => numbers[at]!) : numbers.slice(0, 4);
  const { extent, problem } = inDegrees(corners, crs);
  if (problem !== null) problems.add(problem, messages[problem] ?? problem, numbers.join(', '));
  return extent;
}

/** The `extent` of a collection: `{spatial: {bbox: [[…]]}}`, in drafts `{spatial: […]}`. */
export function readCollectionExtent(collection: JsonObject, problems: ProblemTally): Extent | null {
  const extent = collection.extent;
  if (!isObject(extent)) return Array.isArray(extent) ? readBox(extent, problems) : null;
  const { spatial } = extent;
  if (!isObject(spatial)) return readBox(spatial ?? extent.bbox, problems);
  return readBox(spatial.bbox, problems, readBoxCrs(spatial.crs));
}

/** "start/end" of the first interval, '..' for an open end; null without a time. */
export function readCollectionTime(collection: JsonObject): string | null {
  const extent = collection.extent;
  if (!isObject(extent)) return null;
  const { temporal } = extent;
  const given = isObject(temporal) ? arrayAt(temporal, 'interval') : Array.isArray(temporal) ? temporal : [];
  const interval = Array.isArray(given[0]) ? given[0] : given;
  return writeInterval(interval[0], interval[1]);
}

export function writeInterval(start: JsonValue | undefined, end: JsonValue | undefined): string | null {
  const ends = [start, end].map((value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : '..'));
  return ends.every((text) => text === '..') ? null : ends.join('/');
}

/** The first bbox is the overall one (OGC 17-069r4, 7.13.3; STAC Collection 1.0.0, Spatial Extent Object). */
function firstBox(value: JsonValue | undefined): readonly (number | string)[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  if (Array.isArray(value[0])) return firstBox(value[0]);
  const numbers = value.filter((member) => typeof member === 'number' || typeof member === 'string');
  return numbers.length >= 4 ? (numbers as (number | string)[]) : null;
}

/** CRS84 unless declared otherwise (OGC 17-069r4, 7.13.3). EDR writes WKT: a leading geographic keyword is enough. */
function readBoxCrs(value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (/^(?:GEOGCS|GEOGCRS|GEODCRS)\[/i.test(text)) return 'CRS:84';
  // CRS84h adds heights, which don't matter here.
  return readCrs(text.replace(/CRS84h$/, 'CRS84')) ?? 'CRS:84';
}

function inDegrees(corners: readonly (number | string)[], crs: string): ExtentReading {
  if (isGeographic(crs)) {
    const [west, south, east, north] = corners.map(String);
    return readExtent([west ?? null, south ?? null, east ?? null, north ?? null]);
  }
  const numbers = corners.map(Number);
  if (!numbers.every(Number.isFinite)) return { extent: null, problem: 'extent.invalid' };
  const extent = toWgs84(numbers as [number, number, number, number], crs);
  return { extent, problem: extent === null ? 'extent.projected' : null };
}
