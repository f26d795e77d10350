// Geography Markup Language: feature collections of any application schema, including CityGML and WFS responses.

import { joinedDocument, restOfText } from '../../../base/document/joined-document.ts';
import { readCrs } from '../../../base/geo/crs.ts';
import { hasNorthingFirst } from '../../../base/geo/projection.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import { readXmlRoot } from '../../../base/xml/xml.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Extent } from '../../../model/extent.ts';
import type { ResourceKind } from '../../../model/kind.ts';
import type { Description } from '../../../model/resource.ts';
import type { Box } from '../../geometry/bounds.ts';
import * as file from '../file-kind.ts';
import { type GmlReading, readGml } from './gml-reader.ts';

export const gml: ResourceKind = {
  id: 'gml',
  title: 'GML',
  family: 'file',
  specification: 'OGC 07-036r1 (GML 3.2.2), 02-069 (2.1.2); OGC 12-019 (CityGML)',
  tier: 2,
  forms: ['xml'],
  dataset: 'feature type',
  suspect: (link) => file.suspectFile(link, { '.gml': 0.9, '.citygml': 0.95 }),
  probe: (url) => file.probeFile(url, file.textHeadBytes),
  identify: (document) => {
    const joined = joinedDocument(document);
    if (!mayBeGml(joined)) return [];
    const { isData, version } = readGml(joined);
    return isData ? file.fileIdentity('gml', document, version) : [];
  },
  describe,
  more: (document) => (mayBeGml(joinedDocument(document)) ? restOfText(document) : null),
  check: file.checkFile,
};

/** Documents with GML that aren't data: capabilities, records, observations, styles. */
const others =
  /capabilit|metadata|coverage(?:description|s)|observation|record|exception|schema|describe|response|process|sensor|style|project|catalog|rss|^feed$|^kml$|^gpx$|^html$|^svg$/i;

function mayBeGml(document: Document): boolean {
  const root = readXmlRoot(document);
  if (root === null || others.test(root.name)) return false;
  for (const [key, value] of root.attributes)
    if (key.startsWith('xmlns') && /opengis\.net\/gml/.test(value)) return true;
  return false;
}

function describe(document: Document): Description {
  const tally = new ProblemTally();
  const joined = joinedDocument(document);
  const reading = readGml(joined);
  const isWhole = joined.partial === null;
  if (!isWhole) tally.add('file.partly-read', 'Only the start of the file was read.');
  const code = reading.srsName === null ? null : readCrs(reading.srsName);
  const crs = code === null ? file.noCrs : file.crsOfCode(code);
  const box = isWhole || reading.isBoxGiven ? reading.box : null;
  const extent = box === null ? null : readExtent(box, reading, crs, tally);
  const layers = [...reading.featureTypes].map(([name, featureCount]) =>
    file.fileLayer(name, reading.featureTypes.size === 1 ? extent : null, crs, isWhole ? { featureCount } : {}),
  );
  const title = reading.name || fileTitle(document);
  const parts = { title, abstract: reading.description, extent, layers, formats: ['application/gml+xml'] };
  const described = file.describeFile(document, parts, tally);
  return { ...described, problems: [...described.problems, ...reading.problems] };
}

/** URNs and HTTP names use the authority's axis order; the older 'EPSG:n' and 'epsg.xml#n' x before y (GML 2). */
function readExtent(box: Box, { srsName }: GmlReading, crs: file.FileCrs, tally: ProblemTally): Extent | null {
  const isAuthorityOrder = /^urn:|\/def\/crs\//i.test(srsName ?? '');
  const isSwapped = isAuthorityOrder && crs.definition !== null && hasNorthingFirst(crs.definition) === true;
  return file.fileExtent(isSwapped ? [box[1], box[0], box[3], box[2]] : box, crs, tally);
}
