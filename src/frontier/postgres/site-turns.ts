// Limits per site and address over all workers: the database decides which worker may send a request now.
import { LRUCache } from 'lru-cache';
import type { PostgresStore } from '../../store/postgres/postgres.ts';

export interface SiteLimits {
  readonly hostsPerSite: number;
  readonly requestsPerAddress: number;
  /** Minimum time between the starts of two requests to one address. */
  readonly addressSpacingMs: number;
  /** The turn of a worker that died counts this long at most. */
  readonly longestMs: number;
}

/** A full address frees up when one of its responses ends, which can't be predicted: retry after this long. */
const retryMs = 50;

/**
 * One row per address: when the next request may start, and the latest end of each request in progress, which also
 * identifies it. Losing the last few of these in a crash does no harm, so commits don't wait for the disk.
 */
const enter = `
  INSERT INTO turn AS t VALUES($1, $2::bigint + $3::bigint, ARRAY[$4::bigint])
  ON CONFLICT (name) DO UPDATE SET next_ms = excluded.next_ms,
    ends = array_append(ARRAY(SELECT one FROM unnest(t.ends) AS one WHERE one / 1000 > $2), $4::bigint)
  WHERE t.next_ms <= $2 AND cardinality(ARRAY(SELECT one FROM unnest(t.ends) AS one WHERE one / 1000 > $2)) < $5
  RETURNING next_ms`;
const leave = 'UPDATE turn SET ends = array_remove(ends, $2::bigint) WHERE name = $1';

export interface SiteTurns {
  enter(host: number, address: string, nowMs: number): Promise<boolean>;
  freeAtMs(address: string, nowMs: number): number;
  leave(host: number, address: string): Promise<void>;
}

export function createSiteTurns(
  store: PostgresStore,
  rules: SiteLimits,
  siteOf: (host: number) => number | null,
): SiteTurns {
  const inProgress = new Map<string, Turn[]>();
  /** As of the database's last refusal. */
  const freeAt = new LRUCache<string, number>({ max: 1000 });
  const take = async (name: string, { atMs, most, spacingMs }: TurnRequest): Promise<Turn | null> => {
    // Random microseconds distinguish two turns that end in the same millisecond.
    const end = Math.floor(atMs + rules.longestMs) * 1000 + Math.floor(Math.random() * 1000);
    const rows = await run(store, enter, [name, Math.floor(atMs), spacingMs, end, most]);
    return rows === 0 ? null : { name, end };
  };
  const giveUp = (turn: Turn) => run(store, leave, [turn.name, turn.end]);
  return {
    async enter(host, address, nowMs) {
      const site = siteOf(host);
      const ofSite = { atMs: nowMs, most: rules.hostsPerSite, spacingMs: 0 };
      const siteTurn = site === null ? null : await take(`site ${site}`, ofSite);
      if (site !== null && siteTurn === null) return false;
      const ofAddress = { atMs: nowMs, most: rules.requestsPerAddress, spacingMs: rules.addressSpacingMs };
      const addressTurn = await take(`address ${address}`, ofAddress);
      if (addressTurn === null) {
        if (siteTurn !== null) await giveUp(siteTurn);
        const [row] = await store.query<{ next: number }>('SELECT next_ms AS next FROM turn WHERE name = $1', [
          `address ${address}`,
        ]);
        freeAt.set(address, row?.next ?? 0);
        return false;
      }
      inProgress.set(keyOf(host, address), siteTurn === null ? [addressTurn] : [addressTurn, siteTurn]);
      return true;
    },
    freeAtMs: (address, nowMs) => {
      const spacedMs = freeAt.get(address) ?? 0;
      return spacedMs > nowMs ? spacedMs : nowMs + retryMs;
    },
    async leave(host, address) {
      const turns = inProgress.get(keyOf(host, address));
      if (turns === undefined) throw new Error(`${address} was left without being entered`);
      inProgress.delete(keyOf(host, address));
      for (const turn of turns) await giveUp(turn);
    },
  };
}

interface Turn {
  readonly name: string;
  readonly end: number;
}

interface TurnRequest {
  readonly atMs: number;
  readonly most: number;
  readonly spacingMs: number;
}

function keyOf(host: number, address: string): string {
  return `${host} ${address}`;
}

async function run(store: PostgresStore, text: string, values: readonly unknown[]): Promise<number> {
  const rows = await store.withClient(async (client) => {
    const { rowCount } = await client.query({
      name: text === enter ? 'turn-enter' : 'turn-leave',
      text,
      values: [...values],
    });
    return rowCount;
  });
  return rows ?? 0;
}
