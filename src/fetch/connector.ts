// Opens connections for undici: only to addresses the guard has checked, with TLS verified as the policy says.
import { constants } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import type { AddressGuard, Endpoint } from './address-guard.ts';
import type { ConnectionTable } from './connection-table.ts';
import type { FetchPolicy } from './policy.ts';
import type { Tunnel } from './proxy.ts';

export interface ConnectorOptions {
  readonly guard: AddressGuard;
  readonly policy: Pick<FetchPolicy, 'tlsVerify' | 'insecureHosts'>;
  /** Opens a tunnel to an https target through a proxy; null without a proxy. */
  readonly tunnel: Tunnel | null;
  /** Records every connection. */
  readonly connections: ConnectionTable;
  /** Further certificates to trust, PEM. */
  readonly ca?: string;
}

/** One attempt; several addresses may be tried within the request's time budget. */
const connectTimeoutMs = 10_000;

/** Without verification, servers with outdated TLS are reachable too. */
const lenientTls = {
  rejectUnauthorized: false,
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT@SECLEVEL=0',
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
} as const;

export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const ca = options.ca === undefined ? {} : { ca: options.ca };
  const strict = buildConnector({ timeout: connectTimeoutMs, ...ca });
  const lenient = buildConnector({ timeout: connectTimeoutMs, ...lenientTls });
  const openSocket = async (target: buildConnector.Options): Promise<Socket | TLSSocket> => {
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
    const endpoints = await options.guard.resolve(target.hostname, port);
    const connect = isVerified(options.policy, target.hostname) ? strict : lenient;
    if (options.tunnel !== null) {
      const httpSocket = await options.tunnel(target.hostname, port);
      return openOne(connect, { ...target, httpSocket });
    }
    return openFirst(connect, target, endpoints);
  };
  return (target, callback) => {
    openSocket(target).then(
      (socket) => {
        const address = options.tunnel === null ? (socket.remoteAddress ?? null) : null;
        options.connections.add(`${target.protocol}//${target.host}`, socket, address);
        callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
}

function isVerified(policy: Pick<FetchPolicy, 'tlsVerify' | 'insecureHosts'>, hostname: string): boolean {
  return policy.tlsVerify === 'strict' && !policy.insecureHosts.includes(hostname);
}

/** TLS settings for a connection made outside undici. */
export function tlsOptions(policy: Pick<FetchPolicy, 'tlsVerify' | 'insecureHosts'>, hostname: string, ca?: string) {
  if (!isVerified(policy, hostname)) return lenientTls;
  return ca === undefined ? {} : { ca };
}

/** Tries the checked addresses in turn; the last error counts. */
async function openFirst(
  connect: buildConnector.connector,
  target: buildConnector.Options,
  endpoints: readonly Endpoint[],
): Promise<Socket | TLSSocket> {
  let failure: unknown = null;
  for (const { address, port } of endpoints) {
    try {
      // The connector takes SNI and the name to verify from `servername`; the address is never looked up again.
      return await openOne(connect, { ...target, hostname: address, port: String(port) });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function openOne(connect: buildConnector.connector, target: buildConnector.Options): Promise<Socket | TLSSocket> {
  return new Promise((resolve, reject) => {
    connect(target, (error, socket) => {
      if (error) reject(error);
      else resolve(socket as Socket);
    });
  });
}
