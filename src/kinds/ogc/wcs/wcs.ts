// OGC Web Coverage Service, versions 1.0.0 to 2.1, and its WCPS, if any.
import type { Document } from '../../../model/document.ts';
import type { CheckRequest, ProbeRequest, ResourceKind } from '../../../model/kind.ts';
import type { Description, Identity, Resource } from '../../../model/resource.ts';
import { datasetsForRound } from '../../health/operation-rotation.ts';
import { capabilitiesProbes, operationRequest } from '../ows/ows-address.ts';
import { operationUrl } from '../ows/ows-common.ts';
import { describeOws, operationFormats } from '../ows/ows-describe.ts';
import { readEndpoint, readOwsRoot } from '../ows/ows-root.ts';
import { type ServiceTraits, suspectService } from '../ows/ows-suspect.ts';
import { readProcessing } from './wcps.ts';
import { describeCoverages, readCoverages } from './wcs-coverages.ts';

const operations = ['GetCoverage', 'GetCapabilities', 'DescribeCoverage'];

const traits: ServiceTraits = {
  service: 'WCS',
  requests: new Set(['GetCoverage', 'DescribeCoverage', 'DescribeEOCoverageSet']),
  words: /web coverage service/i,
  paths: [
    [/\/(?:thredds|erddap)\/(?:.{1,80}\/)?wcs\//i, 0.9],
    [/\/rasdaman\/ows\/?$/i, 0.9],
    [/\/ows\/?$/i, 0.3],
    [/\/mapserv\d{0,3}(?:\.exe|\.cgi|\.fcgi)?$/i, 0.3],
  ],
};

export const wcs: ResourceKind = {
  id: 'wcs',
  title: 'Web Coverage Service',
  family: 'service',
  specification: 'OGC 17-089r1 (WCS 2.1), 09-110r4 (2.0), 07-067r5 (1.1), 03-065r6 (1.0)',
  tier: 1,
  forms: ['xml'],
  dataset: 'coverage',
  suspect: (link) => suspectService(link, traits),
  // Some support 1.0.0 only, and only if the request names it (edge case 37).
  probe: (url) => capabilitiesProbes(url, 'WCS', [{}, { accept: '2.0.1,1.1.1' }, { version: '1.0.0', isLower: true }]),
  identify,
  describe,
  more,
  check,
};

function identify(document: Document): readonly Identity[] {
  const found = readOwsRoot(document);
  if (found?.service !== 'WCS') return [];
  const claimed = () => operationUrl(readCoverages(document).common, operations);
  const endpoint = readEndpoint(document, claimed);
  const service: Identity = { kind: 'wcs', version: found.version, endpoint };
  const processing = readProcessing(document);
  return processing === null ? [service] : [service, { kind: 'wcps', version: processing.version, endpoint }];
}

function describe(document: Document, identity: Identity): Description {
  const reading = readCoverages(document);
  const formats = [...new Set([...reading.formats, ...operationFormats(reading.common, ['GetCoverage'])])];
  const root = readOwsRoot(document)?.root ?? null;
  const own = identity.kind === 'wcps' ? ['ProcessCoverages', 'ProcessCoverage', ...operations] : operations;
  return describeOws(document, { ...reading, root }, { dataset: 'coverage', operations: own, formats });
}

/** One request for all extents that 2.0 omits from its capabilities. */
function more(document: Document, identity: Identity): ProbeRequest | null {
  if (identity.kind !== 'wcs' || document.parts.length > 0) return null;
  return describeCoverages(identity.endpoint, identity.version, readCoverages(document).datasets.layers);
}

/** The coverage parameter of DescribeCoverage by version. */
function check(resource: Resource, turn = 0): readonly CheckRequest[] {
  const version = resource.version ?? '2.0.1';
  const parameter = version.startsWith('1.0') ? 'COVERAGE' : version.startsWith('1.') ? 'IDENTIFIERS' : 'COVERAGEID';
  const request = { service: 'WCS', request: 'DescribeCoverage', version };
  return datasetsForRound(resource.layers, turn).map(({ name }) => ({
    ...operationRequest(resource.endpoint, request, { [parameter]: name }),
    ...{ operation: 'DescribeCoverage', dataset: name },
  }));
}
