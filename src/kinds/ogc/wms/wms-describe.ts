// From a parsed WMS capabilities document to the description of a resource.
import { isWebUrl, webUrl } from '../../../base/url/web-url.ts';
import { attribute, type XmlRoot } from '../../../base/xml/xml.ts';
import { emptyDescription } from '../../../describe/empty-description.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Extent } from '../../../model/extent.ts';
import type { Link } from '../../../model/link.ts';
import type { Description, Layer, Provider } from '../../../model/resource.ts';
import { uniqueLinks } from '../../address/resource-links.ts';
import { extentOfLayers } from '../../geometry/bounds.ts';
import { isInternal } from '../ows/ows-address.ts';
import { readSoftware } from '../ows/ows-software.ts';
import type { WmsCapabilities } from './wms-capabilities.ts';
import { maxLayers } from './wms-layers.ts';

export function describeWms(document: Document, root: XmlRoot | null, capabilities: WmsCapabilities): Description {
  const { service, layers } = capabilities;
  const claimed = capabilities.getMapUrl ?? capabilities.serviceUrl;
  const problems = new ProblemTally();
  findWmsProblems(root, capabilities, problems);
  return {
    ...emptyDescription,
    title: service.get('Title') ?? layers[0]?.title ?? '',
    abstract: service.get('Abstract') ?? '',
    keywords: capabilities.keywords,
    provider: readProvider(capabilities),
    fees: service.get('Fees') ?? null,
    accessConstraints: service.get('AccessConstraints') ?? null,
    operations: capabilities.operations,
    extent: readServiceExtent(layers),
    layers,
    layerCount: capabilities.layerCount,
    formats: capabilities.formats,
    software: readSoftware(document, softwareHints(document, capabilities)),
    // Relative references are resolved against the final URL (edge case 27).
    claimedUrl: claimed === null || isWebUrl(claimed) ? claimed : webUrl(claimed, document.finalUrl),
    links: readLinks(document, capabilities),
    problems: [...document.problems, ...capabilities.problems, ...problems.list()],
  };
}

function readProvider({ service, serviceUrl }: WmsCapabilities): Provider | null {
  const organization = service.get('ContactOrganization') ?? null;
  const person = service.get('ContactPerson') ?? null;
  const email = service.get('ContactElectronicMailAddress') ?? null;
  if (organization === null && person === null && email === null) return null;
  return { organization, person, email, url: serviceUrl !== null && isWebUrl(serviceUrl) ? serviceUrl : null };
}

/** The union of requestable layers: groups often have the whole world or a placeholder as extent. */
function readServiceExtent(layers: readonly Layer[]): Extent | null {
  const named = layers.filter(({ name, extent }) => name !== null && extent !== null);
  return extentOfLayers(named.length > 0 ? named : layers);
}

/** Signature first, then URLs, then text: a title may name a product that isn't the server. */
function softwareHints(
  document: Document,
  { signature, getMapUrl, serviceUrl, keywords, service }: WmsCapabilities,
): readonly string[] {
  const words = [service.get('Title') ?? '', service.get('Abstract') ?? '', ...keywords.slice(0, 20)];
  return [signature, getMapUrl ?? '', document.finalUrl, serviceUrl ?? '', words.join('\n')];
}

/** Metadata, data and attribution pages, and the service's declared URL. */
function readLinks(document: Document, { urls, getMapUrl, serviceUrl }: WmsCapabilities): readonly Link[] {
  const own = [getMapUrl, serviceUrl].filter((url) => url !== null).map((url) => ({ url, label: '' }));
  return uniqueLinks([...own, ...urls], 'description', document.finalUrl);
}

const versions = new Set(['1.0.0', '1.0.7', '1.1.0', '1.1.1', '1.3.0']);

function findWmsProblems(root: XmlRoot | null, capabilities: WmsCapabilities, problems: ProblemTally): void {
  if (root !== null) findRootProblems(root, problems);
  findLayerProblems(capabilities, problems);
  if (!capabilities.service.has('Title')) problems.add('wms.title-missing', 'The service has no title.');
  if (capabilities.formats.length === 0) problems.add('wms.no-map-format', 'No image format is declared for maps.');
  const claimed = capabilities.getMapUrl ?? capabilities.serviceUrl;
  if (claimed === null) problems.add('wms.online-resource-odd', 'The service declares no URL for itself.');
  else if (/^[a-z]+:/i.test(claimed) && !isWebUrl(claimed)) {
    problems.add('wms.online-resource-odd', "The service declares a URL that isn't a web URL.", claimed);
  } else if (isInternal(claimed)) {
    problems.add('wms.online-resource-odd', 'The service declares a URL that only works inside its network.', claimed);
  }
}

function findRootProblems(root: XmlRoot, problems: ProblemTally): void {
  const version = attribute(root, 'version')?.trim() ?? '';
  if (version === '') problems.add('wms.version-missing', 'The document has no WMS version.');
  else if (!versions.has(version)) problems.add('wms.version-odd', 'The declared WMS version does not exist.', version);
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
    problems.add('wms.too-many-layers', `Only the first ${maxLayers} of ${layerCount} layers were stored.`);
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
