// What is odd about a WMS as a whole; what is odd about one extent or time is found while reading.

import { hostOf, isWebUrl } from '../base/url/web-url.ts';
import { attribute, type XmlRoot } from '../base/xml/xml.ts';
import type { ProblemTally } from '../describe/problem-tally.ts';
import type { WmsCapabilities } from './ogc/wms/wms-capabilities.ts';
import { maxLayers } from './ogc/wms/wms-layers.ts';

const versions = new Set(['1.0.0', '1.0.7', '1.1.0', '1.1.1', '1.3.0']);

export function findWmsProblems(root: XmlRoot | null, capabilities: WmsCapabilities, problems: ProblemTally): void {
  if (root !== null) findRootProblems(root, problems);
  findLayerProblems(capabilities, problems);
  if (!capabilities.service.has('Title')) problems.add('wms.title-missing', 'The service has no title.');
  if (capabilities.formats.length === 0) problems.add('wms.no-map-format', 'No image format is offered for maps.');
  const claimed = capabilities.getMapUrl ?? capabilities.serviceUrl;
  if (claimed === null) problems.add('wms.online-resource-odd', 'The service names no address for itself.');
  else if (/^[a-z]+:/i.test(claimed) && !isWebUrl(claimed)) {
    problems.add('wms.online-resource-odd', 'The service names an address that is no web address.', claimed);
  } else if (isInternal(claimed)) {
    problems.add(
      'wms.online-resource-odd',
      'The service names an address that works only inside its network.',
      claimed,
    );
  }
}

function findRootProblems(root: XmlRoot, problems: ProblemTally): void {
  const version = attribute(root, 'version')?.trim() ?? '';
  if (version === '') problems.add('wms.version-missing', 'The document does not say which version of WMS it is.');
  else if (!versions.has(version)) problems.add('wms.version-odd', 'There is no such version of WMS.', version);
  // Only 1.3.0 has a namespace (WMS 1.3.0, annex E).
  const expected = root.name === 'WMS_Capabilities' ? 'http://www.opengis.net/wms' : null;
  if (root.namespace !== expected) {
    problems.add(
      'wms.namespace-odd',
      `<${root.name}> is in another namespace than its version has.`,
      root.namespace ?? 'none',
    );
  }
}

function findLayerProblems({ layers, layerCount }: WmsCapabilities, problems: ProblemTally): void {
  if (layerCount === 0) problems.add('wms.no-layers', 'The service lists no layers.');
  if (layerCount > maxLayers) {
    problems.add('wms.too-many-layers', `Of ${layerCount} layers only the first ${maxLayers} were kept.`);
  }
  const hasChildren = new Set(layers.map(({ parent }) => parent));
  const names = new Set<string>();
  for (const [index, { name, title, extent }] of layers.entries()) {
    if (name === null) {
      if (!hasChildren.has(index)) problems.add('wms.layer-unnamed', 'A layer without sublayers has no name.', title);
      continue;
    }
    if (names.has(name)) problems.add('wms.layer-name-repeated', 'A layer name is used more than once.', name);
    names.add(name);
    if (title === '') problems.add('wms.title-missing', 'A layer has no title.', name);
    if (extent === null) problems.add('extent.missing', 'A layer has no usable extent.', name);
  }
}

function isInternal(url: string): boolean {
  const host = hostOf(url);
  if (host === null) return false;
  return host === 'localhost' || !host.includes('.') || /^(?:127|10|192\.168|169\.254)\./.test(host);
}
