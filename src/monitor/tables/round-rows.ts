// The table of rounds.
import type {
  CheckRound,
  Correctness,
  ReasonCode,
  RoundOutcome,
  ScoredRound,
  StoredRound,
  TimeClass,
} from '../../model/monitoring.ts';
import { correctnessItems } from '../../model/monitoring.ts';
import { statement, type Work } from '../../store/sql/sql.ts';

interface RoundRow {
  readonly number: number;
  readonly started_ms: number;
  readonly ended_ms: number;
  readonly outcome: string;
  readonly reason_code: string | null;
  readonly reason: string | null;
  readonly first_byte_ms: number | null;
  readonly time_class: string;
  readonly correctness: string | null;
  readonly requests: string | null;
  readonly moved_to: string | null;
  readonly not_served: string | null;
}

const insert = statement(`INSERT INTO check_round(mid, number, started_ms, ended_ms, outcome, reason_code, reason,
  first_byte_ms, time_class, correctness, requests, moved_to, not_served)
  VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
const since = statement<RoundRow>(
  'SELECT * FROM check_round WHERE mid = ? AND started_ms >= ? ORDER BY number DESC LIMIT ?',
);
const scoredSince = statement<RoundRow>(`SELECT ended_ms, outcome, first_byte_ms, time_class, correctness
  FROM check_round WHERE mid = ? AND started_ms >= ? ORDER BY number`);
const cut = statement('DELETE FROM check_round WHERE mid = ? AND number <= ?');
const prune = statement('DELETE FROM check_round WHERE mid = ? AND started_ms < ?');
const count = statement<{ rounds: number }>('SELECT count(*) AS rounds FROM check_round');

export const roundRows = {
  *add(mid: number, number: number, round: CheckRound): Work<void> {
    const { startedMs, endedMs, outcome, reason, firstByteMs, timeClass, requests, movedTo, notServed } = round;
    const correctness = round.correctness && packCorrectness(round.correctness);
    yield* insert.run(
      ...[mid, number, startedMs, endedMs, outcome, reason?.code ?? null, reason?.message ?? null],
      ...[firstByteMs, timeClass, correctness, requests.length === 0 ? null : JSON.stringify(requests)],
      ...[movedTo, notServed.length === 0 ? null : JSON.stringify(notServed)],
    );
  },
  /** Newest first. */
  *read(mid: number, sinceMs: number, limit: number): Work<readonly StoredRound[]> {
    return (yield* since.all(mid, sinceMs, limit)).map(readRound);
  },
  *readScored(mid: number, sinceMs: number): Work<readonly ScoredRound[]> {
    return (yield* scoredSince.all(mid, sinceMs)).map(readScored);
  },
  /** Keeps only the last ones. */
  *cut(mid: number, lastNumber: number): Work<void> {
    if (lastNumber > 0) yield* cut.run(mid, lastNumber);
  },
  *prune(mid: number, beforeMs: number): Work<number> {
    return yield* prune.run(mid, beforeMs);
  },
  *count(): Work<number> {
    return (yield* count.get())!.rounds;
  },
};

function readScored(row: RoundRow): ScoredRound {
  return {
    endedMs: row.ended_ms,
    outcome: row.outcome as RoundOutcome,
    firstByteMs: row.first_byte_ms,
    timeClass: row.time_class as TimeClass,
    correctness: row.correctness === null ? null : unpackCorrectness(row.correctness),
  };
}

function readRound(row: RoundRow): StoredRound {
  return {
    number: row.number,
    startedMs: row.started_ms,
    ...readScored(row),
    reason: row.reason_code === null ? null : { code: row.reason_code as ReasonCode, message: row.reason ?? '' },
    requests: row.requests === null ? [] : (JSON.parse(row.requests) as StoredRound['requests']),
    movedTo: row.moved_to,
    notServed: row.not_served === null ? [] : (JSON.parse(row.not_served) as string[]),
  };
}

/** One character per item, in order: there are millions of rows. */
function packCorrectness(correctness: Correctness): string {
  return correctnessItems.map((item) => (correctness[item] === null ? '-' : correctness[item] ? '1' : '0')).join('');
}

function unpackCorrectness(signs: string): Correctness {
  const entries = correctnessItems.map((item, index) => {
    const sign = signs[index];
    return [item, sign === '1' ? true : sign === '0' ? false : null] as const;
  });
  return Object.fromEntries(entries) as Correctness;
}
