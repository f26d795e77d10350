// GeoJSON: a collection, a feature or a bare geometry.

import { type FileReader, fileReader, missingPart } from '../base/binary/file-reader.ts';
import { readZipDirectory } from '../base/binary/zip-directory.ts';
import { readZipEntry } from '../base/binary/zip-entry.ts';
import { makeDocument } from '../base/document/document.ts';
import { joinedDocument, restOfText } from '../base/document/joined-document.ts';
import { type JsonObject, objectAt, stringAt } from '../base/json/json.ts';
import { type JsonHead, readJsonHead } from '../base/json/json-head.ts';
import { detach } from '../base/text/copy-string.ts';
import { fileTitle } from '../base/url/file-name.ts';
import { withoutQuery } from '../base/url/ows-url.ts';
import { webUrl } from '../base/url/web-url.ts';
import { ProblemTally } from '../describe/problem-tally.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { Description } from '../model/resource.ts';
import * as file from './files/file-kind.ts';
import { isGeojson, readGeojson } from './files/vector/geojson-reader.ts';
import { describeGeojsonLayer } from './geojson-layer.ts';
import { isArchiveOfFiles, isResourceFork } from './zip-contents.ts';

export const geojson: ResourceKind = {
  id: 'geojson',
  title: 'GeoJSON',
  family: 'file',
  specification: 'RFC 7946; GeoJSON 2008',
  tier: 1,
  forms: ['json', 'zip'],
  dataset: 'feature collection',
  suspect,
  probe: (url) => file.probeFile(url, file.textHeadBytes),
  identify: (document) => (readHead(document) === null ? [] : file.fileIdentity('geojson', document)),
  describe,
  more: (document) => {
    if (document.form === 'zip') return missingPart(document, readPacked);
    return readHead(document) === null ? null : restOfText(document);
  },
  check: file.checkFile,
};

/** `…/exports/geojson` is how OpenDataSoft offers it. */
function suspect(link: Link): number {
  const score = file.suspectFile(link, { '.geojson': 0.95, '.json': 0.25 });
  if (score > 0) return score;
  const path = withoutQuery(link.url);
  if (/\.geojson\.zip$/i.test(path)) return 0.95;
  if (/\/geojson$/i.test(path)) return 0.8;
  return /[?&](?:f|format|outputformat)=(?:geojson|application(?:\/|%2F)geo(?:\+|%2B)json)/i.test(link.url) ? 0.5 : 0;
}

const packedBytes = 96 * 1024;

/** The GeoJSON of an archive that is about nothing else. */
function readPacked(reader: FileReader): Document | null {
  const entries = readZipDirectory(reader)?.entries.filter(({ name }) => !isResourceFork(name)) ?? [];
  const entry = isArchiveOfFiles(entries) ? undefined : entries.find(({ name }) => /\.geojson$/i.test(name));
  const head = entry === undefined ? null : readZipEntry(reader, entry, packedBytes);
  if (entry === undefined || head === null) return null;
  const url = webUrl(entry.name, reader.document.finalUrl) ?? reader.document.finalUrl;
  return makeDocument({ url, bytes: head.bytes, partial: head.isWhole ? null : 'range' });
}

/** Null when the document is no GeoJSON, or the beginning of what is more than that. */
function readHead(document: Document): JsonHead | null {
  const plain = document.form === 'zip' ? readPacked(fileReader(document)) : joinedDocument(document);
  const head = plain === null ? null : readJsonHead(plain);
  if (head === null || !isGeojson(head.value)) return null;
  return !head.isWhole && isStac(head.value) ? null : head;
}

/** STAC is GeoJSON too; whole documents are taken by its own kinds before. */
function isStac(value: JsonObject): boolean {
  const features = Array.isArray(value.features) ? value.features : [value];
  const [first] = features;
  return typeof first === 'object' && first !== null && 'stac_version' in first;
}

function describe(document: Document): Description {
  const head = readHead(document);
  if (head === null) return file.describeFile(document, {});
  const tally = new ProblemTally();
  const { value, isWhole } = head;
  const properties = objectAt(value, 'properties') ?? objectAt(value, 'metadata') ?? {};
  const own = [value, properties].map((object) => stringAt(object, 'title') || stringAt(object, 'name'));
  const title = detach(own.find((text) => text !== '') ?? '') || fileTitle(document);
  const abstract = detach(
    stringAt(value, 'description') || (value.type === 'Feature' ? '' : stringAt(properties, 'description')),
  );
  const layer = describeGeojsonLayer(title, readGeojson(value), isWhole, tally);
  const formats = [...(document.form === 'zip' ? ['application/zip'] : []), 'application/geo+json'];
  return file.describeFile(document, { title, abstract, extent: layer.extent, layers: [layer], formats }, tally);
}
