// ESRI Shapefiles: one or many in a ZIP archive, or a bare .shp.
import { decodeName } from '../../../base/binary/byte-view.ts';
import { fileReader, missingPart } from '../../../base/binary/file-reader.ts';
import { unionExtents } from '../../../base/geo/extent.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import { withoutQuery } from '../../../base/url/ows-url.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../../model/kind.ts';
import type { Link } from '../../../model/link.ts';
import type { Description, Layer } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';
import { readShapefiles, readShapeHeader, type Shapefile, type ShapefileArchive } from './shapefile-reader.ts';

export const shapefile: ResourceKind = {
  id: 'shapefile',
  title: 'Shapefile',
  family: 'file',
  specification: 'ESRI Shapefile Technical Description (July 1998), in ZIP (PKWARE APPNOTE 6.3.10)',
  tier: 1,
  forms: ['zip', 'binary'],
  dataset: 'shapefile',
  suspect,
  probe: (url) => file.probeFile(url, file.headBytes),
  identify: (document) => {
    const isOurs = document.form === 'zip' ? readShapefiles(fileReader(document)) : readShapeHeader(document.bytes);
    return isOurs === null ? [] : file.fileIdentity('shapefile', document);
  },
  describe: (document) => (document.form === 'zip' ? describeArchive(document) : describeBare(document)),
  more: (document) => {
    if (document.form === 'zip') return missingPart(document, readShapefiles);
    return readShapeHeader(document.bytes) === null ? null : besideBare(document);
  },
  check: file.checkFile,
};

/** Name parts of archives with maps, and of archives with programs. */
const mapWords = /shp|shape|gis|geo|karte|map|layer|bound|cadast|parcel|road|admin|census|tiger|vector/i;
const programWords =
  /(?:^|[^a-z])(?:setup|install|plugins?|drivers?|fonts?|src|source(?:-?code)?|releases?|windows|win32|win64|linux|x64|jar|theme|firmware)(?:[^a-z]|$)/i;

/** ArcGIS and GeoServer offer shapefiles by format name. */
const shapeFormat = /(?:outputformat|format|f)=(?:shape-zip|shapezip|shapefile|shp)\b/i;

function suspect(link: Link): number {
  const score = file.suspectFile(link, { '.shp': 0.9, '.shz': 0.95, '.zip': 0.5 });
  if (score === 0)
    return shapeFormat.test(link.url) ? 0.6 : /\/(?:shp|shapefile)$/i.test(withoutQuery(link.url)) ? 0.8 : 0;
  if (score > 0.5) return score;
  const words = `${link.url.slice(-200)} ${link.anchor} ${link.window}`.slice(0, 1000);
  if (programWords.test(words)) return 0.2;
  if (/shp|shape ?file/i.test(words)) return 0.9;
  return mapWords.test(words) ? 0.7 : score;
}

function describeArchive(document: Document): Description {
  const tally = new ProblemTally();
  const formats = ['application/zip', 'application/vnd.shp'];
  const archive = readShapefiles(fileReader(document));
  if (archive === null) return file.describeFile(document, { formats }, tally);
  reportArchive(archive, tally);
  const layers = archive.shapefiles.map((one) => describeOne(one, tally));
  const extent = unionExtents(layers.map((layer) => layer.extent).filter((one) => one !== null));
  const only = layers.length === 1 ? (layers[0]?.title ?? '') : '';
  return file.describeFile(
    document,
    { title: fileTitle(document) || only, extent, layers, layerCount: archive.count, formats },
    tally,
  );
}

function reportArchive({ directory, nestedArchives }: ShapefileArchive, tally: ProblemTally): void {
  if (!directory.isWhole) tally.add('file.partly-read', 'The list of files in the archive was only partly read.');
  for (const name of nestedArchives) {
    tally.add('file.nested-archive', 'The archive contains another archive, which was not read.', name);
  }
}

function describeOne(one: Shapefile, tally: ProblemTally): Layer {
  const { name, header, crs, featureCount } = one;
  if (header === null)
    tally.add('file.partly-read', 'The header of a shapefile was not read, so its extent is unknown.', name);
  const isEmpty = header !== null && (header.shapeType === 'Null' || featureCount === 0);
  const extent = header === null || isEmpty ? null : file.fileExtent(header.box, crs, tally, name);
  return file.fileLayer(name, extent, crs, {
    keywords: header === null ? [] : [header.shapeType],
    ...(featureCount === null ? {} : { featureCount }),
  });
}

/** A bare .shp: its CRS is in the .prj beside it. */
function describeBare(document: Document): Description {
  const tally = new ProblemTally();
  const header = readShapeHeader(document.bytes);
  const prj = document.parts.find(({ url, status }) => status < 300 && url === prjUrl(document));
  const crs = prj === undefined ? file.noCrs : file.crsOfWkt(decodeName(prj.bytes.subarray(0, 20_000)));
  const name = fileTitle(document);
  const extent = header === null ? null : file.fileExtent(header.box, crs, tally, name);
  const layers = [file.fileLayer(name, extent, crs, { keywords: header === null ? [] : [header.shapeType] })];
  return file.describeFile(document, { extent, layers, formats: ['application/vnd.shp'] }, tally);
}

function besideBare(document: Document): ProbeRequest | null {
  const url = prjUrl(document);
  return url === null || document.parts.some((part) => part.url === url) ? null : { url, range: [0, 16_383] };
}

/** Null if the URL doesn't end in .shp. */
function prjUrl(document: Document): string | null {
  const match = /^([^?#]+)\.shp$/i.exec(document.finalUrl);
  return match === null ? null : `${match[1]}${document.finalUrl.endsWith('.SHP') ? '.PRJ' : '.prj'}`;
}
