// From what a WMS capabilities document holds to the description of a resource.

import { unionExtents } from '../base/geo/extent.ts';
import { isWebUrl, webUrl } from '../base/url/web-url.ts';
import type { XmlRoot } from '../base/xml/xml.ts';
import { emptyDescription } from '../describe/empty-description.ts';
import { ProblemTally } from '../describe/problem-tally.ts';
import type { Document } from '../model/document.ts';
import type { Extent } from '../model/extent.ts';
import type { Link } from '../model/link.ts';
import type { Description, Layer, Provider } from '../model/resource.ts';
import { readSoftware } from './ogc/ows/ows-software.ts';
import type { WmsCapabilities } from './ogc/wms/wms-capabilities.ts';
import { findWmsProblems } from './wms-problems.ts';

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
    claimedUrl: claimed === null || isWebUrl(claimed) ? claimed : absolute(claimed, document),
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

/** The union of what can be requested: groups are often given the whole world, or a placeholder. */
function readServiceExtent(layers: readonly Layer[]): Extent | null {
  const named = layers.filter(({ name, extent }) => name !== null && extent !== null);
  const chosen = named.length > 0 ? named : layers;
  return unionExtents(chosen.map(({ extent }) => extent).filter((extent) => extent !== null));
}

/** Signature first, then addresses, then words: a title may name a product it is not served by. */
function softwareHints(
  document: Document,
  { signature, getMapUrl, serviceUrl, keywords, service }: WmsCapabilities,
): readonly string[] {
  const words = [service.get('Title') ?? '', service.get('Abstract') ?? '', ...keywords.slice(0, 20)];
  return [signature, getMapUrl ?? '', document.finalUrl, serviceUrl ?? '', words.join('\n')];
}

/** Metadata, data and attribution pages, and the service under the address it claims. */
function readLinks(document: Document, { urls, getMapUrl, serviceUrl }: WmsCapabilities): readonly Link[] {
  const links = new Map<string, Link>();
  const own = [getMapUrl, serviceUrl].filter((url) => url !== null).map((url) => ({ url, label: '' }));
  for (const { url, label } of [...own, ...urls]) {
    const target = absolute(url, document);
    if (target !== null && !links.has(target)) {
      links.set(target, { url: target, foundBy: 'description', anchor: label, window: '', nofollow: false });
    }
  }
  return [...links.values()];
}

/** Relative references stand against the address that answered (edge case 27); null for what is no web address. */
function absolute(url: string, document: Document): string | null {
  return webUrl(url, document.finalUrl);
}
