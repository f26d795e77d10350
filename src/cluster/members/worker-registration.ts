// A process as a member of a cluster: its name among the workers, the clock all of them go by, and hints from the others.
import { createClockOffset } from '../../base/time/clock-offset.ts';
import { systemClock } from '../../base/time/system-clock.ts';
import { readUrl } from '../../base/url/url.ts';
import type { Config } from '../../config.ts';
import { patientStore } from '../../frontier/postgres/retrying-store.ts';
import { readDatabaseTime, registerWorker, type WorkerNews } from '../../frontier/postgres/worker-table.ts';
import type { Clock } from '../../model/clock.ts';
import type { Dispatcher } from '../../model/dispatcher.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import { createBullmqDispatcher } from '../messages/bullmq-dispatcher.ts';
import { createInlineDispatcher } from '../messages/inline-dispatcher.ts';
import { createPostgresDispatcher } from '../messages/postgres-dispatcher.ts';

export interface ClusterMember {
  /** As leases name it. */
  readonly id: string;
  readonly store: PostgresStore;
  readonly clock: Clock;
  readonly dispatcher: Dispatcher;
  readonly leaseMs: number;
  /** Crawls this process works on, to be told with the next beat. */
  readonly works: Set<() => CrawlWork>;
  /** Rests for a beat, then does the work; again after failures that pass. Ends with the signal. */
  everyBeat(work: () => Promise<void>, signal: AbortSignal): Promise<void>;
  /** It takes nothing new any more. */
  drain(): void;
  close(): Promise<void>;
}

export interface CrawlWork {
  readonly task: string;
  readonly active: number;
  readonly visits: number;
}

const longestBeatMs = 1000;

/** `say` is told once where Redis cannot be reached: everything goes on, later. */
export async function joinCluster(
  given: PostgresStore,
  config: Config,
  roles: string,
  say: (words: string) => void = () => undefined,
): Promise<ClusterMember> {
  const store = patientStore(given);
  const leaseMs = config['workers.leaseMs'];
  const clock = await createDatabaseClock(store);
  const worker = await registerWorker(store, roles);
  const dispatcher = openDispatcher(given, config, say);
  const works = new Set<() => CrawlWork>();
  const ended = new AbortController();
  let isDraining = false;
  // Visits of crawls that are over, so that the number never falls.
  const past = { visits: 0 };
  const everyBeat = (work: () => Promise<void>, signal: AbortSignal) =>
    beat(work, Math.min(longestBeatMs, leaseMs / 8), signal);
  const beating = everyBeat(async () => {
    await worker.tell(newsOf(works, past.visits, isDraining));
    await clock.adjust();
  }, ended.signal);
  return {
    ...{ id: worker.id, store, clock, dispatcher, leaseMs, works, everyBeat },
    drain: () => {
      isDraining = true;
    },
    close: async () => {
      ended.abort();
      await beating;
      await dispatcher.close();
      await worker.leave();
    },
  };
}

function newsOf(works: ReadonlySet<() => CrawlWork>, pastVisits: number, isDraining: boolean): WorkerNews {
  const now = [...works].map((read) => read());
  return {
    tasks: now.map(({ task }) => task),
    active: now.reduce((sum, { active }) => sum + active, 0),
    visits: now.reduce((sum, { visits }) => sum + visits, pastVisits),
    isDraining,
  };
}

async function beat(work: () => Promise<void>, pauseMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await systemClock.sleep(pauseMs, signal);
    if (signal.aborted) return;
    try {
      await work();
    } catch (error) {
      // A database that restarts comes back; whoever crawls meanwhile waits for it as well.
      if (!(error instanceof GeotrawlError && error.retry)) throw error;
    }
  }
}

/** The first answers are slow: a connection is made, code is read. */
const firstReadings = 3;

/** Clocks of machines differ: hosts' moments and leases are those of the database. Nothing is due before it surely is. */
async function createDatabaseClock(store: PostgresStore): Promise<Clock & { adjust(): Promise<void> }> {
  const offset = createClockOffset();
  const adjust = async () => {
    const beforeMs = Date.now();
    const theirsMs = await readDatabaseTime(store);
    offset.note({ beforeMs, theirsMs, afterMs: Date.now() });
  };
  for (let n = 0; n < firstReadings; n++) await adjust();
  return {
    now: () => offset.bounds(Date.now()).earliestMs,
    behindMs: () => {
      const { earliestMs, latestMs } = offset.bounds(Date.now());
      return latestMs - earliestMs;
    },
    sleep: systemClock.sleep,
    adjust,
  };
}

function openDispatcher(store: PostgresStore, config: Config, say: (words: string) => void): Dispatcher {
  const { 'workers.dispatcher': name, 'workers.redis': url } = config;
  if (name === 'inline') return createInlineDispatcher();
  if (name === 'postgres') return createPostgresDispatcher(store);
  if (url === null)
    throw new GeotrawlError('usage.bad-argument', 'The dispatcher bullmq needs the address of Redis (workers.redis).');
  let isSaid = false;
  const onTrouble = ({ message }: Error) => {
    if (!isSaid)
      say(
        `Redis at ${readUrl(url)?.host ?? 'the address given'} cannot be used (${message}): workers look by themselves, twice a second.`,
      );
    isSaid = true;
  };
  return createBullmqDispatcher({ url, onTrouble });
}
