// An Atom entry as a record: INSPIRE download services, OWS Context documents and OpenSearch responses consist of them.
import { attributeOf, child, childrenOf, descendants, textAt, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Extent } from '../../model/extent.ts';
import { reportSides } from '../geometry/catalog-spatial.ts';
import { emptyRecord, type MetadataRecord, makeProvider, type RecordLink } from './metadata-record.ts';
import { childTexts, descendantTexts } from './xml-texts.ts';

/** Links that only lead to other views of the same entry. */
const viewRelations = new Set(['icon', 'search', 'edit', 'hub', 'license', 'profile']);

export function isAtomEntry(name: string): boolean {
  return name === 'entry';
}

export function readAtomEntry(node: XmlNode, problems: ProblemTally): MetadataRecord {
  const author = child(node, 'author');
  return {
    ...emptyRecord,
    id: textAt(node, 'spatial_dataset_identifier_code') || textAt(node, 'identifier') || textAt(node, 'id'),
    title: textAt(node, 'title'),
    abstract: textAt(node, 'summary') || textAt(node, 'content'),
    keywords: childrenOf(node, 'category')
      .map((category) => attributeOf(category, 'label') ?? attributeOf(category, 'term') ?? '')
      .filter((text) => text !== '' && !/^https?:/i.test(text)),
    extent: readGeoRss(node, problems),
    crs: childrenOf(node, 'category')
      .map((category) => /\/def\/crs\/EPSG\/[^/]{1,10}\/(\d{1,7})$/i.exec(attributeOf(category, 'term') ?? '')?.[1])
      .filter((code) => code !== undefined)
      .map((code) => `EPSG:${code}`),
    time: textAt(node, 'date') || null,
    provider: author === null ? null : makeProvider(textAt(author, 'name'), '', textAt(author, 'email')),
    constraints: textAt(node, 'rights') || null,
    links: readEntryLinks(node),
  };
}

function readEntryLinks(node: XmlNode): readonly RecordLink[] {
  const links: RecordLink[] = [];
  for (const link of childrenOf(node, 'link')) {
    if (viewRelations.has(attributeOf(link, 'rel') ?? '')) continue;
    const label = attributeOf(link, 'title') ?? attributeOf(link, 'type') ?? '';
    links.push({ url: attributeOf(link, 'href') ?? link.text, label });
  }
  // OWS Context: an offering lists the requests for it.
  for (const operation of descendants(node, 'operation')) {
    links.push({ url: attributeOf(operation, 'href') ?? '', label: attributeOf(operation, 'code') ?? '' });
  }
  const content = child(node, 'content');
  const source = content === null ? null : attributeOf(content, 'src');
  if (source !== null) links.push({ url: source, label: '' });
  return links.filter(({ url }) => url !== '');
}

/** GeoRSS Simple and GML, latitude first (OGC 17-002r1, 8.1): box, polygon, line, point, or `where` with GML inside. */
export function readGeoRss(node: XmlNode, problems: ProblemTally): Extent | null {
  const texts = ['box', 'polygon', 'line', 'point'].flatMap((name) => childTexts(node, name));
  const where = child(node, 'where');
  if (where !== null) {
    const names = ['posList', 'pos', 'lowerCorner', 'upperCorner'];
    texts.push(...names.flatMap((name) => descendantTexts(where, name)));
  }
  for (const area of descendants(node, 'area')) texts.push(...readAlertArea(area));
  return boxAround(texts.slice(0, 1000).join(' '), problems);
}

/** CAP 1.2, 3.2.4: polygons of "latitude,longitude" pairs; circles with a radius in kilometers after the center. */
function readAlertArea(area: XmlNode): readonly string[] {
  const centers = childrenOf(area, 'circle').map(({ text }) => text.split(/\s/, 1)[0] ?? '');
  return [...childTexts(area, 'polygon'), ...centers];
}

function boxAround(text: string, problems: ProblemTally): Extent | null {
  const numbers = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number);
  if (numbers.length < 2 || !numbers.every(Number.isFinite)) return null;
  const latitudes = numbers.filter((_, at) => at % 2 === 0);
  const longitudes = numbers.filter((_, at) => at % 2 === 1);
  const lowest = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other), Infinity);
  const highest = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), -Infinity);
  const corners = [lowest(longitudes), lowest(latitudes), highest(longitudes), highest(latitudes)];
  return reportSides(corners.map(String), problems, text.slice(0, 80));
}
