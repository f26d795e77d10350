// Where a service has moved, according to its redirects.
import { endpointKey } from '../../base/url/endpoint.ts';
import { owsUrl, readOwsQuery, withoutQuery } from '../../base/url/ows-url.ts';
import { maskSecrets } from '../../base/url/url.ts';
import type { Document } from '../../model/document.ts';

/** The new URL, or null if it responds at its known one. Redirects to the same service over TLS count. */
export function movedFrom(endpoint: string, document: Document | null): string | null {
  if (document === null || document.redirects.length === 0) return null;
  if (document.status >= 400) return null;
  const target = baseOf(document.finalUrl);
  const isSame = endpointKey(target) === endpointKey(endpoint) && schemeOf(target) === schemeOf(endpoint);
  return isSame ? null : maskSecrets(target);
}

/** The URL without request parameters; vendor parameters are kept. */
function baseOf(url: string): string {
  if (readOwsQuery(url) === null) return url;
  const [address = url, query = ''] = owsUrl(url, { service: '', request: '' }).split('?', 2);
  const kept = query.replace(/&?SERVICE=&REQUEST=$/, '');
  return kept === '' ? withoutQuery(address) : `${address}?${kept}`;
}

function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(':')).toLowerCase();
}
