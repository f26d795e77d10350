// Correctness checks based on the description: version, extents and reference systems, certificate, advertised URL.
import { endpointKey } from '../../base/url/endpoint.ts';
import { readUrl } from '../../base/url/url.ts';
import type { Document } from '../../model/document.ts';
import type { Correctness } from '../../model/monitoring.ts';
import type { Discovery, Resource } from '../../model/resource.ts';

/** Kinds without a location: their resources have no extent to declare. */
const placeless = new Set(['catalog']);
const placelessKinds = new Set([
  'wps',
  'ogc-api-processes',
  'arcgis-gp-server',
  'wsdl',
  'wadl',
  'openapi',
  'ogc-api-styles',
]);

export function describedCorrectness(
  resource: Resource,
  discovery: Discovery | null,
  document: Document | null,
  hasBadTls: boolean,
): Pick<Correctness, 'version' | 'extentAndCrs' | 'tls' | 'address'> {
  const description = discovery?.description ?? resource;
  return {
    version: discovery === null || resource.version === null ? null : discovery.identity.version === resource.version,
    extentAndCrs: hasPlace(resource) ? isPlaced(description) : null,
    tls: tlsOf(resource.endpoint, document, hasBadTls),
    address: addressOf(resource.endpoint, description.claimedUrl),
  };
}

function hasPlace({ family, kind }: Resource): boolean {
  return !placeless.has(family) && !placelessKinds.has(kind);
}

function isPlaced({ extent, crs, problems }: Pick<Resource, 'extent' | 'crs' | 'problems'>): boolean {
  const isOdd = problems.some(({ code }) => code === 'extent.invalid' || code === 'extent.out-of-range');
  return extent !== null && crs.length > 0 && !isOdd;
}

function tlsOf(endpoint: string, document: Document | null, hasBadTls: boolean): boolean | null {
  if (readUrl(endpoint)?.protocol !== 'https:') return null;
  if (hasBadTls) return false;
  return document === null ? null : !document.problems.some(({ code }) => code === 'tls.unverified');
}

/** Whether it advertises the URL it is reached at; one that is internal or without TLS is wrong. */
function addressOf(endpoint: string, claimedUrl: string | null): boolean | null {
  if (claimedUrl === null) return null;
  const [own, claimed] = [readUrl(endpoint), readUrl(claimedUrl, endpoint)];
  if (own === null || claimed === null) return false;
  if (own.protocol === 'https:' && claimed.protocol === 'http:') return false;
  return endpointKey(claimed.href) === endpointKey(own.href);
}
