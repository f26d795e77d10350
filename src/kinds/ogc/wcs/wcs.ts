// OGC Web Coverage Service, versions 1.0.0 to 2.1, and its WCPS, if any.
import type { Document } from '../../../model/document.ts';
import type { CheckRequest, ProbeRequest, ResourceKind } from '../../../model/kind.ts';
import type { Description, Identity, Resource } from '../../../model/resource.ts';
import { datasetsForRound } from '../../health/operation-rotation.ts';
import { operationRequest } from '../ows/ows-address.ts';
import { describeOws, operationFormats } from '../ows/ows-describe.ts';
import { owsKind } from '../ows/ows-kind.ts';
import { processingOperations, readProcessing } from './wcps.ts';
import { describeCoverages, readCoverages } from './wcs-coverages.ts';

const operations = ['GetCoverage', 'GetCapabilities', 'DescribeCoverage'];

const service = owsKind({
  id: 'wcs',
  title: 'Web Coverage Service',
  specification: 'OGC 17-089r1 (WCS 2.1), 09-110r4 (2.0), 07-067r5 (1.1), 03-065r6 (1.0)',
  dataset: 'coverage',
  traits: {
    service: 'WCS',
    requests: new Set(['GetCoverage', 'DescribeCoverage', 'DescribeEOCoverageSet']),
    words: /web coverage service/i,
    paths: [
      [/\/(?:thredds|erddap)\/(?:.{1,80}\/)?wcs\//i, 0.9],
      [/\/rasdaman\/ows\/?$/i, 0.9],
      [/\/ows\/?$/i, 0.3],
      [/\/mapserv\d{0,3}(?:\.exe|\.cgi|\.fcgi)?$/i, 0.3],
    ],
  },
  // Some support 1.0.0 only, and only if the request names it (edge case 37).
  variants: [{}, { accept: '2.0.1,1.1.1' }, { version: '1.0.0', isLower: true }],
  operations,
  read: readCoverages,
  check,
});

export const wcs: ResourceKind = { ...service, identify, describe, more };

function identify(document: Document): readonly Identity[] {
  return service.identify(document).flatMap((identity) => {
    const processing = readProcessing(document);
    return processing === null ? [identity] : [identity, { ...identity, kind: 'wcps', version: processing.version }];
  });
}

function describe(document: Document, identity: Identity): Description {
  const contents = readCoverages(document);
  const formats = [...contents.datasets.formats, ...operationFormats(contents.common, ['GetCoverage'])];
  return describeOws(
    document,
    { ...contents, formats: [...new Set(formats)] },
    {
      dataset: service.dataset,
      operations: identity.kind === 'wcps' ? [...processingOperations, ...operations] : operations,
    },
  );
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
    operation: 'DescribeCoverage',
    dataset: name,
  }));
}
