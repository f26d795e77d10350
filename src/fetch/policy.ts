// The one object that says how we behave on the network.
import type { CredentialOf } from '../model/credential.ts';
import type { AddressRange } from './address-guard.ts';
import type { ResolveRule } from './resolve-rules.ts';

/** The name site owners write in robots.txt (RFC 9309, 2.2.1). */
export const productToken = 'Geotrawl';

export interface FetchPolicy {
  readonly userAgent: string;
  /** Switches the address guard off: for intranets and tests. */
  readonly allowPrivate: boolean;
  /** Private addresses that are open all the same. */
  readonly allowRanges: readonly AddressRange[];
  /** Ports that may be connected to at public addresses; any where there are none. */
  readonly ports?: readonly number[];
  /** Hosts whose publishers do not want to be asked. */
  readonly refuses?: (hostname: string) => boolean;
  /** What hosts want to see before they answer. */
  readonly credentials?: CredentialOf;
  /** Asked before DNS, first match wins. */
  readonly resolve: readonly ResolveRule[];
  /** `http://[user:password@]host:port` of an HTTP proxy for all requests, or null. */
  readonly proxy: string | null;
  readonly tlsVerify: 'strict' | 'off';
  /** Hosts whose certificate is not verified although `tlsVerify` is strict. */
  readonly insecureHosts: readonly string[];
  /** Cap on a body after decompression. */
  readonly maxBytes: number;
  /** From asking to the last byte, summed over redirect hops and retries; waits in `before` do not count. */
  readonly timeoutMs: number;
  readonly maxRedirects: number;
}

export const defaultFetchPolicy: FetchPolicy = {
  userAgent: makeUserAgent('https://geotrawl.example/bot'),
  allowPrivate: false,
  allowRanges: [],
  resolve: [],
  proxy: null,
  tlsVerify: 'strict',
  insecureHosts: [],
  maxBytes: 20 * 1024 * 1024,
  timeoutMs: 60_000,
  maxRedirects: 5,
};

/** Product token, version and a URL where a site owner can read about the crawler and reach its operator. */
export function makeUserAgent(contactUrl: string, version = '0.1'): string {
  return `${productToken}/${version} (+${contactUrl})`;
}

/** The same for servers that turn away whoever does not begin like a browser: name and contact stay in it. */
export function likeBrowser(userAgent: string): string {
  const [product = userAgent, contact = ''] = userAgent.split(/ \(|\)$/);
  return `Mozilla/5.0 (compatible; ${product}${contact === '' ? '' : `; ${contact}`})`;
}
