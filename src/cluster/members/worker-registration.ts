// Registers a process in a cluster: its name, the shared clock, and hints from other workers.
import { createClockOffset } from '../../base/time/clock-offset.ts';
import { systemClock } from '../../base/time/system-clock.ts';
import { readUrl } from '../../base/url/url.ts';
import type { Config } from '../../config.ts';
import { retryingStore } from '../../frontier/postgres/retrying-store.ts';
import { readDatabaseTime, registerWorker, type WorkerStatus } from '../../frontier/postgres/worker-table.ts';
import type { Clock } from '../../model/clock.ts';
import type { Dispatcher } from '../../model/dispatcher.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { PostgresStore } from '../../store/postgres/postgres.ts';
import { createBullmqDispatcher } from '../messages/bullmq-dispatcher.ts';
import { createInlineDispatcher } from '../messages/inline-dispatcher.ts';
import { createPostgresDispatcher } from '../messages/postgres-dispatcher.ts';

export interface WorkerRegistration {
  /** Name used in leases. */
  readonly id: string;
  readonly store: PostgresStore;
  readonly clock: Clock;
  readonly dispatcher: Dispatcher;
  readonly leaseMs: number;
  /** Crawls of this process, published with the next heartbeat. */
  readonly works: Set<() => CrawlWork>;
  /** Runs the work once per heartbeat, retrying temporary failures, until the signal. */
  everyBeat(work: () => Promise<void>, signal: AbortSignal): Promise<void>;
  /** The worker takes no new work. */
  drain(): void;
  close(): Promise<void>;
}

export interface CrawlWork {
  readonly task: string;
  readonly active: number;
  readonly visits: number;
}

const longestBeatMs = 1000;

/** `log` is called once if Redis is unreachable: everything continues, with higher latency. */
export async function joinCluster(
  given: PostgresStore,
  config: Config,
  roles: string,
  log: (line: string) => void = () => undefined,
): Promise<WorkerRegistration> {
  const store = retryingStore(given);
  const leaseMs = config['workers.leaseMs'];
  const clock = await createDatabaseClock(store);
  const worker = await registerWorker(store, roles);
  const dispatcher = openDispatcher(given, config, log);
  const works = new Set<() => CrawlWork>();
  const ended = new AbortController();
  let isDraining = false;
  // Visits of finished crawls, so that the total never decreases.
  const past = { visits: 0 };
  const everyBeat = (work: () => Promise<void>, signal: AbortSignal) =>
    beat(work, Math.min(longestBeatMs, leaseMs / 8), signal);
  const beating = everyBeat(async () => {
    await worker.report(statusOf(works, past.visits, isDraining));
    await clock.adjust();
  }, ended.signal);
  return {
    id: worker.id,
    store,
    clock,
    dispatcher,
    leaseMs,
    works,
    everyBeat,
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

function statusOf(works: ReadonlySet<() => CrawlWork>, pastVisits: number, isDraining: boolean): WorkerStatus {
  const now = [...works].map((read) => read());
  return {
    tasks: now.map(({ task }) => task),
    active: now.reduce((sum, { active }) => sum + active, 0),
    visits: now.reduce((sum, { visits }) => sum + visits, pastVisits),
    isDraining,
  };
}

async function beat(work: () => Promise<void>, intervalMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await systemClock.sleep(intervalMs, signal);
    if (signal.aborted) return;
    try {
      await work();
    } catch (error) {
      // Database restarts are temporary; crawls wait for it as well.
      if (!(error instanceof GeotrawlError && error.retry)) throw error;
    }
  }
}

/** The first responses are slow: connections are opened, code is loaded. */
const firstReadings = 3;

/** Machine clocks differ: host times and leases use the database clock. Nothing is due before it certainly is. */
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

function openDispatcher(store: PostgresStore, config: Config, log: (line: string) => void): Dispatcher {
  const { 'workers.dispatcher': name, 'workers.redis': url } = config;
  if (name === 'inline') return createInlineDispatcher();
  if (name === 'postgres') return createPostgresDispatcher(store);
  if (url === null)
    throw new GeotrawlError('usage.bad-argument', 'The dispatcher bullmq needs the address of Redis (workers.redis).');
  let isReported = false;
  const onError = ({ message }: Error) => {
    if (!isReported)
      log(
        `Redis at ${readUrl(url)?.host ?? 'the address given'} is unavailable (${message}). Workers poll the database twice a second instead.`,
      );
    isReported = true;
  };
  return createBullmqDispatcher({ url, onError });
}
