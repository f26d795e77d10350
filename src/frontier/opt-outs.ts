// Hosts whose publishers have opted out of the catalog; checked before every connection.
import { readUrl } from '../base/url/url.ts';
import { GeotrawlError } from '../model/errors.ts';
import { type SqlStore, statement, type Work } from '../store/sql/sql.ts';

export interface OptOut {
  /** A host name, or `*.example.org` for everything below one. */
  readonly host: string;
  readonly reason: string;
  readonly createdMs: number;
}

export interface OptOutCheck {
  /** Whether a host has opted out, by its name or that of a parent domain. */
  isOut(hostname: string): boolean;
  /** Refreshes the cached list, where each lookup would be a network round trip. */
  refresh(): Promise<void>;
}

const isListed = statement('SELECT 1 FROM opt_out WHERE host = ?');
const allHosts = statement<{ host: string }>('SELECT host FROM opt_out');

export async function openOptOutCheck(store: SqlStore): Promise<OptOutCheck> {
  const { readNow } = store;
  if (readNow !== null) {
    const isIn = (name: string) => readNow(() => isListed.get(name)) !== undefined;
    return { isOut: (hostname) => namesFor(hostname.toLowerCase()).some(isIn), refresh: async () => undefined };
  }
  let hosts = new Set<string>();
  const refresh = async () => {
    hosts = new Set((await store.read(() => allHosts.all())).map(({ host }) => host));
  };
  await refresh();
  return { isOut: (hostname) => namesFor(hostname.toLowerCase()).some((name) => hosts.has(name)), refresh };
}

const all = statement<OptOut>('SELECT host, reason, created_ms AS "createdMs" FROM opt_out ORDER BY host');
const insert = statement(
  'INSERT INTO opt_out VALUES(?, ?, ?) ON CONFLICT(host) DO UPDATE SET reason = excluded.reason',
);
const deletion = statement('DELETE FROM opt_out WHERE host = ?');

export function listOptOuts(): Work<readonly OptOut[]> {
  return all.all();
}

export function* insertOptOut({ host, reason, createdMs }: OptOut): Work<void> {
  yield* insert.run(host, reason, createdMs);
}

export function* deleteOptOut(host: string): Work<void> {
  yield* deletion.run(host);
}

/** 'Maps.Example.org.' → 'maps.example.org', as in URLs. Throws `usage.bad-argument`. */
export function parseOptOutHost(text: string): string {
  const [, below = '', name = ''] = /^(\*\.)?(.*?)\.?$/.exec(text.trim().toLowerCase()) ?? [];
  const isName = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$|^\[[0-9a-f:.]+\]$/u.test(name);
  const hostname = isName ? readUrl(`http://${name}/`)?.hostname : undefined;
  if (hostname !== undefined) return below + hostname;
  throw new GeotrawlError(
    'usage.bad-argument',
    `"${text}" isn't a host name. Write maps.example.org or *.example.org.`,
    {
      facts: { parameter: 'host' },
    },
  );
}

/** a.b.c → a.b.c, *.b.c, *.c; a host counts as below itself. */
function namesFor(hostname: string): readonly string[] {
  const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname.replace(/\.$/, '');
  const parts = host.split('.');
  return [host, ...parts.map((_, index) => `*.${parts.slice(index).join('.')}`)];
}
