// Web Coverage Processing Service: the query language that some WCS answer, a resource of its own.
import type { Document } from '../model/document.ts';
import type { CheckRequest, ResourceKind } from '../model/kind.ts';
import type { Description, Identity, Resource } from '../model/resource.ts';
import { capabilitiesProbes, operationRequest } from './ogc/ows/ows-address.ts';
import { operationUrl } from './ogc/ows/ows-common.ts';
import { describeOws } from './ogc/ows/ows-describe.ts';
import { readEndpoint, readOwsRoot } from './ogc/ows/ows-root.ts';
import { type ServiceTraits, suspectService } from './ogc/ows/ows-suspect.ts';
import { readCoverages } from './wcs-coverages.ts';
import { readProcessing } from './wcs-processing.ts';

const operations = ['ProcessCoverages', 'ProcessCoverage', 'GetCoverage', 'GetCapabilities'];

const traits: ServiceTraits = {
  service: 'WCPS',
  requests: new Set(['ProcessCoverages']),
  words: /web coverage processing/i,
};

export const wcps: ResourceKind = {
  id: 'wcps',
  title: 'Web Coverage Processing Service',
  family: 'service',
  specification: 'OGC 08-068r3 (WCPS 1.1), 08-059r4 (as an extension of WCS)',
  tier: 1,
  forms: ['xml'],
  dataset: 'coverage',
  suspect: (link) => suspectService(link, traits),
  // It has no capabilities of its own: the WCS around it announces it.
  probe: (url) => capabilitiesProbes(url, 'WCS', [{}, { accept: '2.0.1' }]),
  identify,
  describe,
  check,
};

/** The WCS kind stands first and reports both; this one is for those who asked for WCPS alone. */
function identify(document: Document): readonly Identity[] {
  if (readOwsRoot(document)?.service !== 'WCS') return [];
  const processing = readProcessing(document);
  if (processing === null) return [];
  const claimed = () => operationUrl(readCoverages(document).common, operations);
  return [{ kind: 'wcps', version: processing.version, endpoint: readEndpoint(document, claimed) }];
}

function describe(document: Document): Description {
  const { formats, ...reading } = readCoverages(document);
  const root = readOwsRoot(document)?.root ?? null;
  return describeOws(document, { ...reading, root }, { dataset: 'coverage', operations, formats });
}

/** A query that needs no pixels: a constant over the first coverage. */
function check(resource: Resource): readonly CheckRequest[] {
  const name = resource.layers.find((layer) => layer.name !== null)?.name;
  if (name == null) return [];
  const request = { service: 'WCS', request: 'ProcessCoverages', version: '2.0.1' };
  const processed = operationRequest(resource.endpoint, request, { QUERY: `for $c in (${name}) return 1` });
  return [{ ...processed, operation: 'ProcessCoverages', dataset: name, expects: 'bytes' }];
}
