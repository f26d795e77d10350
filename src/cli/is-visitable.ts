// Whether a crawl could visit an address, told by the address alone.
import { readUrl } from '../base/url/url.ts';
import { isPublicAddress, readAddressLiteral } from '../fetch/address-guard.ts';

/** Names that are only known inside a house (RFC 6762, RFC 8375, RFC 6761, and what administrators use). */
const insideName = /\.(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa)\.?$/;

/** Absolute, and by its host neither this machine nor a private network. Names are not looked up. */
export function isVisitable(url: string): boolean {
  const hostname = readUrl(url)?.hostname;
  if (hostname === undefined) return false;
  if (readAddressLiteral(hostname) !== null) return isPublicAddress(hostname);
  return hostname.includes('.') && !insideName.test(hostname);
}
