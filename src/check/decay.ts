// How a catalog grows and decays over time, and how its services fare by server and kind ([ATF] section 6.3).
import { statement, type Work } from '../store/sql.ts';

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

type MonthOf = (column: string) => string;

/** '2026-11' of a time in milliseconds, in UTC; each engine has its own words for it. */
function byMonth<Row>(make: (monthOf: MonthOf) => string) {
  return statement<Row>({
    sqlite: make((column) => `strftime('%Y-%m', ${column} / 1000, 'unixepoch')`),
    postgres: make((column) => `to_char(to_timestamp(${column} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM')`),
  });
}

const isDead = `CASE WHEN type IN ('down', 'gone') THEN 1 ELSE 0 END`;
/** A state counts as death where the one before it was another, and as revival the other way round. */
const turned = byMonth<Turned>(
  (monthOf) => `WITH turn AS (
    SELECT id, at_ms, ${isDead} AS is_dead, lag(${isDead}, 1, 0) OVER (PARTITION BY id ORDER BY number) AS was_dead
    FROM health_event WHERE type IN ('up', 'degraded', 'down', 'restricted', 'gone', 'unmonitored'))
  SELECT ${monthOf('at_ms')} AS month, sum(is_dead) AS died, sum(was_dead) AS revived
  FROM turn WHERE is_dead <> was_dead GROUP BY 1`,
);
const found = byMonth<Found>(
  (monthOf) => `SELECT ${monthOf('enrolled_ms')} AS month, count(*) AS found FROM monitor GROUP BY 1`,
);
const sumOf = (condition: string) => `sum(CASE WHEN ${condition} THEN 1 ELSE 0 END)`;
const grouped = `count(*) AS resources, ${sumOf(`state = 'up'`)} AS up,
  ${sumOf(`state IN ('degraded', 'restricted')`)} AS degraded, ${sumOf(`state IN ('down', 'gone')`)} AS down,
  ${sumOf(`state IS NULL OR state = 'unmonitored'`)} AS unchecked`;
const servers = statement<DecayGroup>(`SELECT check_host.key AS name, ${grouped} FROM monitor
  JOIN check_host USING(host_id) GROUP BY check_host.key ORDER BY resources DESC, name LIMIT ${maxServers}`);
const kinds = statement<DecayGroup>(`SELECT resource.kind AS name, ${grouped} FROM monitor
  JOIN resource USING(id) GROUP BY resource.kind ORDER BY resources DESC, name`);

export function* readDecay(): Work<Decay> {
  return {
    months: monthsOf(yield* found.all(), yield* turned.all()),
    servers: (yield* servers.all()).map((row) => ({ ...row })),
    kinds: (yield* kinds.all()).map((row) => ({ ...row })),
  };
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
