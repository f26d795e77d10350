// Shared by file kinds: suspicion by name, the first range, the URL, the extent.

import { decodeName } from '../../base/binary/byte-view.ts';
import type { ZipEntry } from '../../base/binary/zip.ts';
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
import type { CheckRequest, ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Layer, Resource } from '../../model/resource.ts';

/** Bytes of the first read of a file. Most headers are far shorter; text benefits from more. */
export const headBytes = 16 * 1024;
export const textHeadBytes = 64 * 1024;

/** What distinguishes one file format from the others. */
interface FileFormat
  extends Pick<ResourceKind, 'id' | 'title' | 'specification' | 'tier' | 'forms' | 'dataset' | 'more'> {
  /** Extensions with their certainty, or the suspicion of a link. */
  readonly suspect: Readonly<Record<string, number>> | ResourceKind['suspect'];
  /** Length of the first read. */
  readonly firstBytes: number;
  /** The format's version, '' if it has none; null if the document isn't of this format. */
  readonly version: (document: Document) => string | null;
  readonly describe: (document: Document, problems: ProblemTally) => Partial<Description>;
}

export function fileKind({ suspect, firstBytes, version, describe, ...format }: FileFormat): ResourceKind {
  return {
    ...format,
    family: 'file',
    suspect: typeof suspect === 'function' ? suspect : (link) => suspectFile(link, suspect),
    probe: (url) => probeFile(url, firstBytes),
    identify: (document) => {
      const found = version(document);
      return found === null ? [] : fileIdentity(format.id, document, found || null);
    },
    describe: (document) => {
      const problems = new ProblemTally();
      return describeFile(document, describe(document, problems), problems);
    },
    check: checkFile,
  };
}

export function probeFile(url: string, bytes: number): readonly ProbeRequest[] {
  return [{ url, range: [0, bytes - 1] }];
}

/** Health check of a file: its first bytes are served. */
export function checkFile(resource: Resource): readonly CheckRequest[] {
  return [{ url: resource.endpoint, range: [0, 1023], operation: 'first bytes', expects: 'bytes' }];
}

/** The URL of the file for clients. A signed redirect target expires, so the URL before it is used. */
export function fileEndpoint(document: Document): string {
  const { finalUrl, url } = document;
  const isSigned = finalUrl !== url && hasSecret(finalUrl) && !hasSecret(url);
  return (isSigned ? url : finalUrl).replace(/#.*$/s, '');
}

function hasSecret(url: string): boolean {
  return [...(readUrl(url)?.searchParams.keys() ?? [])].some(isSecretParameter);
}

/** The only identity of a file. */
export function fileIdentity(kind: string, document: Document, version: string | null = null): readonly Identity[] {
  return [{ kind, version, endpoint: fileEndpoint(document) }];
}

/**
 * Extensions with their certainty, such as '.kml'; the end of the path counts fully, the end of a query value
 * (`?file=a.kml`) or a `format=` of that name a little less.
 */
export function suspectFile(link: Link, extensions: Readonly<Record<string, number>>): number {
  // A service request about a file is the service: "/thredds/wms/a.nc?REQUEST=GetMap".
  if (readOwsQuery(link.url) !== null) return 0;
  const path = pathEnd(link.url);
  const own = extensions[extensionOf(path)];
  if (own !== undefined) return own;
  // A path with another extension is that file, whatever its query: "view.html?file=a.kml".
  if (/\.(?:html?|php|aspx?|jsp|cgi|do|ashx)$/i.test(path) === false && extensionOf(path) !== '') return 0;
  const values = queryValues(link.url);
  for (const value of values) {
    const score = extensions[extensionOf(value)];
    if (score !== undefined) return score * 0.8;
  }
  return 0;
}

/** '.shp.zip' and the like have two extensions; the longest known one counts. */
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

/** A coordinate reference system as given by a file. */
export interface FileCrs {
  /** 'EPSG:25832', 'CRS:84', or WKT. Null if missing or not understood. */
  readonly definition: string | null;
  /** What the layer lists: the code, else the name. */
  readonly label: string | null;
  /** The format names longitude and latitude, so the axis order is certain. */
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

/** The request for the .prj beside a file; null without a URL, or if it was already requested. */
export function prjRequest({ parts }: Document, url: string | null): ProbeRequest | null {
  return url === null || parts.some((part) => part.url === url) ? null : { url, range: [0, 16_383] };
}

/** The CRS in the .prj beside a file; null if it wasn't fetched. */
export function readPrj({ parts }: Document, url: string | null): FileCrs | null {
  const prj = parts.find((part) => part.status < 300 && part.url === url);
  return prj === undefined ? null : crsOfWkt(decodeName(prj.bytes.subarray(0, 20_000)));
}

/** The box in degrees; null with a problem if it can't be transformed. */
export function fileExtent(corners: Corners, crs: FileCrs, problems: ProblemTally, name = ''): Extent | null {
  const [minX, minY, maxX, maxY] = corners;
  if (!corners.every(Number.isFinite) || minX > maxX || minY > maxY || Math.max(...corners.map(Math.abs)) > 1e15) {
    problems.add('extent.invalid', 'The bounding box in the file is invalid.', name);
    return null;
  }
  if (crs.definition === null) {
    problems.add('crs.missing', 'The file declares no coordinate reference system.', name);
    return null;
  }
  const reading = readInWgs84(pointApart(corners), crs.definition, crs.hasFixedAxes);
  const { problem } = reading;
  const isStray = problem === 'extent.out-of-range' && Math.max(-minY, maxY) > 90 + maxOvershoot;
  const extent = isStray ? null : reading.extent;
  if (problem === null) return extent;
  const isNoDegrees = extent === null && crs.definition === wgs84.definition && problem === 'extent.projected';
  if (isNoDegrees) problems.add(problem, "The coordinates aren't degrees, and no other system is declared.", name);
  else if (extent === null && problem !== 'extent.out-of-range')
    problems.add(
      'extent.projected',
      'The extent could not be converted to degrees.',
      `${name} ${crs.label ?? ''}`.trim(),
    );
  else problems.add(problem, oddExtents[problem] ?? '', name);
  return extent;
}

/** Degrees beyond a pole that grid rounding explains. A point further out is an error and hides the true extent. */
const maxOvershoot = 2.5;

const oddExtents: Readonly<Record<string, string>> = {
  'extent.swapped': 'The coordinates have latitude first or swapped corners; this was corrected.',
  'extent.out-of-range': 'Coordinates lie beyond ±180 or ±90 degrees.',
};

/**
 * A single point is a valid extent for a file, but four equal numbers also mark empty layers: a point on the diagonal x
 * = y becomes a box of minimal width.
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

/** The description of a file; by default the title is the file name and `layerCount` the number of layers. */
export function describeFile(document: Document, parts: Partial<Description>, tally = new ProblemTally()): Description {
  const ofDocuments = [document, ...document.parts].flatMap(({ problems }) => problems);
  return {
    ...emptyDescription,
    layerCount: parts.layers?.length ?? 0,
    ...parts,
    title: parts.title || fileTitle(document),
    problems: [...ofDocuments, ...tally.list(), ...(parts.problems ?? [])],
  };
}

/** Whether it has a shapefile or a file geodatabase: then KML beside it is secondary. */
export function isArchiveOfFiles(entries: readonly ZipEntry[]): boolean {
  return entries.some(({ name }) => /\.shp$|\.gdb\/[^/]*\.gdbtable$/i.test(name) && !isResourceFork(name));
}

/** Archives created on a Mac contain a resource fork of every file. */
export function isResourceFork(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(?:^|\/)\._[^/]*$/.test(name);
}
