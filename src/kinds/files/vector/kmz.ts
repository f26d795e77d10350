// KML in a ZIP archive with its images.
import { type FileReader, fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import { readZipDirectory, readZipEntry, type ZipDirectory, type ZipEntry } from '../../../base/binary/zip.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { unionExtents } from '../../../base/geo/extent.ts';
import { webUrl } from '../../../base/url/web-url.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description } from '../../../model/resource.ts';
import { fileKind, headBytes, isArchiveOfFiles } from '../file-kind.ts';
import { describeKml, type KmlParts, readKmlVersion } from './kml.ts';
import { readKml } from './kml-reader.ts';

/** Compressed bytes read of the main document. */
const packedBytes = 96 * 1024;
/** Further documents of the archive that are read. */
const maxLinked = 20;

export const kmz = fileKind({
  id: 'kmz',
  title: 'KMZ',
  specification: 'OGC 12-007r2 (KML 2.3), annex B',
  tier: 1,
  forms: ['zip'],
  dataset: 'folder, overlay or network link',
  suspect: { '.kmz': 0.95 },
  firstBytes: headBytes,
  version: (document) => {
    const { directory, documents } = readKmz(fileReader(document));
    if (directory === null || mainEntry(directory) === null) return null;
    return documents[0] === undefined ? '' : readKmlVersion(documents[0]);
  },
  describe,
  more: (document) => (document.form === 'zip' ? missingPart(document, readKmz) : null),
});

interface KmzReading {
  readonly directory: ZipDirectory | null;
  /** The main document first, then linked ones of the archive, as far as they were read. */
  readonly documents: readonly Document[];
}

function readKmz(reader: FileReader): KmzReading {
  const directory = readZipDirectory(reader);
  const entry = directory === null ? null : mainEntry(directory);
  const main = entry === null ? null : readInner(reader, entry);
  if (directory === null || main === null) return { directory, documents: [] };
  const linked = linkedEntries(main, directory).filter((other) => other !== entry);
  const others = linked.slice(0, maxLinked).map((other) => readInner(reader, other));
  return { directory, documents: [main, ...others.filter((one) => one !== null)] };
}

function readInner(reader: FileReader, entry: ZipEntry): Document | null {
  const head = readZipEntry(reader, entry, packedBytes);
  if (head === null) return null;
  const url = webUrl(entry.name, reader.document.finalUrl) ?? reader.document.finalUrl;
  return makeDocument({ url, bytes: head.bytes, partial: head.isWhole ? null : 'range' });
}

/** Network links may lead to other documents of the archive: libkml writes one per layer. */
function linkedEntries(main: Document, { entries }: ZipDirectory): readonly ZipEntry[] {
  const names = new Set(
    readKml(main)
      .layers.filter(({ element }) => element === 'NetworkLink')
      .map(({ href }) => href),
  );
  return names.size === 0 ? [] : entries.filter(({ name }) => /\.kml$/i.test(name) && names.has(name));
}

/** The first KML at the root, else the first anywhere (annex B: readers use the first at the root). */
function mainEntry({ entries }: ZipDirectory): ZipEntry | null {
  const documents = entries.filter(({ name }) => /\.kml$/i.test(name) && !name.startsWith('__MACOSX/'));
  if (documents.length === 0 || isArchiveOfFiles(entries)) return null;
  return documents.find(({ name }) => !name.includes('/')) ?? documents[0] ?? null;
}

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const { directory, documents } = readKmz(fileReader(document));
  const formats = ['application/vnd.google-earth.kmz'];
  const [main, ...others] = documents;
  if (main === undefined) {
    tally.add('file.partly-read', 'The document in the archive was not read.');
    return { formats };
  }
  const parts = others.reduce(
    (sum, other) => joinKml(sum, describeKml(other, other.url, tally)),
    describeKml(main, main.url, tally),
  );
  // URLs inside the archive don't exist on the web.
  const inside = new Set(directory?.entries.map(({ name }) => webUrl(name, document.finalUrl)));
  return { ...parts, formats, links: parts.links.filter(({ url }) => !inside.has(url)) };
}

/** Layers of a second document after those of the first. */
function joinKml(one: KmlParts, other: KmlParts): KmlParts {
  const moved = other.layers.map((layer) => ({
    ...layer,
    parent: layer.parent === null ? null : layer.parent + one.layers.length,
  }));
  return {
    ...one,
    extent: unionExtents([one.extent, other.extent].filter((extent) => extent !== null)),
    layers: [...one.layers, ...moved],
    layerCount: one.layerCount + other.layerCount,
    links: [...one.links, ...other.links],
    problems: [...one.problems, ...other.problems],
  };
}
