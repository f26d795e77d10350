// The KML of a document, also where it comes packed.

import { fileReader } from '../../src/base/binary/file-reader.ts';
import { readZipDirectory, readZipEntry } from '../../src/base/binary/zip.ts';
import { makeDocument } from '../../src/base/document/document.ts';
import { type KmlReading, readKml } from '../../src/kinds/files/vector/kml-reader.ts';
import type { Document } from '../../src/model/document.ts';

/** The first KML of the archive's top folder, as the kind takes it. */
export function readAnyKml(document: Document): KmlReading {
  if (document.form !== 'zip') return readKml(document);
  const reader = fileReader(document);
  const entries = readZipDirectory(reader)?.entries.filter(({ name }) => name.endsWith('.kml')) ?? [];
  const main = entries.find(({ name }) => !name.includes('/')) ?? entries[0]!;
  const bytes = readZipEntry(reader, main, 1e9)?.bytes ?? Buffer.alloc(0);
  return readKml(makeDocument({ url: 'http://a.org/doc.kml', bytes }));
}
