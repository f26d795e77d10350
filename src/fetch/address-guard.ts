// Which addresses may be connected to: checks every name and literal and returns only checked addresses.

import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { GeotrawlError } from '../model/errors.ts';
import { readSystemError } from './failures.ts';
import { findResolveRule, type ResolveRule } from './resolve-rules.ts';

/** Addresses of a name, like `dns.lookup` with `all: true`. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

export interface AddressGuard {
  /** Where to connect for this host, in the order to try. Throws `policy.private-address`, `policy.port` or `fetch.dns`. */
  resolve(hostname: string, port: number): Promise<readonly Endpoint[]>;
}

export interface GuardOptions {
  readonly allowPrivate: boolean;
  readonly allowRanges?: readonly AddressRange[];
  /** Ports allowed at public addresses; all if empty. */
  readonly ports?: readonly number[];
  readonly refuses?: (hostname: string) => boolean;
  readonly resolve: readonly ResolveRule[];
  readonly lookup?: Lookup;
  readonly isPublic?: (address: string) => boolean;
  readonly now?: () => number;
}

/** 10.20.0.0/16 as an address and its prefix length. */
export type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Throws `usage.bad-argument`. */
export function parseAddressRange(text: string): AddressRange {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  throw new GeotrawlError('usage.bad-argument', `"${text}" isn't an address range. Write it like 10.20.0.0/16.`, {
    facts: { argument: text },
  });
}

/** Short, so that a moved server is found again; long enough for one visit's robots.txt, page and redirects. */
const dnsTtlMs = 60_000;
const dnsCacheSize = 10_000;
const maxAddresses = 4;

export function createAddressGuard(options: GuardOptions): AddressGuard {
  const isPublic = options.isPublic ?? isPublicAddress;
  const lookup = cacheLookups(options.lookup ?? lookUp, options.now ?? Date.now);
  const ports = options.ports ?? [];
  const check = (host: string, address: string, port: number) => {
    const isListed = isWithin(address, options.allowRanges ?? []);
    if (!options.allowPrivate && !isPublic(address) && !isListed) throw privateAddress(host, address);
    if (ports.length > 0 && !ports.includes(port) && !isListed) throw closedPort(host, port);
  };
  return {
    async resolve(hostname, port) {
      const host = unbracket(hostname);
      if (options.refuses?.(host)) throw optedOut(host);
      const rule = findResolveRule(options.resolve, hostname);
      const literal = rule === null ? readAddressLiteral(host) : rule.address;
      const addresses = literal === null ? await lookUpName(lookup, host) : [literal];
      // One non-public address among public ones is how rebinding starts: none of them is used.
      for (const address of addresses) check(host, address, port);
      return addresses.slice(0, maxAddresses).map((address) => ({ address, port: rule?.port ?? port }));
    },
  };
}

/**
 * Only global unicast is public. What embeds an IPv4 address in IPv6 (mapped, compatible, NAT64, 6to4, Teredo, ISATAP)
 * is always refused: a public server has a native address.
 */
export function isPublicAddress(address: string): boolean {
  const literal = readAddressLiteral(address);
  if (literal === null) return false;
  const parsed = ipaddr.parse(literal);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return true;
  const parts = (parsed as ipaddr.IPv6).parts;
  const isAllocated = ((parts[0] ?? 0) & 0xe000) === 0x2000; // 2000::/3 is all of IPv6 that is global unicast (RFC 4291, 2.4)
  const isIsatap = parts[5] === 0x5efe && ((parts[4] ?? 0) & 0xfdff) === 0; // RFC 5214, 6.1
  return isAllocated && !isIsatap;
}

/** An IPv4 address embedded in an IPv6 one doesn't match an IPv4 range. */
export function isWithin(address: string, ranges: readonly AddressRange[]): boolean {
  const literal = readAddressLiteral(address);
  if (literal === null || ranges.length === 0) return false;
  const parsed = ipaddr.parse(literal);
  return ranges.some(([start, bits]) => start.kind() === parsed.kind() && parsed.match(start, bits));
}

/** The address written in a host string, in any form a resolver accepts (decimal, octal, hex, short), else null. */
export function readAddressLiteral(host: string): string | null {
  const bare = unbracket(host).replace(/\.$/, '');
  if (isIP(bare) === 6) return bare.includes('%') ? null : bare;
  // Leading zeros mean octal to some resolvers and decimal to others; ipaddr.js reads them as inet_aton does.
  return ipaddr.IPv4.isValid(bare) ? ipaddr.IPv4.parse(bare).toString() : null;
}

function unbracket(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

function cacheLookups(lookup: Lookup, now: () => number): Lookup {
  const cache = new LRUCache<string, { addresses: Promise<readonly string[]>; expiresMs: number }>({
    max: dnsCacheSize,
  });
  return (hostname) => {
    const known = cache.get(hostname);
    if (known !== undefined && known.expiresMs > now()) return known.addresses;
    const addresses = lookup(hostname);
    cache.set(hostname, { addresses, expiresMs: now() + dnsTtlMs });
    // Failures aren't cached; callers that await the promise handle the error.
    addresses.then(undefined, () => cache.delete(hostname));
    return addresses;
  };
}

/** The system's resolver, so that hosts files and search domains work as for every other program. */
async function lookUp(hostname: string): Promise<readonly string[]> {
  const found = await systemLookup(hostname, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
}

async function lookUpName(lookup: Lookup, host: string): Promise<readonly string[]> {
  try {
    const addresses = await lookup(host);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    throw dnsFailure(host, readSystemError(error), error);
  }
  throw dnsFailure(host, 'ENODATA', undefined);
}

function dnsFailure(hostname: string, code: string, cause: unknown): GeotrawlError {
  return new GeotrawlError('fetch.dns', `The name ${hostname} has no address (${code}).`, {
    retry: code === 'EAI_AGAIN',
    cause,
    facts: { host: hostname, dns: code },
  });
}

function optedOut(host: string): GeotrawlError {
  return new GeotrawlError('policy.opt-out', `The publisher of ${host} has opted out of this catalog.`, {
    facts: { host },
  });
}

function closedPort(host: string, port: number): GeotrawlError {
  return new GeotrawlError(
    'policy.port',
    `Port ${port} of ${host} isn't allowed. Administrators can add ports (server.userPorts).`,
    { facts: { host, port } },
  );
}

function privateAddress(host: string, address: string): GeotrawlError {
  const where = host === address ? `${host} is not` : `${host} is at ${address}, which is not`;
  return new GeotrawlError(
    'policy.private-address',
    `${where} a public address. To reach private networks, pass --allow-private.`,
    { facts: { host, address } },
  );
}
