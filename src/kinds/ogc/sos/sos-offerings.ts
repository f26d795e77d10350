// Reads the observation offerings of a SOS capabilities document, 1.0 and 2.0, in one pass.

import type { XmlSource } from '../../../base/xml/xml.ts';
import {
  attributeOf,
  child,
  childrenOf,
  descendants,
  textAt,
  walkXml,
  type XmlNode,
} from '../../../base/xml/xml-walk.ts';
import { readEnvelope, showsLatitudeFirst } from '../ows/ows-box.ts';
import { collectOws } from '../ows/ows-common.ts';
import { Datasets } from '../ows/ows-datasets.ts';
import type { OwsContents } from '../ows/ows-describe.ts';

const maxFormats = 200;
/** Properties stored per offering. */
const maxProperties = 1000;

export function readOfferings(source: XmlSource): OwsContents {
  const ows = collectOws();
  const datasets = new Datasets();
  const formats = new Set<string>();
  const areas: ObservedArea[] = [];
  const visit = (node: XmlNode) => {
    const area = addOffering(datasets, node);
    if (area !== null) areas.push(area);
    addFormats(formats, node);
  };
  const problems = walkXml(source, {
    ...ows.rules,
    '*/Contents/ObservationOfferingList/ObservationOffering': visit,
    '*/contents/Contents/offering/*': visit,
    // 2.0 may list formats once for all offerings.
    '*/contents/Contents/responseFormat': ({ text }) => {
      if (text !== '' && formats.size < maxFormats) formats.add(text);
    },
  });
  readAreas(areas, datasets);
  return { common: ows.finish(), datasets, formats: [...formats], problems };
}

/** The box of an offering; read when all are known, since one may reveal the axis order of all. */
interface ObservedArea {
  readonly envelope: XmlNode;
  readonly index: number;
  readonly name: string;
}

function readAreas(areas: readonly ObservedArea[], datasets: Datasets): void {
  const spelling = (envelope: XmlNode) => attributeOf(envelope, 'srsName') ?? '';
  const latitudeFirst = new Set(
    areas.filter(({ envelope }) => showsLatitudeFirst(envelope)).map(({ envelope }) => spelling(envelope)),
  );
  for (const { envelope, index, name } of areas) {
    const isLatitudeFirst = latitudeFirst.has(spelling(envelope));
    datasets.setExtent(index, readEnvelope(envelope, datasets.problems, name, isLatitudeFirst));
  }
}

function addOffering(datasets: Datasets, node: XmlNode): ObservedArea | null {
  // 1.0 requests use gml:id (06-009r6, 8.2.3.1), 2.0 the identifier (12-006, 8.1.2).
  const name = textAt(node, 'identifier') || (attributeOf(node, 'id')?.trim() ?? '') || textAt(node, 'name');
  const title = textAt(node, 'name') || textAt(node, 'description');
  const envelope = firstEnvelope(node);
  const index = datasets.add({
    name,
    title: title || name,
    abstract: textAt(node, 'description'),
    keywords: observedProperties(node),
    crs: envelope === null ? [] : [attributeOf(envelope, 'srsName') ?? ''],
    queryable: true,
    time: offeringTime(node),
  });
  return envelope === null || index === null ? null : { envelope, index, name };
}

function firstEnvelope(node: XmlNode): XmlNode | null {
  for (const name of ['observedArea', 'boundedBy']) {
    const area = child(node, name);
    if (area !== null) return child(area, 'Envelope') ?? child(area, 'EnvelopeWithTimePeriod');
  }
  return null;
}

/** What is observed: a link in 1.0, text in 2.0, or a full (composite) phenomenon. */
function observedProperties(node: XmlNode): readonly string[] {
  const found = new Set<string>();
  for (const property of node.children) {
    if (property.name !== 'observedProperty' && property.name !== 'observableProperty') continue;
    for (const text of propertyNames(property)) if (text !== '' && found.size < maxProperties) found.add(text);
  }
  return [...found];
}

function propertyNames(property: XmlNode): readonly string[] {
  const href = attributeOf(property, 'href')?.trim();
  if (href !== undefined && href !== '') return [href];
  if (property.children.length === 0) return [property.text];
  // Requested by id, searched by name.
  return property.children.flatMap((phenomenon) => [attributeOf(phenomenon, 'id') ?? '', textAt(phenomenon, 'name')]);
}

/** `begin/end`; an open or present end is stored as published: `now` (edge case 63). */
function offeringTime(node: XmlNode): string | null {
  const time = child(node, 'phenomenonTime') ?? child(node, 'time') ?? child(node, 'eventTime');
  if (time === null) return null;
  const [begin, end] = ['beginPosition', 'endPosition'].map((name) => position([...descendants(time, name)][0]));
  if (begin !== undefined && begin !== '' && end !== undefined) return `${begin}/${end}`;
  const instant = position([...descendants(time, 'timePosition')][0]);
  return instant === '' ? null : instant;
}

function position(node: XmlNode | undefined): string {
  if (node === undefined) return '';
  return node.text || (attributeOf(node, 'indeterminatePosition') ?? '');
}

function addFormats(formats: Set<string>, node: XmlNode): void {
  for (const { text } of childrenOf(node, 'responseFormat')) {
    if (text !== '' && formats.size < maxFormats) formats.add(text);
  }
}
