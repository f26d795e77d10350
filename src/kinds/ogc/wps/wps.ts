// OGC Web Processing Service, versions 1.0.0 and 2.0 (0.4.0 as far as it is compatible).
import { attribute, readXmlRoot, type XmlSource } from '../../../base/xml/xml.ts';
import { attributeOf, childrenOf, textAt, walkXml, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { Document } from '../../../model/document.ts';
import type { CheckRequest, ResourceKind } from '../../../model/kind.ts';
import type { Description, Identity, Resource } from '../../../model/resource.ts';
import { datasetsForRound } from '../../health/operation-rotation.ts';
import { capabilitiesProbes, capabilitiesUrl, operationRequest } from '../ows/ows-address.ts';
import { collectOws, operationUrl, readKeywords } from '../ows/ows-common.ts';
import { Datasets } from '../ows/ows-datasets.ts';
import { describeOws, type OwsReading } from '../ows/ows-describe.ts';
import { readEndpoint, readOwsRoot } from '../ows/ows-root.ts';
import { type ServiceTraits, suspectService } from '../ows/ows-suspect.ts';

const operations = ['Execute', 'DescribeProcess', 'GetCapabilities'];

const traits: ServiceTraits = {
  service: 'WPS',
  requests: new Set(['DescribeProcess', 'Execute']),
  words: /web processing service/i,
  paths: [
    // WebSphere portals use /wps as well.
    [/\/wps\/(?:portal|myportal|wcm|contenthandler)(?:\/|$)/i, 0],
    [/\/(?:pywps|webprocessingservice|zoo_loader)(?:\.cgi|\.fcgi|\.py)?\/?$/i, 0.9],
    [/\/wpsserver\/?$/i, 0.95],
  ],
};

/** DescribeProcess responses: proof of a WPS, but not a list of its processes. */
const processDescriptions = new Set(['ProcessOfferings', 'ProcessDescriptions']);

export const wps: ResourceKind = {
  id: 'wps',
  title: 'Web Processing Service',
  family: 'service',
  specification: 'OGC 14-065r2 (WPS 2.0), 05-007r7 (1.0.0)',
  tier: 1,
  forms: ['xml'],
  dataset: 'process',
  suspect: (link) => suspectService(link, traits),
  // 2.0 responds only if the request names it (real-servers.md, fact 2).
  probe: (url) => capabilitiesProbes(url, 'WPS', [{}, { accept: '2.0.0' }, { version: '1.0.0', isLower: true }]),
  identify,
  describe,
  check,
};

function identify(document: Document): readonly Identity[] {
  const found = readOwsRoot(document);
  if (found === null) return identifyDescriptions(document);
  if (found.service !== 'WPS') return [];
  const claimed = () => operationUrl(readProcesses(document).common, operations);
  return [{ kind: 'wps', version: found.version, endpoint: readEndpoint(document, claimed) }];
}

function identifyDescriptions(document: Document): readonly Identity[] {
  const root = readXmlRoot(document);
  if (root === null || !processDescriptions.has(root.name) || !isWpsNamespace(root.namespace)) return [];
  const version = attribute(root, 'version')?.trim() || null;
  return [{ kind: 'wps', version, endpoint: readEndpoint(document, () => null) }];
}

function isWpsNamespace(namespace: string | null): boolean {
  return /^https?:\/\/www\.(?:opengis|opengeospatial)\.net\/wps(?:\/|$)/.test(namespace ?? '');
}

function readProcesses(source: XmlSource): OwsReading {
  const ows = collectOws();
  const datasets = new Datasets();
  const problems = walkXml(source, {
    ...ows.rules,
    'Capabilities/ProcessOfferings/Process': (node) => addProcess(datasets, node),
    '*/Contents/ProcessSummary': (node) => addProcess(datasets, node),
  });
  return { common: ows.finish(), datasets, problems, root: readOwsRoot(source)?.root ?? null };
}

function addProcess(datasets: Datasets, node: XmlNode): void {
  datasets.add({
    name: textAt(node, 'Identifier'),
    title: textAt(node, 'Title'),
    abstract: textAt(node, 'Abstract'),
    keywords: readKeywords(node),
    metadataUrls: childrenOf(node, 'Metadata')
      .map((link) => attributeOf(link, 'href')?.trim() ?? '')
      .filter((url) => url !== ''),
  });
}

function describe(document: Document): Description {
  const reading = readProcesses(document);
  const isDescription = readOwsRoot(document) === null;
  // The processes are listed in the capabilities; the one described here tells nothing about the others.
  if (isDescription) reading.datasets.addUrl(capabilitiesUrl(document.finalUrl, 'WPS'), '');
  return describeOws(document, reading, { dataset: 'process', operations, formats: [], mayBeEmpty: isDescription });
}

/** DescribeProcess for one process: `all` can be huge (edge case 62). */
function check(resource: Resource, turn = 0): readonly CheckRequest[] {
  const version = resource.version?.startsWith('2') === true ? '2.0.0' : '1.0.0';
  const request = { service: 'WPS', request: 'DescribeProcess', version };
  return datasetsForRound(resource.layers, turn).map(({ name }) => ({
    ...operationRequest(resource.endpoint, request, { IDENTIFIER: name }),
    ...{ operation: 'DescribeProcess', dataset: name },
  }));
}
