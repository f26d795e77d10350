// Reads one metadata record from a list, in any standard.

import { child, descendants, textAt, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Extent } from '../../model/extent.ts';
import { reportSides } from '../geometry/catalog-spatial.ts';
import { isAtomEntry, readAtomEntry } from './atom-entry.ts';
import { isDublinCoreRecord, readDublinCoreRecord } from './dublin-core-record.ts';
import { isFgdcRecord, readFgdcRecord } from './fgdc-record.ts';
import { isIsoRecord, readIsoRecord } from './iso-record.ts';
import { emptyRecord, type MetadataRecord, makeInterval, makeProvider, type RecordLink } from './metadata-record.ts';
import { descendantTexts, innerText } from './xml-texts.ts';

/** Null for elements of an unknown standard. */
export function readMetadataRecord(node: XmlNode, problems: ProblemTally): MetadataRecord | null {
  if (isIsoRecord(node.name)) return readIsoRecord(node, problems);
  if (isDublinCoreRecord(node.name)) return readDublinCoreRecord(node, problems);
  if (isFgdcRecord(node)) return readFgdcRecord(node, problems);
  if (node.name === 'DIF') return readDifRecord(node, problems);
  return isAtomEntry(node.name) ? readAtomEntry(node, problems) : null;
}

function readDifRecord(node: XmlNode, problems: ProblemTally): MetadataRecord {
  const period = child(node, 'Temporal_Coverage');
  return {
    ...emptyRecord,
    id: textAt(node, 'Entry_ID') || textAt(node, 'Entry_ID', 'Short_Name'),
    title: textAt(node, 'Entry_Title'),
    abstract: textAt(node, 'Summary') || textAt(node, 'Summary', 'Abstract'),
    keywords: descendantTexts(node, 'Keyword'),
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
  const box = descendants(coverage, 'Bounding_Rectangle')[0] ?? coverage;
  const sides = ['Westernmost_Longitude', 'Southernmost_Latitude', 'Easternmost_Longitude', 'Northernmost_Latitude'];
  return reportSides(
    sides.map((name) => textAt(box, name)),
    problems,
  );
}

const titles = ['title', 'Title', 'name'];
const maxLinks = 100;

export function readOtherRecord(node: XmlNode): MetadataRecord {
  return { ...emptyRecord, title: readTitle(node), links: [...addressesIn(node)].slice(0, maxLinks) };
}

function readTitle(node: XmlNode): string {
  for (const name of titles) {
    for (const one of descendants(node, name)) {
      const text = innerText(one);
      if (text !== '') return text;
    }
  }
  return '';
}

/** Elements whose text is a URL and nothing else. */
function* addressesIn(node: XmlNode): Generator<RecordLink> {
  if (/^https?:\/\/\S+$/i.test(node.text)) yield { url: node.text, label: '' };
  for (const inside of node.children) yield* addressesIn(inside);
}
