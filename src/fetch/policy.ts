// The one object that defines network behavior.
import type { Config } from '../config.ts';
import type { CredentialOf } from '../model/credential.ts';
import { GeotrawlError } from '../model/errors.ts';
import { type AddressRange, parseAddressRange } from './address-guard.ts';
import { parseResolveRule, type ResolveRule } from './resolve-rules.ts';

/** The name site owners write in robots.txt (RFC 9309, 2.2.1). */
export const productToken = 'Geotrawl';

export interface FetchPolicy {
  readonly userAgent: string;
  /** Switches the address guard off: for intranets and tests. */
  readonly allowPrivate: boolean;
  /** Private addresses that are allowed nevertheless. */
  readonly allowRanges: readonly AddressRange[];
  /** Ports allowed at public addresses; all if empty. */
  readonly ports?: readonly number[];
  /** Hosts whose publishers opted out. */
  readonly refuses?: (hostname: string) => boolean;
  /** Credentials of hosts that require them. */
  readonly credentials?: CredentialOf;
  /** Applied before DNS; the first match wins. */
  readonly resolve: readonly ResolveRule[];
  /** `http://[user:password@]host:port` of an HTTP proxy for all requests, or null. */
  readonly proxy: string | null;
  readonly tlsVerify: 'strict' | 'off';
  /** Hosts whose certificate is not verified although `tlsVerify` is strict. */
  readonly insecureHosts: readonly string[];
  /** Cap on a body after decompression. */
  readonly maxBytes: number;
  /** From the request to the last byte, summed over redirect hops and retries; waits in `before` don't count. */
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

/** The fetch policy for the settings. Throws `usage.bad-argument`. */
export function networkPolicy(config: Config): FetchPolicy {
  return {
    ...defaultFetchPolicy,
    userAgent: makeUserAgent(config['politeness.contact']),
    allowPrivate: config['network.allowPrivate'],
    allowRanges: config['network.allowRanges'].map(parseAddressRange),
    ports: config['network.ports'].map(parsePort),
    resolve: config['network.resolve'].map(parseResolveRule),
    proxy: config['network.proxy'],
    insecureHosts: config['network.insecureHosts'],
    maxBytes: config['network.maxBodyBytes'],
    timeoutMs: config['network.timeoutMs'],
  };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port > 0 && port < 65_536) return port;
  throw new GeotrawlError('usage.bad-argument', `"${text}" isn't a port. Write a number such as 8080.`, {
    facts: { argument: text },
  });
}

/** Product token, version and a URL where a site owner can read about the crawler and reach its operator. */
export function makeUserAgent(contactUrl: string, version = '0.1'): string {
  return `${productToken}/${version} (+${contactUrl})`;
}

/** For servers that reject agents not starting like a browser; still contains our name and contact. */
export function likeBrowser(userAgent: string): string {
  const [product = userAgent, contact = ''] = userAgent.split(/ \(|\)$/);
  return `Mozilla/5.0 (compatible; ${product}${contact === '' ? '' : `; ${contact}`})`;
}
