// OGC Sensor Observation Service, versions 1.0 and 2.0.

import type { XmlSource } from '../../../base/xml/xml.ts';
import { attributeOf, child, descendants, textAt, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { CheckRequest, ResourceKind } from '../../../model/kind.ts';
import type { Resource } from '../../../model/resource.ts';
import { childTexts } from '../../records/xml-texts.ts';
import { operationRequest } from '../ows/ows-address.ts';
import { readEnvelope, showsLatitudeFirst } from '../ows/ows-box.ts';
import { Datasets } from '../ows/ows-datasets.ts';
import { type OwsContents, operationFormats } from '../ows/ows-describe.ts';
import { owsKind, readOwsContents } from '../ows/ows-kind.ts';

/** Properties stored per offering. */
const maxProperties = 1000;

export const sos: ResourceKind = owsKind({
  id: 'sos',
  title: 'Sensor Observation Service',
  specification: 'OGC 12-006 (SOS 2.0), 06-009r6 (1.0.0)',
  dataset: 'observation offering',
  traits: {
    service: 'SOS',
    requests: new Set(
      'GetObservation DescribeSensor GetObservationById GetFeatureOfInterest GetFeatureOfInterestTime GetResultTemplate'.split(
        ' ',
      ),
    ),
    words: /sensor observation service/i,
    paths: [
      [/\/52n-sos(?:-webapp)?(?:\/(?:sos|service)(?:\/kvp)?)?\/?$/i, 0.9],
      [/\/(?:istsos|observations)\/(?:service|sos)?\/?$/i, 0.7],
      [/\/sos\/(?:kvp|service)\/?$/i, 0.9],
      [/\/thredds\/sos\//i, 0.9],
    ],
  },
  // Never with VERSION: servers reject it here (edge case 38).
  variants: [{}, { accept: '2.0.0' }, { accept: '1.0.0' }],
  operations: ['GetObservation', 'GetCapabilities', 'DescribeSensor'],
  read: readOfferings,
  check,
});

/**
 * The latest observation of the first offering: both versions have a keyword for it. Then the one at the end of its
 * time.
 */
function check(resource: Resource): readonly CheckRequest[] {
  const offering = resource.layers.find(({ name, keywords }) => name !== null && keywords.length > 0);
  if (offering === undefined || offering.name === null) return [];
  const isSecond = resource.version?.startsWith('2') === true;
  const request = { service: 'SOS', request: 'GetObservation', version: isSecond ? '2.0.0' : '1.0.0' };
  const parameters = { OFFERING: offering.name, OBSERVEDPROPERTY: offering.keywords[0] ?? '' };
  const format = { RESPONSEFORMAT: resource.formats[0] ?? 'text/xml;subtype="om/1.0.0"' };
  const at = (time: string): Record<string, string> =>
    isSecond ? { TEMPORALFILTER: `om:phenomenonTime,${time}` } : { EVENTTIME: time, ...format };
  const end = /\/(\d{4}[\d:.TZ+-]{0,30})$/.exec(offering.time ?? '')?.[1];
  return ['latest', ...(end === undefined ? [] : [end])].map((time) => ({
    ...operationRequest(resource.endpoint, request, { ...parameters, ...at(time) }),
    operation: 'GetObservation',
    dataset: offering.name!,
  }));
}

function readOfferings(source: XmlSource): OwsContents {
  const datasets = new Datasets();
  const areas: ObservedArea[] = [];
  const visit = (node: XmlNode) => {
    const area = addOffering(datasets, node);
    if (area !== null) areas.push(area);
    datasets.addFormats(childTexts(node, 'responseFormat'));
  };
  const contents = readOwsContents(source, datasets, {
    '*/Contents/ObservationOfferingList/ObservationOffering': visit,
    '*/contents/Contents/offering/*': visit,
    // 2.0 may list formats once for all offerings.
    '*/contents/Contents/responseFormat': ({ text }) => datasets.addFormats([text]),
  });
  readAreas(areas, datasets);
  const formats = [...datasets.formats, ...operationFormats(contents.common, ['GetObservation'])];
  return { ...contents, formats: [...new Set(formats)] };
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
