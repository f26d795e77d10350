// MBTiles: map tiles in a SQLite database.

import { type FileReader, fileReader, missingPart } from '../../base/binary/file-reader.ts';
import { isSqlite, readSqlite, readTable } from '../../base/binary/sqlite-pages.ts';
import { fileTitle } from '../../base/url/file-name.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { Description } from '../../model/resource.ts';
import * as file from '../files/file-kind.ts';
import { readTilesetExtent, readVectorLayers } from './tileset-metadata.ts';

export const mbtiles = file.fileKind({
  id: 'mbtiles',
  title: 'MBTiles',
  specification: 'MBTiles 1.3',
  tier: 2,
  forms: ['binary'],
  dataset: 'tile layer',
  suspect: { '.mbtiles': 0.95 },
  firstBytes: file.textHeadBytes,
  version: (document) => (isSqlite(document.bytes) && readMbtiles(fileReader(document)) !== null ? '' : null),
  describe,
  more: (document) => (isSqlite(document.bytes) ? missingPart(document, readMbtiles) : null),
});

interface MbtilesReading {
  readonly words: ReadonlyMap<string, string>;
  readonly isWhole: boolean;
}

function readMbtiles(reader: FileReader): MbtilesReading | null {
  const database = readSqlite(reader);
  const metadata = database?.schema.get('metadata');
  if (database === null || metadata === undefined || !database.schema.has('tiles')) return null;
  // Other databases have tables of these names too; the columns decide (MBTiles 1.3, "Database specifications").
  if (!/\bname\b[^,]{0,200},[^,]{0,200}\bvalue\b/i.test(metadata.sql)) return null;
  const { rows, isWhole } = readTable(reader, database, metadata.rootPage);
  const words = new Map<string, string>();
  for (const [name, value] of rows) if (typeof name === 'string' && value !== null) words.set(name, String(value));
  return { words, isWhole };
}

const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  pbf: 'application/vnd.mapbox-vector-tile',
};

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const reading = readMbtiles(fileReader(document));
  if (reading === null) return {};
  const { words, isWhole } = reading;
  if (!isWhole) tally.add('file.partly-read', 'The metadata table was only partly read.');
  const title = words.get('name') || fileTitle(document);
  const extent = readTilesetExtent((words.get('bounds') ?? '').split(','), tally);
  const format = words.get('format') ?? '';
  const abstract = words.get('description') ?? '';
  const attribution = words.get('attribution') ?? '';
  const layers = readVectorLayers(words.get('json') ?? '', extent);
  return {
    title,
    abstract,
    extent,
    layers: layers.length > 0 ? layers : [file.fileLayer(title, extent, file.crsOfCode('EPSG:3857'), { abstract })],
    formats: ['application/vnd.mbtiles', ...(format === '' ? [] : [mediaTypes[format] ?? format])],
    accessConstraints: attribution === '' ? null : attribution,
  };
}
