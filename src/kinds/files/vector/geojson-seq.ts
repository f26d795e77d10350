// GeoJSON text sequences: one feature per line, with or without record separators.
import { joinedDocument, restOfText } from '../../../base/document/joined-document.ts';
import { isObject, type JsonObject, parseObject } from '../../../base/json/json.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';
import { describeGeojsonLayer } from './geojson.ts';
import { isGeojson, summarize } from './geojson-reader.ts';

export const geojsonSeq = file.fileKind({
  id: 'geojson-seq',
  title: 'GeoJSON text sequence',
  specification: 'RFC 8142; newline-delimited GeoJSON',
  tier: 2,
  forms: ['json', 'text', 'binary'],
  dataset: 'feature sequence',
  suspect: {
    '.geojsonl': 0.95,
    '.geojsons': 0.95,
    '.geojsonseq': 0.95,
    '.ndgeojson': 0.95,
    '.ndjson': 0.4,
    '.jsonl': 0.3,
  },
  firstBytes: file.textHeadBytes,
  version: (document) => (isSequence(document) ? '' : null),
  describe,
  more: (document) => (isSequence(document) ? restOfText(document) : null),
});

/** Maximum length of the first line. */
const lineWindow = 1024 * 1024;
const maxFeatures = 200_000;

/** At least two lines, or one after a record separator, of which the first is a feature or geometry. */
function isSequence(document: Document): boolean {
  const { bytes } = document;
  // A brace or a record separator, optionally after a BOM.
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const isSeparated = bytes[start] === 0x1e;
  if (!isSeparated && bytes[start] !== 0x7b) return false;
  const first = start + (isSeparated ? 1 : 0);
  const newline = bytes.subarray(first, first + lineWindow).indexOf(0x0a);
  if (newline < 0) return false;
  const value = parseLine(Buffer.from(bytes.subarray(first, first + newline)).toString('utf8'));
  if (value === null || !isGeojson(value)) return false;
  const following = Buffer.from(bytes.subarray(first + newline, first + newline + 16)).toString('latin1');
  return isSeparated || /^\s+\x1e?\{/.test(following);
}

function parseLine(line: string): JsonObject | null {
  const text = line.replace(/^[\ufeff\x1e\s]+/, '').trimEnd();
  if (!text.startsWith('{') || !text.endsWith('}')) return null;
  return parseObject(text);
}

/** Every complete line; the last line of a truncated document isn't. */
function* readFeatures(document: Document): Generator<JsonObject> {
  const text = document.text();
  let at = 0;
  for (let count = 0; count < maxFeatures && at < text.length; count++) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const value = parseLine(text.slice(at, end));
    if (value !== null && isGeojson(value)) yield value;
    at = end + 1;
  }
}

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const joined = joinedDocument(document);
  const title = fileTitle(document);
  const features = [...readFeatures(joined)].flatMap((value) =>
    value.type === 'FeatureCollection' && Array.isArray(value.features) ? value.features.filter(isObject) : [value],
  );
  const reading = summarize('FeatureSequence', {}, features);
  const layer = describeGeojsonLayer(title, reading, joined.partial === null, tally);
  return { title, extent: layer.extent, layers: [layer], formats: ['application/geo+json-seq'] };
}
