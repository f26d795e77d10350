// Web Coverage Processing Service: the query language that some WCS support, as a separate resource.

import type { XmlSource } from '../../../base/xml/xml.ts';
import { walkXml } from '../../../base/xml/xml-walk.ts';
import type { Document } from '../../../model/document.ts';
import type { CheckRequest, ResourceKind } from '../../../model/kind.ts';
import type { Description, Identity, Resource } from '../../../model/resource.ts';
import { capabilitiesProbes, operationRequest } from '../ows/ows-address.ts';
import { collectOws, operationUrl } from '../ows/ows-common.ts';
import { describeOws } from '../ows/ows-describe.ts';
import { readEndpoint, readOwsRoot } from '../ows/ows-root.ts';
import { type ServiceTraits, suspectService } from '../ows/ows-suspect.ts';
import { readCoverages } from './wcs-coverages.ts';

export const processingOperations: readonly string[] = ['ProcessCoverages', 'ProcessCoverage'];
const operations = [...processingOperations, 'GetCoverage', 'GetCapabilities'];

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
  // It has no capabilities document: the WCS declares it.
  probe: (url) => capabilitiesProbes(url, 'WCS', [{}, { accept: '2.0.1' }]),
  identify,
  describe,
  check,
};

/** The WCS kind comes first and reports both; this one is for probes for WCPS alone. */
function identify(document: Document): readonly Identity[] {
  if (readOwsRoot(document)?.service !== 'WCS') return [];
  const processing = readProcessing(document);
  if (processing === null) return [];
  const claimed = () => operationUrl(readCoverages(document).common, operations);
  return [{ kind: 'wcps', version: processing.version, endpoint: readEndpoint(document, claimed) }];
}

function describe(document: Document): Description {
  return describeOws(document, readCoverages(document), { dataset: 'coverage', operations });
}

/** A query that needs no pixels: a constant over the first coverage. */
function check(resource: Resource): readonly CheckRequest[] {
  const name = resource.layers.find((layer) => layer.name !== null)?.name;
  if (name == null) return [];
  const request = { service: 'WCS', request: 'ProcessCoverages', version: '2.0.1' };
  const processed = operationRequest(resource.endpoint, request, { QUERY: `for $c in (${name}) return 1` });
  return [{ ...processed, operation: 'ProcessCoverages', dataset: name, expects: 'bytes' }];
}

interface Processing {
  /** From the profile's URI; null if only the operation shows it. */
  readonly version: string | null;
}

/** Profiles and operations come before the contents, which may be long. */
const headBytes = 1_048_576;

const profile = /WCS_service-extension_processing(?:\/(\d[\d.]*))?|\bwcps\b(?:\/(\d[\d.]*))?/i;

/** Null for a WCS without WCPS. */
export function readProcessing({ bytes, charset }: XmlSource): Processing | null {
  const head = bytes.subarray(0, headBytes);
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  // A cheap check first: most documents contain none of these words.
  if (!/extension_processing|wcps|ProcessCoverage/i.test(text)) return null;
  const ows = collectOws();
  walkXml({ bytes: head, charset, partial: null }, ows.rules);
  const { profiles, operations } = ows.finish();
  const match = profiles.map((uri) => profile.exec(uri)).find((found) => found !== null);
  if (match != null) return { version: match[1] ?? match[2] ?? null };
  return operations.some(({ name }) => /^ProcessCoverages?$/i.test(name)) ? { version: null } : null;
}
