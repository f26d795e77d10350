// Whether a crawl could visit a URL, without resolving names.
import { readUrl } from '../../base/url/url.ts';
import { isPublicAddress, readAddressLiteral } from '../../fetch/address-guard.ts';

/** Local names (RFC 6762, RFC 8375, RFC 6761, and what administrators use). */
const localName = /\.(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa)\.?$/;

/** An absolute URL whose host is neither local nor private. Names aren't resolved. */
export function isVisitable(url: string): boolean {
  const hostname = readUrl(url)?.hostname;
  if (hostname === undefined) return false;
  if (readAddressLiteral(hostname) !== null) return isPublicAddress(hostname);
  return hostname.includes('.') && !localName.test(hostname);
}
