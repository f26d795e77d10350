// OGC Web Feature Service, versions 1.0.0 to 2.0.
import type { Document } from '../model/document.ts';
import type { CheckRequest, ResourceKind } from '../model/kind.ts';
import type { Description, Identity, Resource } from '../model/resource.ts';
import { datasetsInTurn } from './health/operation-rotation.ts';
import { capabilitiesProbes, operationRequest } from './ogc/ows/ows-address.ts';
import { operationUrl } from './ogc/ows/ows-common.ts';
import { describeOws, operationFormats } from './ogc/ows/ows-describe.ts';
import { readEndpoint, readOwsRoot } from './ogc/ows/ows-root.ts';
import { type ServiceTraits, suspectService } from './ogc/ows/ows-suspect.ts';
import { readFeatureTypes } from './wfs-feature-types.ts';

const operations = ['GetFeature', 'GetCapabilities', 'DescribeFeatureType'];

const traits: ServiceTraits = {
  service: 'WFS',
  requests: new Set(
    'GetFeature DescribeFeatureType GetFeatureWithLock GetPropertyValue LockFeature ListStoredQueries DescribeStoredQueries'.split(
      ' ',
    ),
  ),
  words: /web feature service/i,
  paths: [
    [/\/(?:wfsserver|tinyows|com\.esri\.wfs\.esrimap)(?:\.cgi|\.fcgi)?\/?$/i, 0.95],
    [/\/ows\/?$/i, 0.4],
    [/\/mapserv\d{0,3}(?:\.exe|\.cgi|\.fcgi)?$/i, 0.4],
  ],
};

export const wfs: ResourceKind = {
  id: 'wfs',
  title: 'Web Feature Service',
  family: 'service',
  specification: 'OGC 09-025r2 (WFS 2.0), 04-094 (1.1.0), 02-058 (1.0.0)',
  tier: 1,
  forms: ['xml'],
  dataset: 'feature type',
  suspect: (link) => suspectService(link, traits),
  // 1.1.0 works where 1.0.0 and 2.0.0 are broken (edge case 37).
  probe: (url) => capabilitiesProbes(url, 'WFS', [{}, { accept: '2.0.0,1.1.0' }, { version: '1.1.0', isLower: true }]),
  identify,
  describe,
  check,
};

function identify(document: Document): readonly Identity[] {
  const found = readOwsRoot(document);
  if (found?.service !== 'WFS') return [];
  const claimed = () => operationUrl(readFeatureTypes(document).common, operations);
  return [{ kind: 'wfs', version: found.version, endpoint: readEndpoint(document, claimed) }];
}

function describe(document: Document): Description {
  const reading = readFeatureTypes(document);
  const formats = [...new Set([...operationFormats(reading.common, ['GetFeature']), ...reading.formats])];
  const root = readOwsRoot(document)?.root ?? null;
  return describeOws(document, { ...reading, root }, { dataset: 'feature type', operations, formats });
}

/** One feature of the type whose turn it is, then of the next. Edge case 102: never without a limit. */
function check(resource: Resource, turn = 0): readonly CheckRequest[] {
  const isSecond = resource.version?.startsWith('2') === true;
  const version = isSecond ? '2.0.0' : (resource.version ?? '1.1.0');
  const request = { service: 'WFS', request: 'GetFeature', version };
  return datasetsInTurn(resource.layers, turn).map(({ name }) => {
    const parameters: Record<string, string> = isSecond
      ? { TYPENAMES: name, COUNT: '1' }
      : { TYPENAME: name, MAXFEATURES: '1' };
    const asked = operationRequest(resource.endpoint, request, parameters);
    return { ...asked, operation: 'GetFeature', dataset: name, expects: 'features' };
  });
}
