// One metadata record from a list, whatever standard it is written in.
import type { ProblemTally } from '../base/problem-tally.ts';
import type { XmlNode } from '../base/xml-walk.ts';
import { isAtomEntry, readAtomEntry } from './atom-entry.ts';
import { isDifRecord, readDifRecord } from './dif-record.ts';
import { isDublinCoreRecord, readDublinCoreRecord } from './dublin-core-record.ts';
import { isFgdcRecord, readFgdcRecord } from './fgdc-record.ts';
import { isIsoRecord, readIsoRecord } from './iso-record.ts';
import type { MetadataRecord } from './metadata-record.ts';

/** Null for elements of no standard we know. */
export function readMetadataRecord(node: XmlNode, problems: ProblemTally): MetadataRecord | null {
  if (isIsoRecord(node.name)) return readIsoRecord(node, problems);
  if (isDublinCoreRecord(node.name)) return readDublinCoreRecord(node, problems);
  if (isFgdcRecord(node)) return readFgdcRecord(node, problems);
  if (isDifRecord(node.name)) return readDifRecord(node, problems);
  return isAtomEntry(node.name) ? readAtomEntry(node, problems) : null;
}
