// From settings to how the fetch stage behaves.
import type { Config } from '../config.ts';
import { GeotrawlError } from '../model/errors.ts';
import { parseAddressRange } from './address-guard.ts';
import { defaultFetchPolicy, type FetchPolicy, makeUserAgent } from './policy.ts';
import { parseResolveRule } from './resolve-rules.ts';

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

/** Throws `usage.bad-argument`. */
function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port > 0 && port < 65_536) return port;
  throw new GeotrawlError('usage.bad-argument', `"${text}" is no port. Write numbers such as 8080.`, {
    facts: { argument: text },
  });
}
