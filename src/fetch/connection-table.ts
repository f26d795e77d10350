// The open connections, limited to what a system allows one process.
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Facts about an open connection. */
export interface Connection {
  /** Null behind a proxy, which resolves the name itself. */
  readonly address: string | null;
  /** Why TLS would have refused the certificate, or null. */
  readonly unverified: string | null;
  hasServed: boolean;
  isInUse: boolean;
}

export interface ConnectionTable {
  get(origin: string): Connection | undefined;
  add(origin: string, socket: Socket | TLSSocket, address: string | null): void;
}

/** Common systems allow 1,024 open files. In a crawl of many hosts most of these would be idle. */
const maxOpen = 500;

/** Keeps an entry while its socket is open; above the limit, closes the oldest idle connections. */
export function createConnectionTable(): ConnectionTable {
  const open = new Map<string, Connection & { readonly socket: Socket }>();
  const closeIdle = () => {
    let surplus = open.size - maxOpen;
    for (const { isInUse, hasServed, socket } of open.values()) {
      if (surplus <= 0) return;
      if (isInUse || !hasServed) continue;
      socket.destroy();
      surplus--;
    }
  };
  return {
    get: (origin) => open.get(origin),
    add: (origin, socket, address) => {
      const unverified = readUnverified(socket);
      const connection = { address, unverified, hasServed: false, isInUse: false, socket };
      open.set(origin, connection);
      socket.once('close', () => {
        if (open.get(origin) === connection) open.delete(origin);
      });
      closeIdle();
    },
  };
}

function readUnverified(socket: Socket | TLSSocket): string | null {
  if (!('authorized' in socket) || socket.authorized) return null;
  return String(socket.authorizationError ?? 'not verified');
}
