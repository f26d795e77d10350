// Reads the coverages of a WCS capabilities document of any version, in one pass.
import type { XmlSource } from '../base/xml/xml.ts';
import { attributeOf, child, childrenOf, descendants, textAt, walkXml, type XmlNode } from '../base/xml/xml-walk.ts';
import type { Problem } from '../model/problem.ts';
import { readBox } from './ogc/ows/ows-box.ts';
import { collectOws, type OwsCommon, readKeywords } from './ogc/ows/ows-common.ts';
import { Datasets } from './ogc/ows/ows-datasets.ts';
import { readTime } from './ogc/wms/wms-time.ts';
import { readDescriptions } from './wcs-description.ts';

export interface Coverages {
  readonly common: OwsCommon;
  readonly datasets: Datasets;
  readonly formats: readonly string[];
  readonly problems: readonly Problem[];
}

const maxFormats = 200;
/** CoverageSummary nests in 1.1 (07-067r5, 8.3.3.2); deeper ones than this are not looked at. */
const maxNesting = 20;

/** `parts` are answers to DescribeCoverage. */
export function readCoverages(source: XmlSource & { readonly parts?: readonly XmlSource[] }): Coverages {
  const ows = collectOws();
  const datasets = new Datasets();
  const formats = new Set<string>();
  const addFormat = ({ text }: XmlNode) => {
    if (text !== '' && formats.size < maxFormats) formats.add(text);
  };
  const problems = walkXml(source, {
    ...ows.rules,
    '*/ContentMetadata/CoverageOfferingBrief': (node) => takeBrief(datasets, node),
    '*/Contents/CoverageSummary': (node) => {
      takeSummary(datasets, node, null, 0);
      for (const format of descendants(node, 'SupportedFormat')) addFormat(format);
    },
    '*/ServiceMetadata/formatSupported': addFormat,
  });
  for (const part of source.parts ?? []) datasets.setExtents(readDescriptions(part, datasets.problems));
  return { common: ows.finish(), datasets, formats: [...formats], problems };
}

/** WCS 1.0.0 (03-065r6, 8.3.4). */
function takeBrief(datasets: Datasets, node: XmlNode): void {
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
    metadataUrls: childrenOf(node, 'metadataLink').map(href).filter(isGiven),
  });
}

/** `timePosition` twice in the envelope is an interval. */
function briefTime(node: XmlNode): string | null {
  const envelope = child(node, 'lonLatEnvelope');
  const times = envelope === null ? [] : childrenOf(envelope, 'timePosition').map(({ text }) => text);
  return times.length === 0 ? null : readTime(times.join(times.length === 2 ? '/' : ',')).text;
}

/** WCS 1.1 and 2.0, where the identifier is called otherwise. Summaries without one are groups. */
function takeSummary(datasets: Datasets, node: XmlNode, parent: number | null, depth: number): void {
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
    crs: crs.length > 0 ? crs : boxCrs.filter((one) => isGiven(one) && !/imageCRS|crs-compound/i.test(one)),
    parent,
    queryable: name !== '',
    metadataUrls: childrenOf(node, 'Metadata').map(href).filter(isGiven),
  });
  for (const summary of nested) takeSummary(datasets, summary, index ?? parent, depth + 1);
}

function href(node: XmlNode): string {
  return attributeOf(node, 'href')?.trim() ?? '';
}

function isGiven(text: string): boolean {
  return text !== '';
}
