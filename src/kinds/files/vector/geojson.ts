// GeoJSON: a collection, a feature or a bare geometry.
import { type FileReader, fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import { readZipDirectory, readZipEntry } from '../../../base/binary/zip.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { joinedDocument, restOfText } from '../../../base/document/joined-document.ts';
import { readExtent } from '../../../base/geo/extent.ts';
import { type JsonObject, objectAt, stringAt } from '../../../base/json/json.ts';
import { type JsonHead, readJsonHead } from '../../../base/json/json-head.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import { withoutQuery } from '../../../base/url/ows-url.ts';
import { webUrl } from '../../../base/url/web-url.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Extent } from '../../../model/extent.ts';
import type { Link } from '../../../model/link.ts';
import type { Description, Layer } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';
import { fileExtent, fileLayer, isArchiveOfFiles, isResourceFork } from '../file-kind.ts';
import { type GeojsonReading, isGeojson, readGeojson } from './geojson-reader.ts';

export const geojson = file.fileKind({
  id: 'geojson',
  title: 'GeoJSON',
  specification: 'RFC 7946; GeoJSON 2008',
  tier: 1,
  forms: ['json', 'zip'],
  dataset: 'feature collection',
  suspect,
  firstBytes: file.textHeadBytes,
  version: (document) => (readHead(document) === null ? null : ''),
  describe,
  more: (document) => {
    if (document.form === 'zip') return missingPart(document, readPacked);
    return readHead(document) === null ? null : restOfText(document);
  },
});

/** `…/exports/geojson` is OpenDataSoft's URL. */
function suspect(link: Link): number {
  const score = file.suspectFile(link, { '.geojson': 0.95, '.json': 0.25 });
  if (score > 0) return score;
  const path = withoutQuery(link.url);
  if (/\.geojson\.zip$/i.test(path)) return 0.95;
  if (/\/geojson$/i.test(path)) return 0.8;
  return /[?&](?:f|format|outputformat)=(?:geojson|application(?:\/|%2F)geo(?:\+|%2B)json)/i.test(link.url) ? 0.5 : 0;
}

const packedBytes = 96 * 1024;

/** The GeoJSON of an archive with nothing else in it. */
function readPacked(reader: FileReader): Document | null {
  const entries = readZipDirectory(reader)?.entries.filter(({ name }) => !isResourceFork(name)) ?? [];
  const entry = isArchiveOfFiles(entries) ? undefined : entries.find(({ name }) => /\.geojson$/i.test(name));
  const head = entry === undefined ? null : readZipEntry(reader, entry, packedBytes);
  if (entry === undefined || head === null) return null;
  const url = webUrl(entry.name, reader.document.finalUrl) ?? reader.document.finalUrl;
  return makeDocument({ url, bytes: head.bytes, partial: head.isWhole ? null : 'range' });
}

/** Null if the document isn't GeoJSON, or the start of a larger format. */
function readHead(document: Document): JsonHead | null {
  const plain = document.form === 'zip' ? readPacked(fileReader(document)) : joinedDocument(document);
  const head = plain === null ? null : readJsonHead(plain);
  if (head === null || !isGeojson(head.value)) return null;
  return !head.isWhole && isStac(head.value) ? null : head;
}

/** STAC is GeoJSON too; complete documents are claimed by its own kinds before. */
function isStac(value: JsonObject): boolean {
  const features = Array.isArray(value.features) ? value.features : [value];
  const [first] = features;
  return typeof first === 'object' && first !== null && 'stac_version' in first;
}

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const head = readHead(document);
  if (head === null) return {};
  const { value, isWhole } = head;
  const properties = objectAt(value, 'properties') ?? objectAt(value, 'metadata') ?? {};
  const own = [value, properties].map((object) => stringAt(object, 'title') || stringAt(object, 'name'));
  const title = copyString(own.find((text) => text !== '') ?? '') || fileTitle(document);
  const abstract = copyString(
    stringAt(value, 'description') || (value.type === 'Feature' ? '' : stringAt(properties, 'description')),
  );
  const layer = describeGeojsonLayer(title, readGeojson(value), isWhole, tally);
  const formats = [...(document.form === 'zip' ? ['application/zip'] : []), 'application/geo+json'];
  return { title, abstract, extent: layer.extent, layers: [layer], formats };
}

/** If only the start was read, its coordinates don't give the full extent. */
export function describeGeojsonLayer(
  name: string,
  reading: GeojsonReading,
  isWhole: boolean,
  tally: ProblemTally,
): Layer {
  const { box, isBoxGiven, isBoxFalse, crs, featureCount, geometryTypes, properties } = reading;
  if (isBoxFalse)
    tally.add(
      'extent.invalid',
      'The bbox of the document does not contain its coordinates; the coordinates were used.',
    );
  if (!isWhole) tally.add('file.partly-read', 'Only the start of the file was read.');
  else if (geometryTypes.size === 0) tally.add('file.empty', 'The file has no features.');
  const isUsable = box !== null && (isWhole || isBoxGiven);
  if (isWhole && box === null && geometryTypes.size > 0) tally.add('extent.missing', 'No feature has a geometry.');
  const types = [...geometryTypes.keys()].filter((type) => type !== 'null' && type !== '');
  return fileLayer(name, isUsable ? readBox(reading, tally) : null, crs, {
    keywords: [...types, ...properties].map(copyString),
    ...(isWhole ? { featureCount } : {}),
  });
}

/** A declared bbox may cross the antimeridian (RFC 7946, 5.2) or be otherwise unusual. */
function readBox({ box, isBoxGiven, crs }: GeojsonReading, tally: ProblemTally): Extent | null {
  if (box === null) return null;
  if (!isBoxGiven || crs.definition !== 'CRS:84') return fileExtent(box, crs, tally);
  const [west, south, east, north] = box.map(String) as [string, string, string, string];
  const { extent, problem } = readExtent([west, south, east, north]);
  if (problem !== null) tally.add(problem, 'The bbox of the document is invalid.', box.join(', '));
  return extent;
}
