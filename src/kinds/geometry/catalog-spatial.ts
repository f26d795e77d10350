// The extent of a record in the notations portals use: GeoJSON, WKT, boxes in text, SOLR envelopes, named corners.
import { type ExtentReading, readExtent } from '../../base/geo/extent.ts';
import { type Corners, hasNorthingFirst, readInWgs84 } from '../../base/geo/projection.ts';
import { isObject, type JsonObject, type JsonValue, objectAt, objectsAt, stringAt } from '../../base/json/json.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Extent } from '../../model/extent.ts';
import { addPositions, Bounds } from './bounds.ts';

/** Order of four numbers in a text. */
export type BoxOrder = 'wsen' | 'swne';

/** Depth of nested boxes: text with JSON in it may nest without limit. */
const maxDepth = 8;
/** Longer texts are prose or data, not a box. */
const maxTextLength = 5_000_000;

const messages: Readonly<Record<string, string>> = {
  'extent.invalid': 'The bounding box of a record is invalid.',
  'extent.swapped': 'The corners of a bounding box are in the wrong order.',
  'extent.out-of-range': 'A bounding box reaches beyond the earth.',
  'extent.projected': 'A bounding box is not in degrees.',
};

/** Reports the problem of a reading and returns its extent. */
export function reportExtent({ extent, problem }: ExtentReading, problems: ProblemTally, example = ''): Extent | null {
  if (problem !== null) problems.add(problem, messages[problem] ?? problem, example);
  return extent;
}

/** The extent of west, south, east and north as text. Null if all are empty: an unfilled form isn't an invalid box. */
export function reportSides(sides: readonly string[], problems: ProblemTally, example = ''): Extent | null {
  if (sides.every((text) => text === '')) return null;
  const [west = '', south = '', east = '', north = ''] = sides;
  return reportExtent(readExtent([west, south, east, north]), problems, example);
}

/** Null if the value has no numbers: place names are common and not a problem. */
export function readSpatial(
  value: JsonValue | undefined,
  problems: ProblemTally,
  order: BoxOrder = 'wsen',
): Extent | null {
  return readValue(value, { problems, order, depth: 0 });
}

/** How a value is read. */
interface Reading {
  readonly problems: ProblemTally;
  readonly order: BoxOrder;
  readonly depth: number;
}

function readValue(value: JsonValue | undefined, reading: Reading): Extent | null {
  if (reading.depth > maxDepth) return null;
  const inside = { ...reading, depth: reading.depth + 1 };
  if (typeof value === 'string') return readText(value, inside);
  if (Array.isArray(value)) return readSpatialArray(value, inside);
  return isObject(value) ? readSpatialObject(value, inside) : null;
}

function readSpatialArray(value: readonly JsonValue[], reading: Reading): Extent | null {
  const numbers = value.flat().map((member) => (typeof member === 'string' ? Number(member) : member));
  if (numbers.length >= 4 && numbers.every((member) => typeof member === 'number')) {
    // Six numbers are a box with heights.
    const corners = numbers.length === 6 ? [0, 1, 3, 4].map((at) => numbers[at]!) : numbers;
    return corners.length === 4 ? boxExtent(corners, reading.problems, reading.order) : null;
  }
  for (const member of value) {
    const extent = readValue(member, reading);
    if (extent !== null) return extent;
  }
  return null;
}

function boxExtent(numbers: readonly number[], problems: ProblemTally, order: BoxOrder): Extent | null {
  const [a, b, c, d] = numbers.map(String) as [string, string, string, string];
  const reading = order === 'wsen' ? readExtent([a, b, c, d]) : readExtent([b, a, d, c]);
  return reportExtent(reading, problems, numbers.join(', '));
}

/** Portals' names for the four sides, in lower case. */
const sides: readonly (readonly string[])[] = [
  ['west', 'westbc', 'westboundlongitude', 'xmin', 'minx', 'minlongitude', 'bbox_x0', 'westlimit', 'left'],
  ['south', 'southbc', 'southboundlatitude', 'ymin', 'miny', 'minlatitude', 'bbox_y0', 'southlimit', 'bottom'],
  ['east', 'eastbc', 'eastboundlongitude', 'xmax', 'maxx', 'maxlongitude', 'bbox_x1', 'eastlimit', 'right'],
  ['north', 'northbc', 'northboundlatitude', 'ymax', 'maxy', 'maxlatitude', 'bbox_y1', 'northlimit', 'top'],
];

/** Members that hold the extent in another notation. */
const containers = 'bbox box geom geojson extent @value dcat:bbox locn:geometry dct:spatial'.split(' ');

function readSpatialObject(value: JsonObject, reading: Reading): Extent | null {
  const { problems } = reading;
  if (stringAt(value, 'type').toLowerCase() === 'envelope') return readEnvelope(value, problems);
  const geometry = objectAt(value, 'geometry') ?? value;
  if (geometry.coordinates !== undefined || geometry.geometries !== undefined) {
    return readGeometry(geometry, problems);
  }
  const named = readSides(value, problems);
  if (named !== null) return named;
  for (const name of containers) {
    const extent = value[name] === undefined ? null : readValue(value[name], reading);
    if (extent !== null) return extent;
  }
  return null;
}

/** Elasticsearch: the upper left corner, then the lower right one. */
function readEnvelope(value: JsonObject, problems: ProblemTally): Extent | null {
  const numbers = Array.isArray(value.coordinates) ? (value.coordinates.flat() as JsonValue[]) : [];
  const [west, north, east, south] = numbers.map(String);
  return reportExtent(readExtent([west ?? null, south ?? null, east ?? null, north ?? null]), problems);
}

function readSides(value: JsonObject, problems: ProblemTally): Extent | null {
  const lower = new Map(
    Object.keys(value)
      .slice(0, 100)
      .map((key) => [key.toLowerCase(), key]),
  );
  const corners = sides.map((names) => {
    const key = names.map((name) => lower.get(name)).find((name) => name !== undefined);
    return key === undefined ? '' : stringAt(value, key);
  });
  if (corners.some((text) => text === '')) return null;
  return reportSides(corners, problems, corners.join(', '));
}

/** The box around a GeoJSON geometry. */
function readGeometry(geometry: JsonObject, problems: ProblemTally): Extent | null {
  const bounds = new Bounds();
  for (const part of [geometry, ...objectsAt(geometry, 'geometries')]) addPositions(part.coordinates, bounds);
  const box = bounds.box();
  return box === null ? null : reportSides(box.map(String), problems);
}

export function readSpatialText(text: string, problems: ProblemTally, order: BoxOrder = 'wsen'): Extent | null {
  return readText(text, { problems, order, depth: 0 });
}

function readText(text: string, reading: Reading): Extent | null {
  const { problems, order } = reading;
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxTextLength) return null;
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) return readSpatialJson(trimmed, reading);
  const envelope = /^ENVELOPE\s{0,4}\(([^()]{1,200})\)$/i.exec(trimmed);
  if (envelope !== null) {
    // CQL and SOLR: west, east, north, south.
    const [west, east, north, south] = numbersOf(envelope[1]!);
    return boxExtent([west, south, east, north].map(Number), problems, 'wsen');
  }
  const geometry = wktGeometry.exec(trimmed);
  if (geometry !== null) return readWkt(trimmed, geometry, problems);
  return readBoxText(trimmed, problems, order);
}

function readSpatialJson(text: string, reading: Reading): Extent | null {
  try {
    return readValue(JSON.parse(text) as JsonValue, { ...reading, depth: reading.depth + 1 });
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** EWKT has the system's number, GeoSPARQL (11-052r4, 8.5.1) its URL. */
const wktGeometry =
  /^(?:SRID=(\d{1,6});\s{0,4})?(?:<([^<>]{1,200})>\s{0,4})?(?:MULTI)?(?:POLYGON|POINT|LINESTRING|GEOMETRYCOLLECTION)/i;

/** The box around the positions of a WKT geometry; after the first two numbers come heights and measures. */
function readWkt(text: string, [opening, srid, address]: RegExpExecArray, problems: ProblemTally): Extent | null {
  const bounds = new Bounds();
  for (const [position] of text.slice(opening.length).matchAll(/[^(),]+/g)) {
    const [x, y] = position.trim().split(/\s+/, 2);
    if (x !== undefined && y !== undefined) bounds.add(Number(x), Number(y));
  }
  const box = bounds.box();
  if (box === null) return null;
  const crs = address ?? (srid === undefined || srid === '0' ? 'CRS:84' : `EPSG:${srid}`);
  // Only a URL guarantees the authority's axis order.
  const isSwapped = address !== undefined && hasNorthingFirst(address) === true;
  const corners: Corners = isSwapped ? [box[1], box[0], box[3], box[2]] : box;
  return reportExtent(readInWgs84(corners, crs), problems, crs);
}

/** "8.1,47.2,9.3,48.0", or the same separated by blanks; anything more is prose. */
function readBoxText(text: string, problems: ProblemTally, order: BoxOrder): Extent | null {
  if (text.length > 200 || !/^[-+\d\s.,;()eE°]{7,200}$/.test(text)) return null;
  const numbers = numbersOf(text).map(Number);
  if (numbers.length !== 4) return null;
  return boxExtent(numbers, problems, order);
}

function numbersOf(text: string): readonly string[] {
  return text.match(/[-+]?\d{1,20}(?:\.\d{0,30})?(?:[eE][-+]?\d{1,3})?/g) ?? [];
}
