// From settings to how the fetch stage behaves.
import type { Config } from './config.ts';
import { parseAddressRange } from './fetch/address-guard.ts';
import { defaultFetchPolicy, type FetchPolicy, makeUserAgent } from './fetch/policy.ts';
import { parseResolveRule } from './fetch/resolve-rules.ts';

export function networkPolicy(config: Config): FetchPolicy {
  return {
    ...defaultFetchPolicy,
    userAgent: makeUserAgent(config['politeness.contact']),
    allowPrivate: config['network.allowPrivate'],
    allowRanges: config['network.allowRanges'].map(parseAddressRange),
    resolve: config['network.resolve'].map(parseResolveRule),
    proxy: config['network.proxy'],
    insecureHosts: config['network.insecureHosts'],
    maxBytes: config['network.maxBodyBytes'],
    timeoutMs: config['network.timeoutMs'],
  };
}
