// Log entries of rounds: level, content, one line.
import { expect, it } from 'vitest';
import { makeRound } from '../../../test/conformance/checks.ts';
import { makeResource } from '../../../test/conformance/made-records.ts';
import { createLog, type LogLevel } from '../../base/log/log.ts';
import type { CheckRound } from '../../model/monitoring.ts';
import { logRound } from './check-log.ts';
import type { RoundReport } from './check-services.ts';

function logged(level: LogLevel, round: Partial<CheckRound>): readonly unknown[] {
  const lines: string[] = [];
  const log = createLog({ level, format: 'json', out: (line) => lines.push(line), now: () => 0 });
  const monitored = { health: { state: 'degraded' }, dueMs: 3_600_000 } as RoundReport['monitored'];
  logRound(log, { resource: makeResource('a'), round: makeRound(round), monitored });
  return lines.map((line) => JSON.parse(line) as unknown);
}

const failed: Partial<CheckRound> = {
  outcome: 'failed',
  reason: { code: 'exception', message: 'The response is an error: cannot open rivers.shp.' },
};

it('logs the request and its result', () => {
  expect(logged('info', {})).toMatchObject([
    {
      level: 'info',
      event: 'round',
      outcome: 'ok',
      state: 'degraded',
      requests: 1,
      bytes: 512,
      ms: 200,
      due: '1970-01-01T01:00:00.000Z',
    },
  ]);
});

it('logs failures as warnings, with the reason', () => {
  expect(logged('warn', failed)).toMatchObject([{ level: 'warn', code: 'exception', reason: failed.reason?.message }]);
});

it('omits successful rounds at level warn, and all rounds at level error', () => {
  expect([logged('warn', {}), logged('error', failed)]).toEqual([[], []]);
});
