// A limit on pages over all workers of a crawl: each visit reserves a page first, and fails to beyond the limit.
import type { PageAllowance } from '../../model/frontier.ts';
import type { Transaction } from '../../model/store.ts';
import { clientOf, type PostgresStore } from '../../store/postgres/postgres.ts';

export interface AllowanceOptions {
  readonly task: number;
  readonly most: number;
  /** Reservations of a worker that died count this long; a visit that takes longer may exceed the limit by one. */
  readonly longestMs: number;
  now(): number;
  /** The worker that starts or resumes the crawl resets the count; those that join share it. */
  readonly isJoining: boolean;
}

/**
 * One row in the table of site turns, in which `next_ms` counts the visited pages and `ends` identifies the
 * reservations by their expiry, as for addresses.
 */
const begin = `INSERT INTO turn VALUES($1, 0, '{}') ON CONFLICT (name) DO UPDATE SET next_ms = 0, ends = '{}'`;
const living = 'ARRAY(SELECT one FROM unnest(ends) AS one WHERE one / 1000 > $2)';
const take = `
  WITH before AS (SELECT next_ms, ${living} AS ends FROM turn WHERE name = $1 FOR UPDATE),
  free AS (SELECT greatest(0, least($4::bigint - next_ms - cardinality(ends), cardinality($3::bigint[])))::int AS granted FROM before)
  UPDATE turn SET ends = before.ends || ($3::bigint[])[1:free.granted] FROM before, free WHERE name = $1
  RETURNING free.granted, turn.next_ms AS visited`;
const give = `
  UPDATE turn SET next_ms = next_ms + $3, ends = ARRAY(SELECT one FROM unnest(ends) AS one WHERE NOT one = ANY($2::bigint[]))
  WHERE name = $1`;

export async function openAllowance(store: PostgresStore, options: AllowanceOptions): Promise<PageAllowance> {
  const { task, most, longestMs, now, isJoining } = options;
  const name = `pages of task ${task}`;
  let reservations: number[] = [];
  let visited = 0;
  if (!isJoining) await store.query(begin, [name]);
  // A random fraction of a millisecond distinguishes reservations that expire at the same time.
  const newReservations = (count: number) =>
    Array.from({ length: count }, () => Math.floor(now() + longestMs) * 1000 + Math.floor(Math.random() * 1000));
  return {
    take: async (count) => {
      const target = [...new Set(newReservations(count))];
      const [row] = await store.query<{ granted: number; visited: number }>(take, [name, now(), target, most]);
      visited = row?.visited ?? visited;
      const taken = target.slice(0, row?.granted ?? 0);
      reservations.push(...taken);
      return taken.length;
    },
    settle: async (transaction: Transaction, { ended, counted }) => {
      if (ended === 0) return;
      const left = reservations.slice(0, ended);
      await clientOf(transaction).query(give, [name, left, counted]);
      transaction.onEnd((isCommitted) => {
        if (!isCommitted) return;
        reservations = reservations.filter((one) => !left.includes(one));
        visited += counted;
      });
    },
    giveUp: async (count) => {
      const left = reservations.splice(0, count);
      if (left.length > 0) await store.query(give, [name, left, 0]);
    },
    refresh: async () => {
      const [row] = await store.query<{ visited: number }>('SELECT next_ms AS visited FROM turn WHERE name = $1', [
        name,
      ]);
      visited = row?.visited ?? visited;
    },
    isUsedUp: () => visited >= most,
  };
}
