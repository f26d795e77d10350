// Dublin Core records: the csw:Record family, oai_dc and RDF descriptions in Dublin Core terms.
import { isGeographic, readCrs } from '../../base/geo/crs.ts';
import { areLikelyDegrees, readExtent } from '../../base/geo/extent.ts';
import { hasNorthingFirst, toWgs84 } from '../../base/geo/projection.ts';
import { attributeOf, descendants, textAt, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Extent } from '../../model/extent.ts';
import { readSpatialText, reportExtent, reportSides } from '../geometry/catalog-spatial.ts';
import { emptyRecord, type MetadataRecord, makeProvider, type RecordLink } from './metadata-record.ts';
import { childTexts } from './xml-texts.ts';

const names = new Set(['Record', 'SummaryRecord', 'BriefRecord', 'DCMIRecord', 'dc', 'qualifieddc']);

export function isDublinCoreRecord(name: string): boolean {
  return names.has(name);
}

export function readDublinCoreRecord(node: XmlNode, problems: ProblemTally): MetadataRecord {
  const creator = textAt(node, 'creator') || textAt(node, 'publisher') || textAt(node, 'contributor');
  return {
    ...emptyRecord,
    id: textAt(node, 'identifier'),
    title: textAt(node, 'title'),
    abstract: textAt(node, 'abstract') || textAt(node, 'description'),
    keywords: childTexts(node, 'subject'),
    extent: readRecordBox(node, problems) ?? readCoverage(node, problems),
    time: textAt(node, 'temporal') || null,
    provider: makeProvider(creator, '', ''),
    constraints: textAt(node, 'rights') || textAt(node, 'license') || null,
    formats: childTexts(node, 'format'),
    links: readLinks(node),
    language: textAt(node, 'language'),
  };
}

/** Elements that hold a URL or something else. */
const mayLink = new Set(['source', 'relation', 'identifier', 'hasFormat']);

/** `dct:references` with a scheme, `dc:URI` with a protocol, and sources or relations that are addresses (edge case 66). */
function readLinks(node: XmlNode): readonly RecordLink[] {
  const links: RecordLink[] = [];
  for (const one of node.children) {
    const isLink = one.name === 'references' || one.name === 'URI';
    if (one.text === '' || !(isLink || (mayLink.has(one.name) && /^https?:\/\/\S+$/i.test(one.text)))) continue;
    const label = ['scheme', 'protocol', 'name'].map((name) => attributeOf(one, name) ?? '');
    links.push({ url: one.text, label: label.filter((text) => text !== '').join(' ') });
  }
  return links;
}

/** `ows:BoundingBox` with corners, or `ows:WGS84BoundingBox` which is longitude first by definition. */
function readRecordBox(node: XmlNode, problems: ProblemTally): Extent | null {
  for (const box of node.children) {
    if (box.name !== 'BoundingBox' && box.name !== 'WGS84BoundingBox') continue;
    const [x1 = '', y1 = ''] = textAt(box, 'LowerCorner').split(/[\s,]+/);
    const [x2 = '', y2 = ''] = textAt(box, 'UpperCorner').split(/[\s,]+/);
    if (`${x1}${y1}${x2}${y2}` === '') continue;
    return readCorners(
      [x1, y1, x2, y2],
      box.name === 'WGS84BoundingBox' ? '' : (attributeOf(box, 'crs') ?? ''),
      problems,
    );
  }
  return null;
}

/**
 * A URN implies the authority's axis order, "EPSG:4326" longitude first, no system CRS84 (client-requirements, 1.2).
 */
function readCorners(
  corners: readonly [string, string, string, string],
  crs: string,
  problems: ProblemTally,
): Extent | null {
  // "urn:ogc:def:crs:EPSG::WGS 84 (EPSG:4326)" is GeoNetwork's: longitude first despite its prefix.
  const spelled = /\((EPSG:\d{1,7})\)$/.exec(crs)?.[1];
  const name = readCrs(spelled ?? crs) ?? 'CRS:84';
  const isUrn = spelled === undefined && /^urn:|\/def\/crs\//i.test(crs);
  const [a, b, c, d] = corners;
  // Latitudes can't decrease from the lower to the upper corner: then they are GeoNetwork's east, south and west, north.
  const isReversed = Number(a) > Number(c) && Number(b) <= Number(d);
  // Looking a system up is slow, and nearly all are this one.
  const isNorthFirst = isUrn && !isReversed && (name === 'EPSG:4326' || hasNorthingFirst(name) === true);
  const [west, south, east, north] = isNorthFirst ? [b, a, d, c] : [a, b, c, d];
  const example = corners.join(', ');
  if (name === 'CRS:84' || name === 'EPSG:4326')
    return reportExtent(readExtent([west, south, east, north]), problems, example);
  // GeoNetwork writes the record's degrees and names the data's system.
  if (!isGeographic(name) && areLikelyDegrees([Number(a), Number(b), Number(c), Number(d)]))
    return reportExtent(readExtent([a, b, c, d]), problems, example);
  const extent = toWgs84([Number(west), Number(south), Number(east), Number(north)], name);
  return reportExtent({ extent, problem: extent === null ? 'extent.projected' : null }, problems, `${example} ${name}`);
}

/** `dc:coverage` and `dct:spatial` as DCMI box, WKT or four numbers; mostly they are place names. */
function readCoverage(node: XmlNode, problems: ProblemTally): Extent | null {
  for (const name of ['spatial', 'coverage']) {
    for (const one of descendants(node, name)) {
      const extent = readDcmiBox(one.text, problems) ?? readSpatialText(one.text, problems);
      if (extent !== null) return extent;
    }
  }
  return null;
}

/** "northlimit=48; southlimit=47; westlimit=8; eastlimit=9", also with blanks: "North 48, South 47, East 9, West 8". */
function readDcmiBox(text: string, problems: ProblemTally): Extent | null {
  if (text.length > 500) return null;
  const sides = ['west', 'south', 'east', 'north'].map((side) => {
    return new RegExp(`\\b${side}(?:limit|bounding\\w{0,20})?\\s?[=: ]\\s?(-?\\d{1,3}(?:\\.\\d{0,15})?)`, 'i').exec(
      text,
    )?.[1];
  });
  return sides.every((side) => side !== undefined) ? reportSides(sides, problems, text) : null;
}
