// Esri file geodatabases in a ZIP archive.

import { type FileReader, fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import { readZipDirectory, readZipEntry, type ZipDirectory } from '../../../base/binary/zip.ts';
import { unionExtents } from '../../../base/geo/extent.ts';
import { baseName } from '../../../base/url/file-name.ts';
import { textAt, walkXml, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description, Layer } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';

export const fileGeodatabase = file.fileKind({
  id: 'file-geodatabase',
  title: 'File geodatabase',
  specification: 'Esri file geodatabase (layout as documented by GDAL), in ZIP',
  tier: 2,
  forms: ['zip'],
  dataset: 'feature class or table',
  suspect: (link) =>
    /\.gdb(?:\.zip|$)|[_-]gdb\.zip$|filegdb/i.test(link.url.replace(/[?#].*$/s, '').slice(-200)) ? 0.9 : 0,
  firstBytes: file.headBytes,
  version: (document) => (readGeodatabase(fileReader(document)) === null ? null : ''),
  describe,
  more: (document) => (document.form === 'zip' ? missingPart(document, readGeodatabase) : null),
});

/** Compressed bytes read of the item table. */
const packedBytes = 96 * 1024;
const maxItems = 10_000;

/** The table of items is always the fourth: `a00000004.gdbtable` (GDB_Items). */
const itemsTable = /\.gdb\/a00000004\.gdbtable$/i;

interface GeodatabaseReading {
  readonly directory: ZipDirectory;
  /** The definitions in GDB_Items, one XML text each; null if the table wasn't read. */
  readonly definitions: readonly string[] | null;
}

function readGeodatabase(reader: FileReader): GeodatabaseReading | null {
  const directory = readZipDirectory(reader);
  if (directory === null || !directory.entries.some(({ name }) => /\.gdb\/[^/]*\.gdbtable$/i.test(name))) return null;
  const entry = directory.entries.find(({ name }) => itemsTable.test(name));
  const head = entry === undefined ? null : readZipEntry(reader, entry, packedBytes);
  return { directory, definitions: head === null ? null : findDefinitions(head.bytes) };
}

const definitionStart = /<((?:\w{1,20}:)?DE(?:FeatureClass|Table|RasterDataset|MosaicDataset)Info)[\s>]/g;

/** Definitions are plain XML text in the table's rows: they are extracted, everything else in the table is ignored. */
function findDefinitions(bytes: Uint8Array): readonly string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = buffer.toString('latin1');
  const found: string[] = [];
  for (const match of text.matchAll(definitionStart)) {
    const endTag = `</${match[1]}>`;
    const end = text.indexOf(endTag, match.index);
    // No end tag from here on.
    if (end < 0 || found.length >= maxItems) break;
    found.push(buffer.toString('utf8', match.index, end + endTag.length));
  }
  return found;
}

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const reading = readGeodatabase(fileReader(document));
  const folder = reading?.directory.entries.map(({ name }) => /^(.*\.gdb)\//i.exec(name)?.[1]).find(Boolean) ?? '';
  const formats = ['application/zip', 'application/x-filegdb'];
  const title = baseName(folder).replace(/\.gdb$/i, '');
  if (reading?.definitions == null) {
    tally.add('file.partly-read', 'The list of feature classes was not read.');
    return { title, formats };
  }
  const layers = reading.definitions.map((xml) => describeItem(xml, tally)).filter((layer) => layer !== null);
  const extent = unionExtents(layers.map((layer) => layer.extent).filter((one) => one !== null));
  return { title, extent, layers, formats };
}

function describeItem(xml: string, tally: ProblemTally): Layer | null {
  let item: XmlNode | null = null;
  const visit = (node: XmlNode) => {
    item = node;
  };
  walkXml({ bytes: Buffer.from(xml), charset: 'utf-8', partial: null }, { '*': visit });
  return item === null ? null : readItem(item, tally);
}

function readItem(item: XmlNode, tally: ProblemTally): Layer | null {
  const name = textAt(item, 'Name') || baseName(textAt(item, 'CatalogPath').replaceAll('\\', '/'));
  // Prefixes of the database's own tables.
  if (name === '' || /^GDB_/i.test(name)) return null;
  const title = textAt(item, 'AliasName') || name;
  if (item.name === 'DETableInfo') return file.fileLayer(name, null, file.noCrs, { title });
  const [minX, minY, maxX, maxY] = ['XMin', 'YMin', 'XMax', 'YMax'].map((corner) =>
    Number(textAt(item, 'Extent', corner) || Number.NaN),
  ) as [number, number, number, number];
  const wkt = textAt(item, 'SpatialReference', 'WKT') || textAt(item, 'Extent', 'SpatialReference', 'WKT');
  const id = textAt(item, 'SpatialReference', 'LatestWKID') || textAt(item, 'SpatialReference', 'WKID');
  const crs = /^\d{4,6}$/.test(id)
    ? file.crsOfCode(`${Number(id) > 32_767 ? 'ESRI' : 'EPSG'}:${id}`)
    : file.crsOfWkt(wkt);
  const extent = Number.isNaN(minX) ? null : file.fileExtent([minX, minY, maxX, maxY], crs, tally, name);
  const shape = textAt(item, 'ShapeType').replace(/^esriGeometry/, '');
  return file.fileLayer(name, extent, crs, { title, keywords: shape === '' ? [] : [shape] });
}
