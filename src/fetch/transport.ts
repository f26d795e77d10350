// The connections of one policy: where a request goes, through which pool, and who may be connected to.
import { Agent } from 'undici';
import { readUrl } from '../base/url/url.ts';
import { GeotrawlError } from '../model/errors.ts';
import { type AddressGuard, createAddressGuard, type Endpoint, type Lookup } from './address-guard.ts';
import { createConnectionTable } from './connection-table.ts';
import { createConnector } from './connector.ts';
import type { Route } from './exchange.ts';
import type { FetchPolicy } from './policy.ts';
import { createProxy, type HttpProxy } from './proxy.ts';

/** What tests replace. */
export interface FetchSeams {
  readonly lookup?: Lookup;
  /** Which addresses count as public: lets a loopback server act as the public web. */
  readonly isPublic?: (address: string) => boolean;
  readonly now?: () => number;
  /** Further certificates to trust, PEM. */
  readonly ca?: string;
}

export interface Transport {
  readonly policy: FetchPolicy;
  readonly seams: FetchSeams;
  readonly proxy: HttpProxy | null;
  route(url: URL): Route;
  /** Checked addresses of the URL's host, in the order to try. */
  resolve(url: URL): Promise<readonly Endpoint[]>;
  close(): Promise<void>;
}

/** Enough for odd servers with many cookies; a header bomb stops here. */
export const maxHeaderBytes = 64 * 1024;

export function createTransport(policy: FetchPolicy, seams: FetchSeams): Transport {
  const guard = createAddressGuard({ ...policy, ...seams });
  const proxy = policy.proxy === null ? null : createProxy(policy.proxy);
  const connections = createConnectionTable();
  const connect = createConnector({
    guard: proxy !== null && policy.allowPrivate ? unguarded : guard,
    policy,
    connections,
    tunnel: proxy?.tunnel ?? null,
    ...(seams.ca === undefined ? {} : { ca: seams.ca }),
  });
  // Our timers limit every request. One connection per host is politeness; idle ones close within 10 s, and undici then
  // forgets the origin, so memory grows with the connections in use, not with all hosts visited.
  const shared = {
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 10_000,
  };
  const direct = new Agent({ ...shared, connections: 1, connect });
  const viaProxy = proxy === null ? null : new Agent({ ...shared, connect: proxy.connect });
  return {
    policy,
    seams,
    proxy,
    route: (url) => {
      if (viaProxy !== null && proxy !== null && url.protocol === 'http:') {
        return { dispatcher: viaProxy, origin: proxy.origin, path: url.href, connections: noConnections };
      }
      return { dispatcher: direct, origin: url.origin, path: url.pathname + url.search, connections };
    },
    resolve: (url) => guard.resolve(url.hostname, Number(url.port) || (url.protocol === 'https:' ? 443 : 80)),
    close: async () => {
      await Promise.all([direct.destroy(), viaProxy?.destroy()]);
    },
  };
}

/** Parses a URL to fetch, without its fragment. */
export function parseTarget(text: string, base?: string): URL {
  const url = readUrl(text, base);
  if (url === null) {
    throw new GeotrawlError('usage.bad-url', `"${text}" is not a URL. Write it with http:// or https:// in front.`, {
      facts: { url: text },
    });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new GeotrawlError('policy.scheme', `Only http and https are fetched, not ${url.protocol}//.`, {
      facts: { url: text, scheme: url.protocol.slice(0, -1) },
    });
  }
  url.hash = '';
  return url;
}

const noConnections: Route['connections'] = { get: () => undefined };

/** The proxy resolves names itself, and with private addresses allowed there is nothing to check. */
const unguarded: AddressGuard = { resolve: async (hostname, port) => [{ address: hostname, port }] };
