// OGC Web Map Tile Service 1.0.0, by key-value pairs or RESTful only.
import { withoutQuery } from '../../../base/url/ows-url.ts';
import type { Document } from '../../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../../model/kind.ts';
import type { Description, Identity, Resource } from '../../../model/resource.ts';
import { capabilitiesProbes, capabilitiesUrl } from '../ows/ows-address.ts';
import { operationUrl } from '../ows/ows-common.ts';
import { describeOws } from '../ows/ows-describe.ts';
import { readEndpoint, readOwsRoot } from '../ows/ows-root.ts';
import { type ServiceTraits, suspectService } from '../ows/ows-suspect.ts';
import { readWmtsLayers } from './wmts-layers.ts';
import { tilesOf } from './wmts-tile.ts';

const operations = ['GetTile', 'GetCapabilities'];

/** The RESTful URL of the capabilities (07-057r7, 10.1). */
const restfulEnd = /\/1\.0\.0\/WMTSCapabilities\.xml$/i;

const traits: ServiceTraits = {
  service: 'WMTS',
  requests: new Set(['GetTile']),
  words: /web map tile service/i,
  paths: [
    [/\/wmtscapabilities\.xml$/i, 1],
    [/\/wmts\/1\.0\.0(?:\/|$)/i, 0.9],
    [/\/wmts\/rest(?:\/|$)/i, 0.8],
  ],
};

export const wmts: ResourceKind = {
  id: 'wmts',
  title: 'Web Map Tile Service',
  family: 'service',
  specification: 'OGC 07-057r7 (WMTS 1.0.0)',
  tier: 1,
  forms: ['xml'],
  dataset: 'layer',
  suspect: (link) => suspectService(link, traits),
  probe,
  identify,
  describe,
  check: ({ endpoint }: Resource, turn = 0) => [
    {
      ...{ url: isDocument(endpoint) ? endpoint : capabilitiesUrl(endpoint, 'WMTS'), operation: 'GetCapabilities' },
      next: (document) => tilesOf(document, turn),
    },
  ],
};

/** Key-value pairs first, the RESTful document last; reversed if the URL is the document. */
function probe(url: string): readonly ProbeRequest[] {
  const path = withoutQuery(url);
  if (restfulEnd.test(path)) return [{ url }, { url: capabilitiesUrl(path.replace(restfulEnd, ''), 'WMTS') }];
  if (isDocument(url)) return capabilitiesProbes(url, 'WMTS', [{}]);
  const restful = `${path.replace(/\/(?:1\.0\.0\/?)?$/i, '')}/1.0.0/WMTSCapabilities.xml`;
  return [
    { url: capabilitiesUrl(url, 'WMTS') },
    { url: capabilitiesUrl(url, 'WMTS', { version: '1.0.0' }) },
    { url: restful },
  ];
}

function isDocument(url: string): boolean {
  return /\.xml$/i.test(withoutQuery(url));
}

function identify(document: Document): readonly Identity[] {
  const found = readOwsRoot(document);
  if (found?.service !== 'WMTS') return [];
  const claimed = () => operationUrl(readWmtsLayers(document).common, operations);
  return [{ kind: 'wmts', version: found.version, endpoint: readEndpoint(document, claimed) }];
}

function describe(document: Document): Description {
  const reading = readWmtsLayers(document);
  const { common, datasets, metadataUrl } = reading;
  if (metadataUrl !== null) datasets.addUrl(metadataUrl, '');
  if (datasets.count > 0 && reading.tileMatrixSets === 0) {
    datasets.problems.add('wmts.no-matrix-set', 'The service defines no tile matrix set for its layers.');
  }
  const isSilent = operationUrl(common, operations) === null && reading.resourceUrls === 0;
  if (isSilent && datasets.count > 0) {
    datasets.problems.add(
      'wmts.no-tile-address',
      'The service declares no URL for tiles, neither as an operation nor as a template.',
    );
  }
  const own = {
    common: { ...common, serviceUrl: common.serviceUrl ?? metadataUrl },
    datasets,
    problems: reading.problems,
  };
  const root = readOwsRoot(document)?.root ?? null;
  return describeOws(document, { ...own, root }, { dataset: 'layer', operations, formats: reading.formats });
}
