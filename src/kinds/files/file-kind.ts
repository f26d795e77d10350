// What kinds of files have in common: suspicion by name, a first range, an address, an extent.

import { type Corners, readInWgs84 } from '../../base/geo/projection.ts';
import { readWktCrs } from '../../base/geo/wkt-crs.ts';
import { fileTitle } from '../../base/url/file-name.ts';
import { readOwsQuery } from '../../base/url/ows-url.ts';
import { readUrl } from '../../base/url/url.ts';
import { isSecretParameter } from '../../base/url/url-secrets.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { Extent } from '../../model/extent.ts';
import type { CheckRequest, ProbeRequest } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Layer, Resource } from '../../model/resource.ts';

/** Bytes of the first look at a file. Most headers are far shorter; text says more of itself in more. */
export const headBytes = 16 * 1024;
export const textHeadBytes = 64 * 1024;

export function probeFile(url: string, bytes: number): readonly ProbeRequest[] {
  return [{ url, range: [0, bytes - 1] }];
}

/** Health of a file: its first bytes still come. */
export function checkFile(resource: Resource): readonly CheckRequest[] {
  return [{ url: resource.endpoint, range: [0, 1023], operation: 'first bytes', expects: 'bytes' }];
}

/** The file as a client would ask for it. A signed address one was sent on to expires: then the one before it counts. */
export function fileEndpoint(document: Document): string {
  const { finalUrl, url } = document;
  const isSigned = finalUrl !== url && hasSecret(finalUrl) && !hasSecret(url);
  return (isSigned ? url : finalUrl).replace(/#.*$/s, '');
}

function hasSecret(url: string): boolean {
  return [...(readUrl(url)?.searchParams.keys() ?? [])].some(isSecretParameter);
}

/** The one identity of a file. */
export function fileIdentity(kind: string, document: Document, version: string | null = null): readonly Identity[] {
  return [{ kind, version, endpoint: fileEndpoint(document) }];
}

/**
 * Extensions with how sure each is, '.kml' among them; the end of the path counts fully, the end of a query value
 * (`?file=a.kml`) or a `format=` of that name a little less.
 */
export function suspectFile(link: Link, extensions: Readonly<Record<string, number>>): number {
  // A service that is asked about a file is the service: "/thredds/wms/a.nc?REQUEST=GetMap".
  if (readOwsQuery(link.url) !== null) return 0;
  const path = pathEnd(link.url);
  const own = extensions[extensionOf(path)];
  if (own !== undefined) return own;
  // A path that ends in another extension is that file, whatever its query says: "view.html?file=a.kml".
  if (/\.(?:html?|php|aspx?|jsp|cgi|do|ashx)$/i.test(path) === false && extensionOf(path) !== '') return 0;
  const values = queryValues(link.url);
  for (const value of values) {
    const score = extensions[extensionOf(value)];
    if (score !== undefined) return score * 0.8;
  }
  return 0;
}

/** '.shp.zip' and the like have two ends; the longer one that is known counts. */
function extensionOf(name: string): string {
  return /\.[a-z][a-z0-9]{0,9}$|\.7z$/i.exec(name.slice(-16))?.[0]?.toLowerCase() ?? '';
}

function pathEnd(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  // The host alone has no path: "http://example.zip".
  return /^https?:\/\/[^/]*$/i.test(path) ? '' : name.slice(-300);
}

function queryValues(url: string): readonly string[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return query
    .slice(0, 2000)
    .split('&')
    .map((part) => part.slice(part.indexOf('=') + 1));
}

/** A coordinate reference system as a file gives it. */
export interface FileCrs {
  /** 'EPSG:25832', 'CRS:84', or WKT. Null where it gives none we understand. */
  readonly definition: string | null;
  /** What the layer lists: the code, else the name. */
  readonly label: string | null;
  /** The format names longitude and latitude, so that they cannot stand in the wrong order. */
  readonly hasFixedAxes?: boolean;
}

export const noCrs: FileCrs = { definition: null, label: null };
export const wgs84: FileCrs = { definition: 'CRS:84', label: 'EPSG:4326' };

export function crsOfCode(code: string): FileCrs {
  return { definition: code, label: code };
}

export function crsOfWkt(wkt: string): FileCrs {
  const crs = readWktCrs(wkt);
  if (crs === null) return noCrs;
  return { definition: crs.code ?? wkt.trim(), label: crs.code ?? (crs.name === '' ? null : crs.name) };
}

/** Degrees for a box in the file's own system; a problem and null where that cannot be told. */
export function fileExtent(corners: Corners, crs: FileCrs, problems: ProblemTally, name = ''): Extent | null {
  const [minX, minY, maxX, maxY] = corners;
  if (!corners.every(Number.isFinite) || minX > maxX || minY > maxY || Math.max(...corners.map(Math.abs)) > 1e15) {
    problems.add('extent.invalid', 'The bounding box in the file is no box.', name);
    return null;
  }
  if (crs.definition === null) {
    problems.add('crs.missing', 'The file does not say which coordinate reference system it is in.', name);
    return null;
  }
  const reading = readInWgs84(pointApart(corners), crs.definition, crs.hasFixedAxes);
  const { problem } = reading;
  const isStray = problem === 'extent.out-of-range' && Math.max(-minY, maxY) > 90 + maxOvershoot;
  const extent = isStray ? null : reading.extent;
  if (problem === null) return extent;
  const isNoDegrees = extent === null && crs.definition === wgs84.definition && problem === 'extent.projected';
  if (isNoDegrees) problems.add(problem, 'The coordinates are no degrees, and no other system is named.', name);
  else if (extent === null && problem !== 'extent.out-of-range')
    problems.add(
      'extent.projected',
      'The extent could not be brought to degrees.',
      `${name} ${crs.label ?? ''}`.trim(),
    );
  else problems.add(problem, oddExtents[problem] ?? '', name);
  return extent;
}

/** Degrees beyond a pole that rounding in grids explains. A point further out is a mistake, and hides where the rest ends. */
const maxOvershoot = 2.5;

const oddExtents: Readonly<Record<string, string>> = {
  'extent.swapped': 'The coordinates have latitude first, or corners exchanged; it was put right.',
  'extent.out-of-range': 'Coordinates lie beyond ±180 or ±90 degrees.',
};

/**
 * One point is a fine extent for a file, but four equal numbers are what empty layers of servers have: a point on the
 * diagonal x = y is told by a box of a hair's breadth.
 */
function pointApart(corners: Corners): Corners {
  const [x, y] = corners;
  return corners.every((value) => value === x) ? [x, y, x + 1e-9 * Math.abs(x), y] : corners;
}

/** A layer of a file with one CRS. */
export function fileLayer(name: string, extent: Extent | null, crs: FileCrs, more: Partial<Layer> = {}): Layer {
  const list = crs.label === null ? [] : [crs.label];
  return { ...emptyLayer, name, title: name, extent, crs: list, crsCount: list.length, ...more };
}

/** The description of a file whose layers are known; the title falls back to the file's name. */
export function describeFile(document: Document, parts: Partial<Description>, tally = new ProblemTally()): Description {
  const layers = parts.layers ?? [];
  const problems = [...document.problems, ...document.parts.flatMap((part) => part.problems), ...tally.list()];
  const title = parts.title === undefined || parts.title === '' ? fileTitle(document) : parts.title;
  return { ...emptyDescription, layerCount: layers.length, ...parts, title, problems };
}
