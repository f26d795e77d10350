// Log entries of rounds.
import type { Log } from '../../base/log/log.ts';
import type { RoundReport } from './check-services.ts';

/** A failed check is a warning: the service isn't ours. */
export function logRound(log: Log, { resource, round, monitored }: RoundReport): void {
  const level = round.outcome === 'failed' || round.outcome === 'gone' ? 'warn' : 'info';
  if (!log.isEnabled(level)) return;
  log.write(level, 'round', {
    id: resource.id,
    kind: resource.kind,
    endpoint: resource.endpoint,
    outcome: round.outcome,
    state: monitored.health?.state ?? null,
    ...(round.reason === null ? {} : { code: round.reason.code, reason: round.reason.message }),
    requests: round.requests.length,
    bytes: round.requests.reduce((sum, { bytes }) => sum + bytes, 0),
    firstByteMs: round.firstByteMs,
    ms: round.endedMs - round.startedMs,
    due: monitored.dueMs === null ? null : new Date(monitored.dueMs).toISOString(),
  });
}
