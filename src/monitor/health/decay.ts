// Growth and decay of the catalog over time, in total and by country, server and kind ([ATF] section 6.3).
import type { HealthState } from '../../model/monitoring.ts';
import { type SqlStore, statement, type Work } from '../../store/sql/sql.ts';

export interface DecayMonth {
  /** '2026-11', UTC. */
  readonly month: string;
  /** Found for the first time, as far as still known. */
  readonly found: number;
  /** Became down or gone. */
  readonly died: number;
  /** Recovered after having been down or gone. */
  readonly revived: number;
  /** Of those found by the end of the month, according to events. */
  readonly alive: number;
}

export interface DecayGroup extends Omit<DecayMonth, 'month' | 'alive'> {
  readonly name: string;
  readonly resources: number;
  /** Current states. */
  readonly up: number;
  readonly degraded: number;
  readonly down: number;
  readonly unchecked: number;
  /** The same months for every group. */
  readonly months: readonly DecayMonth[];
}

export interface Decay {
  readonly months: readonly DecayMonth[];
  /** By country of the host, ISO codes; '' if unknown. Largest groups first, as in the next two. */
  readonly countries: readonly DecayGroup[];
  readonly servers: readonly DecayGroup[];
  readonly kinds: readonly DecayGroup[];
}

const maxServers = 50;
const dayMs = 86_400_000;

interface Place {
  readonly host: number;
  readonly kind: string | null;
}

const hosts = statement<{ host: number; key: string }>('SELECT host_id AS host, key FROM check_host');
const found = statement<Place & { day: number; found: number }>(`SELECT monitor.host_id AS host, resource.kind AS kind,
    monitor.enrolled_ms / ${dayMs} AS day, count(*) AS found
  FROM monitor LEFT JOIN resource ON resource.id = monitor.id GROUP BY 1, 2, 3`);
/** Entering such a state counts as death, leaving it as revival. */
const turned = statement<Place & { day: number; died: number; revived: number }>(`WITH turn AS (
    SELECT id, at_ms, CASE WHEN type IN ('down', 'gone') THEN 1 ELSE 0 END AS is_dead,
      lag(CASE WHEN type IN ('down', 'gone') THEN 1 ELSE 0 END, 1, 0) OVER (PARTITION BY id ORDER BY number) AS was_dead
    FROM health_event WHERE type IN ('up', 'degraded', 'down', 'restricted', 'gone', 'unmonitored'))
  SELECT monitor.host_id AS host, resource.kind AS kind, turn.at_ms / ${dayMs} AS day,
    sum(is_dead) AS died, sum(was_dead) AS revived
  FROM turn JOIN monitor ON monitor.id = turn.id LEFT JOIN resource ON resource.id = monitor.id
  WHERE is_dead <> was_dead GROUP BY 1, 2, 3`);
const states = statement<Place & { state: HealthState | null; count: number }>(`SELECT monitor.host_id AS host,
    resource.kind AS kind, monitor.state AS state, count(*) AS count
  FROM monitor LEFT JOIN resource ON resource.id = monitor.id GROUP BY 1, 2, 3`);

/** One count: resources in a state now, or events in a month. */
interface Tally extends Place {
  readonly month: string | null;
  readonly counts: Readonly<Partial<Record<CountName, number>>>;
}

type CountName = 'found' | 'died' | 'revived' | 'resources' | 'up' | 'degraded' | 'down' | 'unchecked';

/** `countryOf` maps addresses to ISO country codes. */
export async function readDecay(
  store: Pick<SqlStore, 'read'>,
  countryOf: (url: string) => Promise<readonly string[]>,
): Promise<Decay> {
  const { tallies, keys } = await store.read(readTallies);
  const countries = new Map<number, string>();
  for (const [host, key] of keys) countries.set(host, (await countryOf(`${key}/`))[0] ?? '');
  const months = monthsBetween(tallies.flatMap(({ month }) => month ?? []));
  const groups = (nameOf: (place: Place) => string | null) => groupBy(tallies, months, nameOf);
  return {
    months: monthsOf(tallies, months),
    countries: groups(({ host }) => countries.get(host) ?? ''),
    servers: groups(({ host }) => keys.get(host) ?? null).slice(0, maxServers),
    kinds: groups(({ kind }) => kind),
  };
}

function* readTallies(): Work<{ readonly tallies: readonly Tally[]; readonly keys: ReadonlyMap<number, string> }> {
  const tallies: Tally[] = [];
  for (const { host, kind, day, found: count } of yield* found.all())
    tallies.push({ host, kind, month: monthOf(day), counts: { found: count } });
  for (const { host, kind, day, died, revived } of yield* turned.all())
    tallies.push({ host, kind, month: monthOf(day), counts: { died, revived } });
  for (const { host, kind, state, count } of yield* states.all())
    tallies.push({ host, kind, month: null, counts: { resources: count, [columnOf(state)]: count } });
  return { tallies, keys: new Map((yield* hosts.all()).map(({ host, key }) => [host, key])) };
}

function columnOf(state: HealthState | null): CountName {
  if (state === 'up') return 'up';
  if (state === 'degraded' || state === 'restricted') return 'degraded';
  return state === 'down' || state === 'gone' ? 'down' : 'unchecked';
}

function groupBy(
  tallies: readonly Tally[],
  months: readonly string[],
  nameOf: (place: Place) => string | null,
): readonly DecayGroup[] {
  const byName = new Map<string, Tally[]>();
  for (const tally of tallies) {
    const name = nameOf(tally);
    if (name === null) continue;
    const group = byName.get(name);
    if (group === undefined) byName.set(name, [tally]);
    else group.push(tally);
  }
  const groups = [...byName].map(([name, own]) => ({ name, ...sumsOf(own), months: monthsOf(own, months) }));
  return groups.sort((one, other) => other.resources - one.resources || (one.name < other.name ? -1 : 1));
}

function sumsOf(tallies: readonly Tally[]): Readonly<Record<CountName, number>> {
  const sums = { found: 0, died: 0, revived: 0, resources: 0, up: 0, degraded: 0, down: 0, unchecked: 0 };
  for (const { counts } of tallies)
    for (const [name, count] of Object.entries(counts)) sums[name as CountName] += Number(count);
  return sums;
}

function monthsOf(tallies: readonly Tally[], months: readonly string[]): readonly DecayMonth[] {
  const byMonth = new Map<string, Tally[]>(months.map((month) => [month, []]));
  for (const tally of tallies) if (tally.month !== null) byMonth.get(tally.month)?.push(tally);
  let alive = 0;
  return months.map((month) => {
    const { found: born, died, revived } = sumsOf(byMonth.get(month) ?? []);
    alive += born - died + revived;
    return { month, found: born, died, revived, alive };
  });
}

function monthOf(day: number): string {
  return new Date(Number(day) * dayMs).toISOString().slice(0, 7);
}

/** Every month from the first to the last, including empty ones. */
function monthsBetween(some: readonly string[]): readonly string[] {
  const sorted = [...new Set(some)].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  const months: string[] = [];
  for (let month = first; month !== undefined && last !== undefined && month <= last; month = monthAfter(month))
    months.push(month);
  return months;
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}
