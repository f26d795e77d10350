// OGC Web Processing Service, versions 1.0.0 and 2.0 (0.4.0 as far as it is compatible).
import { attribute, readXmlRoot, type XmlSource } from '../../../base/xml/xml.ts';
import { textAt, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { Document } from '../../../model/document.ts';
import type { CheckRequest, ResourceKind } from '../../../model/kind.ts';
import type { Description, Identity, Resource } from '../../../model/resource.ts';
import { datasetsForRound } from '../../health/operation-rotation.ts';
import { childReferences } from '../../records/xml-texts.ts';
import { capabilitiesUrl, operationRequest } from '../ows/ows-address.ts';
import { readKeywords } from '../ows/ows-common.ts';
import { Datasets } from '../ows/ows-datasets.ts';
import { describeOws, type OwsContents } from '../ows/ows-describe.ts';
import { owsKind, readOwsContents } from '../ows/ows-kind.ts';
import { readEndpoint, readOwsRoot } from '../ows/ows-root.ts';

const operations = ['Execute', 'DescribeProcess', 'GetCapabilities'];

const service = owsKind({
  id: 'wps',
  title: 'Web Processing Service',
  specification: 'OGC 14-065r2 (WPS 2.0), 05-007r7 (1.0.0)',
  dataset: 'process',
  traits: {
    service: 'WPS',
    requests: new Set(['DescribeProcess', 'Execute']),
    words: /web processing service/i,
    paths: [
      // WebSphere portals use /wps as well.
      [/\/wps\/(?:portal|myportal|wcm|contenthandler)(?:\/|$)/i, 0],
      [/\/(?:pywps|webprocessingservice|zoo_loader)(?:\.cgi|\.fcgi|\.py)?\/?$/i, 0.9],
      [/\/wpsserver\/?$/i, 0.95],
    ],
  },
  // 2.0 responds only if the request names it (real-servers.md, fact 2).
  variants: [{}, { accept: '2.0.0' }, { version: '1.0.0', isLower: true }],
  operations,
  read: readProcesses,
  check,
});

export const wps: ResourceKind = {
  ...service,
  identify: (document) => (isCapabilities(document) ? service.identify(document) : identifyDescriptions(document)),
  describe: (document, identity) =>
    isCapabilities(document) ? service.describe(document, identity) : describeDescriptions(document),
};

function isCapabilities(document: Document): boolean {
  return readOwsRoot(document) !== null;
}

/** DescribeProcess responses: proof of a WPS, but not a list of its processes. */
const processDescriptions = new Set(['ProcessOfferings', 'ProcessDescriptions']);

function identifyDescriptions(document: Document): readonly Identity[] {
  const root = readXmlRoot(document);
  if (root === null || !processDescriptions.has(root.name) || !isWpsNamespace(root.namespace)) return [];
  const version = attribute(root, 'version')?.trim() || null;
  return [{ kind: 'wps', version, endpoint: readEndpoint(document, () => null) }];
}

function isWpsNamespace(namespace: string | null): boolean {
  return /^https?:\/\/www\.(?:opengis|opengeospatial)\.net\/wps(?:\/|$)/.test(namespace ?? '');
}

/** The processes are listed in the capabilities; the one described here reveals nothing about the others. */
function describeDescriptions(document: Document): Description {
  const contents = readProcesses(document);
  contents.datasets.addUrl(capabilitiesUrl(document.finalUrl, 'WPS'), '');
  return describeOws(document, contents, { dataset: service.dataset, operations, mayBeEmpty: true });
}

function readProcesses(source: XmlSource): OwsContents {
  const datasets = new Datasets();
  const visit = (node: XmlNode) => addProcess(datasets, node);
  const rules = { 'Capabilities/ProcessOfferings/Process': visit, '*/Contents/ProcessSummary': visit };
  return { ...readOwsContents(source, datasets, rules), formats: [] };
}

function addProcess(datasets: Datasets, node: XmlNode): void {
  datasets.add({
    name: textAt(node, 'Identifier'),
    title: textAt(node, 'Title'),
    abstract: textAt(node, 'Abstract'),
    keywords: readKeywords(node),
    metadataUrls: childReferences(node, 'Metadata'),
  });
}

/** DescribeProcess for one process: `all` can be huge (edge case 62). */
function check(resource: Resource, turn = 0): readonly CheckRequest[] {
  const version = resource.version?.startsWith('2') === true ? '2.0.0' : '1.0.0';
  const request = { service: 'WPS', request: 'DescribeProcess', version };
  return datasetsForRound(resource.layers, turn).map(({ name }) => ({
    ...operationRequest(resource.endpoint, request, { IDENTIFIER: name }),
    operation: 'DescribeProcess',
    dataset: name,
  }));
}
