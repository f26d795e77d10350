// Reads the coverages of a WCS capabilities document of any version, in one pass.

import { owsUrl } from '../../../base/url/ows-url.ts';
import type { XmlSource } from '../../../base/xml/xml.ts';
import { attributeOf, child, childrenOf, textAt, walkXml, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Extent } from '../../../model/extent.ts';
import type { ProbeRequest } from '../../../model/kind.ts';
import type { Layer } from '../../../model/resource.ts';
import { childReferences, descendantTexts } from '../../records/xml-texts.ts';
import { readBox, readEnvelope } from '../ows/ows-box.ts';
import { readKeywords } from '../ows/ows-common.ts';
import { Datasets } from '../ows/ows-datasets.ts';
import type { OwsContents } from '../ows/ows-describe.ts';
import { readOwsContents } from '../ows/ows-kind.ts';
import { readTime } from '../wms/wms-time.ts';

/** CoverageSummary nests in 1.1 (07-067r5, 8.3.3.2); deeper ones than this are ignored. */
const maxNesting = 20;

/** `parts` are DescribeCoverage responses. */
export function readCoverages(source: XmlSource & { readonly parts?: readonly XmlSource[] }): OwsContents {
  const datasets = new Datasets();
  const contents = readOwsContents(source, datasets, {
    '*/ContentMetadata/CoverageOfferingBrief': (node) => addBrief(datasets, node),
    '*/Contents/CoverageSummary': (node) => {
      addSummary(datasets, node, null, 0);
      datasets.addFormats(descendantTexts(node, 'SupportedFormat'));
    },
    '*/ServiceMetadata/formatSupported': ({ text }) => datasets.addFormats([text]),
  });
  for (const part of source.parts ?? []) datasets.setExtents(readDescriptions(part, datasets.problems));
  return { ...contents, formats: datasets.formats };
}

/** WCS 1.0.0 (03-065r6, 8.3.4). */
function addBrief(datasets: Datasets, node: XmlNode): void {
  const name = textAt(node, 'name');
  const title = textAt(node, 'label');
  datasets.add({
    name,
    title,
    abstract: textAt(node, 'description'),
    keywords: readKeywords(node),
    extent: readBox(node, null, datasets.problems, name),
    time: briefTime(node),
    queryable: true,
    metadataUrls: childReferences(node, 'metadataLink'),
  });
}

/** `timePosition` twice in the envelope is an interval. */
function briefTime(node: XmlNode): string | null {
  const envelope = child(node, 'lonLatEnvelope');
  const times = envelope === null ? [] : childrenOf(envelope, 'timePosition').map(({ text }) => text);
  return times.length === 0 ? null : readTime(times.join(times.length === 2 ? '/' : ',')).text;
}

/** WCS 1.1 and 2.0, which name the identifier differently. Summaries without one are groups. */
function addSummary(datasets: Datasets, node: XmlNode, parent: number | null, depth: number): void {
  const name = textAt(node, 'CoverageId') || textAt(node, 'Identifier');
  const nested = depth < maxNesting ? childrenOf(node, 'CoverageSummary') : [];
  const crs = childrenOf(node, 'SupportedCRS').map(({ text }) => text);
  const boxCrs = childrenOf(node, 'BoundingBox').map((box) => attributeOf(box, 'crs') ?? '');
  const index = datasets.add({
    name,
    title: textAt(node, 'Title'),
    abstract: textAt(node, 'Abstract'),
    keywords: readKeywords(node),
    extent: readBox(node, null, datasets.problems, name),
    crs: crs.length > 0 ? crs : boxCrs.filter((one) => one !== '' && !/imageCRS|crs-compound/i.test(one)),
    parent,
    queryable: name !== '',
    metadataUrls: childReferences(node, 'Metadata'),
  });
  for (const summary of nested) addSummary(datasets, summary, index ?? parent, depth + 1);
}

/** Coverages described per request, and the maximum length of their names together in a URL. */
const maxDescribed = 50;
const maxNameChars = 1200;

/** DescribeCoverage for the coverages whose extent is unknown; null if all are known or none can be requested. */
export function describeCoverages(
  endpoint: string,
  version: string | null,
  layers: readonly Layer[],
): ProbeRequest | null {
  if (version?.startsWith('2') !== true || layers.some(({ extent }) => extent !== null)) return null;
  const names: string[] = [];
  let chars = 0;
  for (const { name } of layers) {
    if (name === null || name.includes(',')) continue;
    chars += name.length + 1;
    if (names.length >= maxDescribed || chars > maxNameChars) break;
    names.push(encodeURIComponent(name));
  }
  if (names.length === 0) return null;
  const request = owsUrl(endpoint, { service: 'WCS', request: 'DescribeCoverage', version });
  return { url: `${request}&COVERAGEID=${names.join(',')}` };
}

/** Extents by coverage, from the response. */
function readDescriptions(source: XmlSource, problems: ProblemTally): ReadonlyMap<string, Extent> {
  const extents = new Map<string, Extent>();
  walkXml(source, {
    '*/CoverageDescription': (node) => {
      const name = textAt(node, 'CoverageId') || (attributeOf(node, 'id') ?? '');
      const area = child(node, 'boundedBy');
      const envelope = area === null ? null : (child(area, 'Envelope') ?? child(area, 'EnvelopeWithTimePeriod'));
      const extent = envelope === null ? null : readEnvelope(horizontal(envelope), problems, name);
      if (extent !== null) extents.set(name, extent);
    },
  });
  return extents;
}

/** Only the horizontal component of a compound system: `…crs-compound?1=…/EPSG/0/4326&2=…/AnsiDate`. */
function horizontal(envelope: XmlNode): XmlNode {
  const crs = attributeOf(envelope, 'srsName') ?? '';
  const part = /[?&]\d+=([^&]*\/EPSG\/[^&]*)/.exec(crs)?.[1];
  const labels = (attributeOf(envelope, 'axisLabels') ?? '').trim().split(/\s+/);
  const first = labels.findIndex((label) => /^(?:lat|lon|long|x|y|e|n|easting|northing)\w*$/i.test(label));
  if (first <= 0 && part === undefined) return envelope;
  const children = envelope.children.map((corner) =>
    first > 0 ? { ...corner, text: corner.text.split(/\s+/).slice(first).join(' ') } : corner,
  );
  return { ...envelope, attributes: new Map([['srsName', part ?? crs]]), children };
}
