// Reads one metadata record from a list, in any standard.

import { readExtent } from '../../base/geo/extent.ts';
import { child, descendants, textAt, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Extent } from '../../model/extent.ts';
import { reportExtent } from '../geometry/catalog-spatial.ts';
import { isAtomEntry, readAtomEntry } from './atom-entry.ts';
import { isDublinCoreRecord, readDublinCoreRecord } from './dublin-core-record.ts';
import { isFgdcRecord, readFgdcRecord } from './fgdc-record.ts';
import { isIsoRecord, readIsoRecord } from './iso-record.ts';
import { emptyRecord, type MetadataRecord, makeInterval, makeProvider, type RecordLink } from './metadata-record.ts';

/** Null for elements of an unknown standard. */
export function readMetadataRecord(node: XmlNode, problems: ProblemTally): MetadataRecord | null {
  if (isIsoRecord(node.name)) return readIsoRecord(node, problems);
  if (isDublinCoreRecord(node.name)) return readDublinCoreRecord(node, problems);
  if (isFgdcRecord(node)) return readFgdcRecord(node, problems);
  if (isDifRecord(node.name)) return readDifRecord(node, problems);
  return isAtomEntry(node.name) ? readAtomEntry(node, problems) : null;
}

function isDifRecord(name: string): boolean {
  return name === 'DIF';
}

function readDifRecord(node: XmlNode, problems: ProblemTally): MetadataRecord {
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
  return reportExtent(readExtent([west ?? null, south ?? null, east ?? null, north ?? null]), problems);
}

const titles = ['title', 'Title', 'name'];
const maxLinks = 100;

export function readOtherRecord(node: XmlNode): MetadataRecord {
  return { ...emptyRecord, title: readTitle(node), links: [...addressesIn(node)].slice(0, maxLinks) };
}

function readTitle(node: XmlNode): string {
  for (const name of titles) {
    for (const one of descendants(node, name)) {
      const text = firstText(one);
      if (text !== '') return text;
    }
  }
  return '';
}

/** Schemas wrap texts in languages and types: the first text inside is used. */
function firstText(node: XmlNode): string {
  if (node.text !== '') return node.text;
  for (const inside of node.children) {
    const text = firstText(inside);
    if (text !== '') return text;
  }
  return '';
}

/** Elements whose text is a URL and nothing else. */
function* addressesIn(node: XmlNode): Generator<RecordLink> {
  if (/^https?:\/\/\S+$/i.test(node.text)) yield { url: node.text, label: '' };
  for (const inside of node.children) yield* addressesIn(inside);
}
