// Runs checks in the crawl process: off the server's event loop, and sharing the crawls' limits on hosts.
import { createLog } from '../../base/log/log.ts';
import type { Config } from '../../config.ts';
import type { HostGate } from '../../fetch/host-gate.ts';
import { logRound } from '../../monitor/rounds/check-log.ts';
import { enrollAll, type RoundReport } from '../../monitor/rounds/check-services.ts';
import { openMonitorDependencies, retentionOf } from '../../monitor/rounds/monitor-dependencies.ts';
import { watchChecks } from '../../monitor/scheduler/monitor-scheduler.ts';
import { openSqlChecks } from '../../monitor/tables/sql-checks.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import type { FromCrawler } from './process-messages.ts';

export interface WatchRunnerParts {
  readonly store: SqlStore;
  readonly gate: HostGate;
  readonly settings: Config;
  readonly tell: (message: FromCrawler) => void;
}

export interface WatchRunner {
  /** Call after a discovery: looks for due checks at once. */
  look(): void;
  close(): Promise<void>;
}

/** Retry delay after a local failure: a full disk, a locked database. */
const againMs = 60_000;

export function startWatch(parts: WatchRunnerParts): WatchRunner {
  const stop = new AbortController();
  let look = () => {};
  const onReady = (ring: () => void) => {
    look = ring;
  };
  const over = keepWatching(parts, onReady, stop.signal);
  return {
    look: () => look(),
    close: async () => {
      stop.abort('leaving');
      await over;
    },
  };
}

/** Never throws: failures are logged and retried. */
async function keepWatching(
  parts: WatchRunnerParts,
  onReady: (ring: () => void) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await watchOnce(parts, onReady, signal);
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parts.tell({ type: 'failure', what: 'the checks', message });
      await pause(againMs, signal);
    }
  }
}

async function watchOnce(
  { store, gate, settings }: WatchRunnerParts,
  onReady: (ring: () => void) => void,
  signal: AbortSignal,
): Promise<void> {
  const checks = await openMonitorDependencies(settings, { shared: { store, gate } });
  const log = createLog({
    ...{ level: settings['log.level'], format: settings['log.format'], now: Date.now },
    out: (line) => process.stderr.write(`${line}\n`),
  });
  try {
    await enrollAll(checks, openSqlChecks(store));
    const options = {
      ...{ concurrency: settings['check.concurrency'], perDay: settings['check.perDay'], isLasting: true },
      ...{ retention: retentionOf(settings), onReady, tell: checks.tell },
      onReport: (report: RoundReport) => logRound(log, report),
    };
    await watchChecks(checks, options, signal);
  } finally {
    await checks.close();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
