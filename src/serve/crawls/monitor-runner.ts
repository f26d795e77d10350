// Runs checks in the crawl process: off the server's event loop, and sharing the crawls' limits on hosts.
import { createLog } from '../../base/log/log.ts';
import { systemClock } from '../../base/time/system-clock.ts';
import type { Config } from '../../config.ts';
import type { HostGate } from '../../fetch/host-gate.ts';
import { logRound } from '../../monitor/rounds/check-log.ts';
import { enrollAll, type RoundReport } from '../../monitor/rounds/check-services.ts';
import { openMonitorDependencies, retentionOf } from '../../monitor/rounds/monitor-dependencies.ts';
import { watchChecks } from '../../monitor/scheduler/monitor-scheduler.ts';
import { openSqlChecks } from '../../monitor/tables/sql-checks.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { type FromCrawler, failureMessage } from './process-messages.ts';

export interface MonitorRunnerDependencies {
  readonly store: SqlStore;
  readonly gate: HostGate;
  readonly settings: Config;
  readonly send: (message: FromCrawler) => void;
}

/** Retry delay after a local failure: a full disk, a locked database. */
const retryMs = 60_000;

export function startMonitor(parts: MonitorRunnerDependencies) {
  const stop = new AbortController();
  let wake = () => {};
  const onReady = (newWake: () => void) => {
    wake = newWake;
  };
  const ended = monitorUntil(parts, onReady, stop.signal);
  return {
    /** Call after a discovery: looks for due checks at once. */
    wake: () => wake(),
    close: async () => {
      stop.abort('leaving');
      await ended;
    },
  };
}

/** Never throws: failures are logged and retried. */
async function monitorUntil(
  parts: MonitorRunnerDependencies,
  onReady: (wake: () => void) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await runChecks(parts, onReady, signal);
    } catch (error) {
      parts.send(failureMessage('the checks', error));
      await systemClock.sleep(retryMs, signal);
    }
  }
}

async function runChecks(
  { store, gate, settings }: MonitorRunnerDependencies,
  onReady: (wake: () => void) => void,
  signal: AbortSignal,
): Promise<void> {
  const checks = await openMonitorDependencies(settings, { shared: { store, gate } });
  const log = createLog({
    level: settings['log.level'],
    format: settings['log.format'],
    now: Date.now,
    out: (line) => process.stderr.write(`${line}\n`),
  });
  try {
    await enrollAll(checks, openSqlChecks(store));
    const options = {
      concurrency: settings['check.concurrency'],
      perDay: settings['check.perDay'],
      isLasting: true,
      retention: retentionOf(settings),
      onReady,
      notify: checks.notify,
      onReport: (report: RoundReport) => logRound(log, report),
    };
    await watchChecks(checks, options, signal);
  } finally {
    await checks.close();
  }
}
