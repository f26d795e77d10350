// FGDC CSDGM records (FGDC-STD-001-1998): short element names, everything inside <metadata>.
import { child, descendants, textAt, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Extent } from '../../model/extent.ts';
import { reportSides } from '../geometry/catalog-spatial.ts';
import { emptyRecord, type MetadataRecord, makeInterval, makeProvider, type RecordLink } from './metadata-record.ts';
import { descendantTexts } from './xml-texts.ts';

/** <metadata> is a common name: it is FGDC if it has the identification section, which is mandatory (1). */
export function isFgdcRecord(node: XmlNode): boolean {
  return node.name === 'metadata' && child(node, 'idinfo') !== null;
}

export function readFgdcRecord(node: XmlNode, problems: ProblemTally): MetadataRecord {
  const info = child(node, 'idinfo') ?? node;
  const party = descendants(child(info, 'ptcontac') ?? node, 'cntinfo')[0] ?? null;
  return {
    ...emptyRecord,
    id: textAt(info, 'datsetid'),
    title: textAt(info, 'citation', 'citeinfo', 'title'),
    abstract: textAt(info, 'descript', 'abstract'),
    keywords: readKeywords(info),
    extent: readBounding(info, problems),
    time: readTime(info),
    provider:
      makeProvider(firstText(party, 'cntorg'), firstText(party, 'cntper'), firstText(party, 'cntemail')) ??
      makeProvider(textAt(info, 'citation', 'citeinfo', 'origin'), '', ''),
    fees: firstText(child(node, 'distinfo'), 'fees') || null,
    constraints: [textAt(info, 'accconst'), textAt(info, 'useconst')].filter((text) => text !== '').join('; ') || null,
    formats: [...new Set(descendantTexts(node, 'formname'))],
    links: readLinks(node),
  };
}

function firstText(node: XmlNode | null, name: string): string {
  if (node === null) return '';
  return descendants(node, name)[0]?.text ?? '';
}

function readKeywords(info: XmlNode): readonly string[] {
  const keywords = child(info, 'keywords');
  if (keywords === null) return [];
  return ['themekey', 'placekey', 'stratkey', 'tempkey'].flatMap((name) => descendantTexts(keywords, name));
}

function readBounding(info: XmlNode, problems: ProblemTally): Extent | null {
  const box = child(child(info, 'spdom') ?? info, 'bounding');
  if (box === null) return null;
  const sides = ['westbc', 'southbc', 'eastbc', 'northbc'].map((name) => textAt(box, name));
  return reportSides(sides, problems);
}

function readTime(info: XmlNode): string | null {
  const period = child(info, 'timeperd');
  if (period === null) return null;
  return (
    makeInterval(firstText(period, 'begdate'), firstText(period, 'enddate')) ?? (firstText(period, 'caldate') || null)
  );
}

/** Network resources of the distribution, then the citation's online linkage. */
function readLinks(node: XmlNode): readonly RecordLink[] {
  const found = ['networkr', 'onlink'].flatMap((name) => descendantTexts(node, name));
  return [...new Set(found)].map((url) => ({ url, label: '' }));
}
