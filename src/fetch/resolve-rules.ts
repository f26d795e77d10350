// `--resolve HOST=ADDRESS[:PORT]`: names resolved by the user's rules before DNS.
import { isIP, isIPv6 } from 'node:net';
import { GeotrawlError } from '../model/errors.ts';

export interface ResolveRule {
  /** Lower case without trailing dot; `*` matches any characters. */
  readonly host: string;
  readonly address: string;
  /** Port to connect to instead of the URL's, or null. */
  readonly port: number | null;
}

/** Parses one rule. IPv6 addresses need brackets: `maps.example.org=[2001:db8::1]:8080`. */
export function parseResolveRule(text: string): ResolveRule {
  const equals = text.indexOf('=');
  const host = text.slice(0, Math.max(equals, 0)).trim().toLowerCase().replace(/\.$/, '');
  if (host === '' || !isHostPattern(host)) throw badRule(text, 'the part before = is not a host name');
  const { address, port } = splitPort(text, text.slice(equals + 1).trim());
  if (isIP(address) === 0) throw badRule(text, `${address === '' ? 'nothing' : address} is not an IP address`);
  return { host, address, port };
}

/** The first rule for this host, or null. */
export function findResolveRule(rules: readonly ResolveRule[], hostname: string): ResolveRule | null {
  if (rules.length === 0) return null;
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return rules.find((rule) => matchesHost(rule.host, host)) ?? null;
}

function splitPort(text: string, value: string): { address: string; port: number | null } {
  const bracket = value.startsWith('[') ? value.indexOf(']') : -1;
  if (bracket < 0) {
    if (isIPv6(value)) throw badRule(text, 'an IPv6 address needs brackets');
    const colon = value.indexOf(':');
    if (colon < 0) return { address: value, port: null };
    return { address: value.slice(0, colon), port: readPort(text, value.slice(colon + 1)) };
  }
  const suffix = value.slice(bracket + 1);
  if (suffix !== '' && !suffix.startsWith(':')) throw badRule(text, `unexpected ${suffix} after the address`);
  return { address: value.slice(1, bracket), port: suffix === '' ? null : readPort(text, suffix.slice(1)) };
}

function readPort(text: string, digits: string): number {
  const port = Number(digits);
  if (!/^[0-9]{1,5}$/.test(digits) || port < 1 || port > 65_535) throw badRule(text, `${digits} is not a port`);
  return port;
}

function isHostPattern(host: string): boolean {
  return /^[a-z0-9*._-]+$|^\[[0-9a-f:.]+\]$/.test(host);
}

/** `*` anywhere; linear: each literal piece is searched once, left to right. */
function matchesHost(pattern: string, host: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  if (pieces.length === 1) return host === pattern;
  const last = pieces[pieces.length - 1] ?? '';
  if (!host.startsWith(first) || !host.endsWith(last) || host.length < first.length + last.length) return false;
  let at = first.length;
  const end = host.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = host.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

function badRule(text: string, why: string): GeotrawlError {
  return new GeotrawlError(
    'usage.bad-argument',
    `Cannot use the resolve rule "${text}": ${why}. Write HOST=ADDRESS or HOST=ADDRESS:PORT, for example ` +
      '*.example.org=127.0.0.1:8080 or maps.example.org=[::1]:8080.',
    { facts: { argument: text } },
  );
}
