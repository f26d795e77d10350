// URLs of OGC services: requests to send, and what a URL's shape reveals.
import { owsUrl } from '../../../base/url/ows-url.ts';
import { hostOf } from '../../../base/url/web-url.ts';
import type { ProbeRequest } from '../../../model/kind.ts';

/** `version` and `accept` are the parameters VERSION and AcceptVersions; `isLower` spells names in lower case. */
export interface CapabilitiesVariant {
  readonly version?: string;
  readonly accept?: string;
  readonly isLower?: boolean;
}

/**
 * Up to three GetCapabilities requests: without a version first, since a server then responds with its highest. A saved
 * document is fetched as it is first.
 */
export function capabilitiesProbes(
  url: string,
  service: string,
  variants: readonly CapabilitiesVariant[],
): readonly ProbeRequest[] {
  const requests = variants.map((variant) => ({ url: capabilitiesUrl(url, service, variant) }));
  return isSavedCopy(url) ? [{ url }, ...requests.slice(0, 2)] : requests;
}

export function capabilitiesUrl(url: string, service: string, variant: CapabilitiesVariant = {}): string {
  const { accept, ...rest } = variant;
  const request = owsUrl(url, { service, request: 'GetCapabilities', ...rest });
  return accept === undefined ? request : `${request}&AcceptVersions=${accept}`;
}

/** An operation with its own parameters, encoded. */
export function operationRequest(
  endpoint: string,
  request: { readonly service: string; readonly request: string; readonly version: string },
  parameters: Readonly<Record<string, string>>,
): ProbeRequest {
  const query = Object.entries(parameters).map(([name, value]) => `&${name}=${encodeURIComponent(value)}`);
  return { url: owsUrl(endpoint, request) + query.join('') };
}

/** `…/capabilities.xml` without a query is a document, not a service that accepts parameters. */
function isSavedCopy(url: string): boolean {
  return /^[^?#]+\.xml$/i.test(url);
}

/** Only reachable from the same network. */
export function isInternal(url: string): boolean {
  const host = hostOf(url);
  if (host === null) return false;
  return host === 'localhost' || !host.includes('.') || /^(?:127|10|192\.168|169\.254)\./.test(host);
}
