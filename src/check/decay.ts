// How a catalog grows and decays over time, and how its services fare by server and kind ([ATF] section 6.3).
import type { SqliteStore } from '../store/sqlite.ts';
import { readSqlite } from '../store/sqlite-read.ts';

export interface DecayMonth {
  /** '2026-11', UTC. */
  readonly month: string;
  /** Found for the first time, so far as they are still known. */
  readonly found: number;
  /** Seen to go down or to be gone for good. */
  readonly died: number;
  /** Up again after having been down or gone. */
  readonly revived: number;
  /** Of those found by the end of the month, as far as events tell. */
  readonly alive: number;
}

export interface DecayGroup {
  readonly name: string;
  readonly resources: number;
  readonly up: number;
  readonly degraded: number;
  readonly down: number;
  readonly unchecked: number;
}

export interface Decay {
  readonly months: readonly DecayMonth[];
  /** Those with the most resources first. */
  readonly servers: readonly DecayGroup[];
  readonly kinds: readonly DecayGroup[];
}

const maxServers = 50;

/** A state counts as death where the one before it was another, and as revival the other way round. */
const turns = `WITH turn AS (
    SELECT id, at_ms, type IN ('down', 'gone') AS is_dead,
      lag(type IN ('down', 'gone'), 1, 0) OVER (PARTITION BY id ORDER BY number) AS was_dead
    FROM health_event WHERE type IN ('up', 'degraded', 'down', 'restricted', 'gone', 'unmonitored'))
  SELECT strftime('%Y-%m', at_ms / 1000, 'unixepoch') AS month, sum(is_dead) AS died, sum(was_dead) AS revived
  FROM turn WHERE is_dead <> was_dead GROUP BY month`;
const grouped = `count(*) AS resources, sum(state IS 'up') AS up, sum(state IN ('degraded', 'restricted')) AS degraded,
  sum(state IN ('down', 'gone')) AS down, sum(state IS NULL OR state = 'unmonitored') AS unchecked`;

export function readDecay({ database }: SqliteStore): Decay {
  return readSqlite(() => {
    const found =
      database.prepare(`SELECT strftime('%Y-%m', enrolled_ms / 1000, 'unixepoch') AS month, count(*) AS found
      FROM monitor GROUP BY month`);
    const servers =
      database.prepare(`SELECT check_host.key AS name, ${grouped} FROM monitor JOIN check_host USING(host_id)
      GROUP BY check_host.host_id ORDER BY resources DESC, name LIMIT ${maxServers}`);
    const kinds = database.prepare(`SELECT resource.kind AS name, ${grouped} FROM monitor JOIN resource USING(id)
      GROUP BY resource.kind ORDER BY resources DESC, name`);
    return {
      months: monthsOf(found.all() as Found[], database.prepare(turns).all() as Turned[]),
      servers: (servers.all() as DecayGroup[]).map(countsOf),
      kinds: (kinds.all() as DecayGroup[]).map(countsOf),
    };
  });
}

interface Found {
  readonly month: string;
  readonly found: number;
}

interface Turned {
  readonly month: string;
  readonly died: number;
  readonly revived: number;
}

/** Every month from the first to the last, also those in which nothing happened. */
function monthsOf(found: readonly Found[], turned: readonly Turned[]): readonly DecayMonth[] {
  const all = [...found, ...turned].map(({ month }) => month).sort();
  const [first, last] = [all[0], all.at(-1)];
  const months: DecayMonth[] = [];
  let alive = 0;
  for (let month = first; month !== undefined && last !== undefined && month <= last; month = monthAfter(month)) {
    const born = found.find((one) => one.month === month)?.found ?? 0;
    const { died = 0, revived = 0 } = turned.find((one) => one.month === month) ?? {};
    alive += born - died + revived;
    months.push({ month, found: born, died, revived, alive });
  }
  return months;
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

/** A plain object with the sums SQLite leaves out of empty groups. */
function countsOf({ name, resources, up, degraded, down, unchecked }: DecayGroup): DecayGroup {
  return { name, resources, up: up ?? 0, degraded: degraded ?? 0, down: down ?? 0, unchecked: unchecked ?? 0 };
}
