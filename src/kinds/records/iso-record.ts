// ISO 19115 metadata as XML: ISO 19139 (gmd, gmi, srv) and ISO 19115-3 (mdb, mri, cit …), which share their local names.
import { readCrs } from '../../base/geo/crs.ts';
import { unionExtents } from '../../base/geo/extent.ts';
import { child, childrenOf, descendants, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Extent } from '../../model/extent.ts';
import type { Provider } from '../../model/resource.ts';
import { reportSides } from '../geometry/catalog-spatial.ts';
import { emptyRecord, type MetadataRecord, makeInterval, makeProvider, type RecordLink } from './metadata-record.ts';

const roots = new Set(['MD_Metadata', 'MI_Metadata']);
const maxLinks = 500;

export function isIsoRecord(name: string): boolean {
  return roots.has(name);
}

export function readIsoRecord(node: XmlNode, problems: ProblemTally): MetadataRecord {
  const identification = firstInside(child(node, 'identificationInfo'));
  if (identification === null) return { ...emptyRecord, id: readIdentifier(node), links: readLinks(node) };
  const citation = firstInside(child(identification, 'citation'));
  return {
    id: readIdentifier(node),
    title: citation === null ? '' : propertyText(child(citation, 'title')),
    abstract: propertyText(child(identification, 'abstract')),
    keywords: readKeywords(identification),
    extent: readIsoExtent(identification, problems),
    crs: readSystems(node),
    time: readTime(identification),
    provider: readIsoProvider(identification) ?? readIsoProvider(node),
    fees: firstProperty(child(node, 'distributionInfo') ?? node, 'fees'),
    constraints: readConstraints(identification),
    formats: readFormats(node),
    links: readLinks(node),
    language: propertyText(child(identification, 'language') ?? child(node, 'language')),
  };
}

/**
 * The text of a property: its own, or that of the first string inside (CharacterString, Anchor, a translation, a code).
 */
function propertyText(node: XmlNode | null): string {
  if (node === null) return '';
  if (node.text !== '') return node.text;
  for (const inside of node.children) {
    const text = propertyText(inside);
    if (text !== '') return text;
  }
  return node.attributes.get('codeListValue') ?? '';
}

function firstProperty(node: XmlNode, name: string): string | null {
  for (const one of descendants(node, name)) {
    const text = propertyText(one);
    if (text !== '') return text;
  }
  return null;
}

function firstInside(node: XmlNode | null): XmlNode | null {
  return node?.children[0] ?? null;
}

/** `fileIdentifier` in ISO 19139, `metadataIdentifier/MD_Identifier/code` in 19115-3. */
function readIdentifier(node: XmlNode): string {
  const file = propertyText(child(node, 'fileIdentifier'));
  if (file !== '') return file;
  const identifier = firstInside(child(node, 'metadataIdentifier'));
  return identifier === null ? '' : propertyText(child(identifier, 'code'));
}

function readKeywords(identification: XmlNode): readonly string[] {
  const words: string[] = [];
  for (const group of childrenOf(identification, 'descriptiveKeywords')) {
    for (const keyword of descendants(group, 'keyword')) words.push(propertyText(keyword));
  }
  for (const topic of childrenOf(identification, 'topicCategory')) words.push(propertyText(topic));
  return words.filter((word) => word !== '');
}

const boundNames = ['westBoundLongitude', 'southBoundLatitude', 'eastBoundLongitude', 'northBoundLatitude'];

/** The union of all boxes: a record may have one per part. Boxes of areas the dataset doesn't cover are omitted. */
function readIsoExtent(identification: XmlNode, problems: ProblemTally): Extent | null {
  const extents: Extent[] = [];
  for (const box of descendants(identification, 'EX_GeographicBoundingBox')) {
    const covers = propertyText(child(box, 'extentTypeCode'));
    if (covers === '0' || covers === 'false') continue;
    const sides = boundNames.map((name) => propertyText(child(box, name)));
    // A point is valid for a station; elsewhere four equal numbers are rejected as the sign of an empty layer.
    const extent = reportSides(sides, problems, sides.join(', '));
    if (extent !== null) extents.push(extent);
  }
  return unionExtents(extents);
}

function readTime(identification: XmlNode): string | null {
  for (const element of ['EX_TemporalExtent', 'EX_SpatialTemporalExtent']) {
    for (const extent of descendants(identification, element)) {
      const start = firstProperty(extent, 'beginPosition') ?? firstProperty(extent, 'begin') ?? '';
      const end = firstProperty(extent, 'endPosition') ?? firstProperty(extent, 'end') ?? '';
      const instant = firstProperty(extent, 'timePosition') ?? '';
      const time = makeInterval(start, end) ?? (instant === '' ? null : instant);
      if (time !== null) return time;
    }
  }
  return null;
}

function readSystems(node: XmlNode): readonly string[] {
  const codes: string[] = [];
  for (const system of childrenOf(node, 'referenceSystemInfo')) {
    for (const identifier of descendants(system, 'code')) {
      const text = propertyText(identifier);
      const crs = readCrs(/^\d{4,6}$/.test(text) ? `EPSG:${text}` : text);
      if (crs !== null && crs.length <= 100) codes.push(crs);
    }
  }
  return [...new Set(codes)].slice(0, 100);
}

/** The resource's point of contact before the record's. */
function readIsoProvider(node: XmlNode): Provider | null {
  const contact = child(node, 'pointOfContact') ?? child(node, 'contact');
  const party = firstInside(contact);
  if (party === null) return null;
  const organization = propertyText(child(party, 'organisationName'));
  const person = propertyText(child(party, 'individualName'));
  const email = firstProperty(party, 'electronicMailAddress') ?? '';
  if (organization !== '' || person !== '') return makeProvider(organization, person, email);
  // ISO 19115-3: CI_Responsibility/party/CI_Organisation/name.
  const names = ['CI_Organisation', 'CI_Individual'].map((kind) => {
    const [found] = descendants(party, kind);
    return found === undefined ? '' : propertyText(child(found, 'name'));
  });
  return makeProvider(names[0] ?? '', names[1] ?? '', email);
}

/** INSPIRE writes codes and licenses as anchors: text for people, a URL for programs. */
function anchorOf(node: XmlNode): string {
  for (const anchor of descendants(node, 'Anchor')) {
    const href = anchor.attributes.get('xlink:href') ?? anchor.attributes.get('href') ?? '';
    if (/^https?:\/\//i.test(href)) return href.trim();
  }
  return '';
}

function readConstraints(identification: XmlNode): string | null {
  const texts: string[] = [];
  for (const group of childrenOf(identification, 'resourceConstraints')) {
    for (const name of ['otherConstraints', 'useLimitation']) {
      for (const one of descendants(group, name)) texts.push(propertyText(one), anchorOf(one));
    }
  }
  const given = [...new Set(texts.filter((text) => text !== ''))].slice(0, 8);
  return given.length === 0 ? null : given.join('; ');
}

function readFormats(node: XmlNode): readonly string[] {
  const names: string[] = [];
  for (const format of descendants(node, 'MD_Format')) {
    const citation = child(format, 'formatSpecificationCitation');
    names.push(
      propertyText(child(format, 'name')) || (citation === null ? '' : (firstProperty(citation, 'title') ?? '')),
    );
  }
  return [...new Set(names.filter((name) => name !== ''))].slice(0, 50);
}

/** Distribution first, then the operations of a service and the records of its data. */
function readLinks(node: XmlNode): readonly RecordLink[] {
  const links: RecordLink[] = [];
  const add = (url: string, label: string) => {
    if (url !== '' && links.length < maxLinks) links.push({ url, label });
  };
  const info = childrenOf(node, 'distributionInfo');
  const services = childrenOf(node, 'identificationInfo');
  for (const part of [...info, ...services]) {
    for (const resource of onlineResources(part)) {
      const label = [propertyText(child(resource, 'protocol')), propertyText(child(resource, 'name'))];
      add(propertyText(child(resource, 'linkage')), label.filter((text) => text !== '').join(' '));
    }
  }
  for (const part of services) {
    for (const coupled of descendants(part, 'operatesOn')) {
      const href = coupled.attributes.get('xlink:href') ?? coupled.attributes.get('href') ?? '';
      if (/^https?:\/\//i.test(href)) add(href, 'metadata');
    }
  }
  return links;
}

/** Online resources outside of contacts: an agency's home page isn't data. */
function* onlineResources(node: XmlNode): Generator<XmlNode> {
  for (const one of node.children) {
    if (one.name === 'contactInfo') continue;
    if (one.name === 'CI_OnlineResource') yield one;
    else yield* onlineResources(one);
  }
}
