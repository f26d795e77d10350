// Formats check rounds as text and JSON.

import { kindLabel } from '../../catalog/dataset-terms.ts';
import type { CheckedRequest, Score } from '../../model/monitoring.ts';
import type { RoundReport } from '../../monitor/rounds/check-services.ts';
import { plain, type Terminal } from './terminal.ts';

/** Prints a round: as JSON, or as one line; with `isAlone` also one line per request. */
export function printRound(
  report: RoundReport,
  terminal: Terminal,
  { ndjson = false, isAlone }: { readonly ndjson: boolean | undefined; readonly isAlone: boolean },
): void {
  if (ndjson) terminal.print(JSON.stringify(checkReport(report)));
  else for (const line of checkLines(report, terminal, isAlone)) terminal.print(line);
}

function checkLines({ resource, round, monitored }: RoundReport, terminal: Terminal, isAlone: boolean): string[] {
  const state = monitored.health?.state ?? 'unclear';
  const time = round.firstByteMs === null ? '' : `  ${round.firstByteMs} ms`;
  const head = `${terminal.bold(state.padEnd(12))}${resource.id}  ${plain(resource.title, 50) || '(no title)'}  ${kindLabel(resource)}${time}  ${scoreWords(monitored.score)}`;
  const reason = round.reason === null ? [] : [`  ${plain(round.reason.message, 400)}`];
  const moved = round.movedTo === null ? [] : [`  Moved to ${plain(round.movedTo)}`];
  return [
    head,
    ...reason,
    ...moved,
    ...(isAlone ? round.requests.map((request) => requestLine(request, terminal)) : []),
  ];
}

function scoreWords(score: Score | null): string {
  if (score === null || score.value === null) return 'no score';
  return `score ${score.value} ${score.band}${score.isProvisional ? ' (provisional)' : ''}`;
}

function requestLine(request: CheckedRequest, terminal: Terminal): string {
  const { operation, method, url, status, bytes, firstByteMs, reason } = request;
  const response = status === null ? 'no response' : `${status}, ${bytes} bytes, ${firstByteMs} ms`;
  const verdict = reason === null ? 'ok' : reason.code;
  return terminal.dim(`  ${operation}: ${method} ${plain(url)} → ${response}: ${verdict}`);
}

/** The shape programs rely on. */
export function checkReport({ resource, round, monitored }: RoundReport): object {
  return {
    type: 'round',
    time: new Date(round.endedMs).toISOString(),
    id: resource.id,
    kind: resource.kind,
    title: resource.title,
    endpoint: resource.endpoint,
    state: monitored.health?.state ?? null,
    since: monitored.health?.sinceMs ?? null,
    outcome: round.outcome,
    reason: round.reason,
    notServed: round.notServed,
    movedTo: round.movedTo,
    requests: round.requests,
    score: monitored.score,
    dueMs: monitored.dueMs,
  };
}
