// OGC Sensor Observation Service, versions 1.0 and 2.0.
import type { Document } from '../../../model/document.ts';
import type { CheckRequest, ResourceKind } from '../../../model/kind.ts';
import type { Description, Identity, Resource } from '../../../model/resource.ts';
import { capabilitiesProbes, operationRequest } from '../ows/ows-address.ts';
import { operationUrl } from '../ows/ows-common.ts';
import { describeOws, operationFormats } from '../ows/ows-describe.ts';
import { readEndpoint, readOwsRoot } from '../ows/ows-root.ts';
import { type ServiceTraits, suspectService } from '../ows/ows-suspect.ts';
import { readOfferings } from './sos-offerings.ts';

const operations = ['GetObservation', 'GetCapabilities', 'DescribeSensor'];

const traits: ServiceTraits = {
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
};

export const sos: ResourceKind = {
  id: 'sos',
  title: 'Sensor Observation Service',
  family: 'service',
  specification: 'OGC 12-006 (SOS 2.0), 06-009r6 (1.0.0)',
  tier: 1,
  forms: ['xml'],
  dataset: 'observation offering',
  suspect: (link) => suspectService(link, traits),
  // Never with VERSION: servers reject it here (edge case 38).
  probe: (url) => capabilitiesProbes(url, 'SOS', [{}, { accept: '2.0.0' }, { accept: '1.0.0' }]),
  identify,
  describe,
  check,
};

function identify(document: Document): readonly Identity[] {
  const found = readOwsRoot(document);
  if (found?.service !== 'SOS') return [];
  const claimed = () => operationUrl(readOfferings(document).common, operations);
  return [{ kind: 'sos', version: found.version, endpoint: readEndpoint(document, claimed) }];
}

function describe(document: Document): Description {
  const reading = readOfferings(document);
  const formats = [...new Set([...reading.formats, ...operationFormats(reading.common, ['GetObservation'])])];
  const root = readOwsRoot(document)?.root ?? null;
  return describeOws(document, { ...reading, root }, { dataset: 'observation offering', operations, formats });
}

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
    ...{ operation: 'GetObservation', dataset: offering.name! },
  }));
}
