// One metadata record from a list, whatever standard it is written in.

import type { XmlNode } from '../base/xml/xml-walk.ts';
import type { ProblemTally } from '../describe/problem-tally.ts';
import { isDifRecord, readDifRecord } from './dif-record.ts';
import type { MetadataRecord } from './metadata-record.ts';
import { isAtomEntry, readAtomEntry } from './records/atom-entry.ts';
import { isDublinCoreRecord, readDublinCoreRecord } from './records/dublin-core-record.ts';
import { isFgdcRecord, readFgdcRecord } from './records/fgdc-record.ts';
import { isIsoRecord, readIsoRecord } from './records/iso-record.ts';

/** Null for elements of no standard we know. */
export function readMetadataRecord(node: XmlNode, problems: ProblemTally): MetadataRecord | null {
  if (isIsoRecord(node.name)) return readIsoRecord(node, problems);
  if (isDublinCoreRecord(node.name)) return readDublinCoreRecord(node, problems);
  if (isFgdcRecord(node)) return readFgdcRecord(node, problems);
  if (isDifRecord(node.name)) return readDifRecord(node, problems);
  return isAtomEntry(node.name) ? readAtomEntry(node, problems) : null;
}
