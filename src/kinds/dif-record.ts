// NASA DIF records (Directory Interchange Format 9 and 10), as CSW and OAI-PMH servers of earth science return them.
import { readExtent } from '../base/geo/extent.ts';
import { child, descendants, textAt, type XmlNode } from '../base/xml/xml-walk.ts';
import type { ProblemTally } from '../describe/problem-tally.ts';
import type { Extent } from '../model/extent.ts';
import { takeExtent } from './geometry/catalog-spatial.ts';
import { emptyRecord, type MetadataRecord, makeInterval, makeProvider } from './metadata-record.ts';

export function isDifRecord(name: string): boolean {
  return name === 'DIF';
}

export function readDifRecord(node: XmlNode, problems: ProblemTally): MetadataRecord {
  const period = child(node, 'Temporal_Coverage');
  return {
    ...emptyRecord,
    id: textAt(node, 'Entry_ID') || textAt(node, 'Entry_ID', 'Short_Name'),
    title: textAt(node, 'Entry_Title'),
    abstract: textAt(node, 'Summary') || textAt(node, 'Summary', 'Abstract'),
    keywords: [...descendants(node, 'Keyword')].map(({ text }) => text).filter((text) => text !== ''),
    extent: readCoverage(node, problems),
    time: period === null ? null : makeInterval(textAt(period, 'Start_Date'), textAt(period, 'Stop_Date')),
    provider: makeProvider(textAt(node, 'Data_Center', 'Data_Center_Name', 'Long_Name'), '', ''),
    constraints: textAt(node, 'Access_Constraints') || textAt(node, 'Use_Constraints') || null,
    links: [...descendants(node, 'URL')].map(({ text }) => ({ url: text, label: '' })),
  };
}

function readCoverage(node: XmlNode, problems: ProblemTally): Extent | null {
  const coverage = child(node, 'Spatial_Coverage');
  if (coverage === null) return null;
  const box = [...descendants(coverage, 'Bounding_Rectangle')][0] ?? coverage;
  const sides = ['Westernmost_Longitude', 'Southernmost_Latitude', 'Easternmost_Longitude', 'Northernmost_Latitude'];
  const [west, south, east, north] = sides.map((name) => textAt(box, name));
  if ([west, south, east, north].every((text) => text === '')) return null;
  return takeExtent(readExtent([west ?? null, south ?? null, east ?? null, north ?? null]), problems);
}
