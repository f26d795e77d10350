// The schedule: new resources soon, stable ones rarely, changing ones often, failures at the deciding times.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Health, Rhythm, RoundOutcome } from '../../model/monitoring.ts';
import { nextHealth } from '../health/next-health.ts';
import { followedMs, longestDownMs, longestMs, nextVisit, type RoundForSchedule, shortestMs } from './schedule.ts';

const hourMs = 3_600_000;
const fresh: Rhythm = { step: 0, intervalMs: 0, changes: 0, observedMs: 0 };

interface Course {
  readonly hours: readonly number[];
  readonly states: readonly (string | undefined)[];
}

/** Rounds as the schedule wants them; what each comes to is given. */
function run(
  outcomes: readonly RoundOutcome[],
  more: Partial<RoundForSchedule> & { readonly changes?: readonly boolean[] } = {},
): Course {
  let health: Health | null = null;
  let rhythm = fresh;
  let nowMs = 0;
  let lastMs = 0;
  const hours: number[] = [];
  const states: (string | undefined)[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const before = health as Health | null;
    const reason = outcome === 'ok' ? null : ({ code: 'no-connection', message: '' } as const);
    health = nextHealth(before, { outcome, reason, endedMs: nowMs });
    const hasChanged = more.changes?.[index] ?? (before !== null && health?.state !== before.state);
    const facts = {
      health,
      before: before?.state ?? null,
      hasChanged,
      isFollowed: false,
      nowMs,
      random: 0.5,
      sinceLastMs: nowMs - lastMs,
    };
    lastMs = nowMs;
    const next = nextVisit(rhythm, { ...facts, ...more });
    hours.push(Math.round(((next.dueMs - nowMs) / hourMs) * 100) / 100);
    states.push(health?.state);
    [rhythm, nowMs] = [next.rhythm, next.dueMs];
  }
  return { hours, states };
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('nextVisit', () => {
  it('checks new resources after 1, 6 and 24 hours, and stable ones ever less, down to nearly once a week', () => {
    const { hours } = run(times(60, 'ok'));
    expect(hours.slice(0, 3)).toEqual([1, 6, 24]);
    for (let n = 4; n < hours.length; n++) expect(hours[n]).toBeGreaterThanOrEqual(hours[n - 1]!);
    expect(hours.at(-1)).toBeGreaterThan(6 * 24);
    expect(hours.at(-1)).toBeLessThanOrEqual(longestMs / hourMs);
  });

  it('checks changing resources more often the more they change', () => {
    const every = (n: number) =>
      run(times(200, 'ok'), { changes: Array.from({ length: 200 }, (_, at) => at % n === 0) });
    const last = [1, 3, 10, 50].map(
      (n) =>
        every(n)
          .hours.slice(-50)
          .reduce((sum, one) => sum + one) / 50,
    );
    expect(last).toEqual([...last].sort((one, other) => one - other));
    // What is another one at every look is out of date for half of the interval, however often it changes.
    expect(last[0]).toBeLessThan(15);
    expect(last[0]).toBeGreaterThanOrEqual(shortestMs / hourMs);
  });

  it('checks followed resources hourly', () => {
    const { hours } = run(times(5, 'ok'), { isFollowed: true });
    expect(new Set(hours)).toEqual(new Set([followedMs / hourMs]));
  });

  it('decides within little more than a day whether a failure means down', () => {
    const { hours, states } = run([...times(8, 'ok' as const), ...times(3, 'failed' as const)]);
    expect(states.slice(-3)).toEqual(['degraded', 'degraded', 'down']);
    const spent = hours.slice(-3, -1).reduce((sum, one) => sum + one, 0);
    expect(spent).toBeGreaterThanOrEqual(24);
    expect(spent).toBeLessThan(28);
  });

  it('checks dead resources less and less', () => {
    const { hours } = run(times(9, 'failed'), { random: 0 });
    expect(hours.slice(3)).toEqual([48, 96, 192, 336, 336, 336]);
  });

  it('returns to the learned interval after a failure', () => {
    const { hours } = run([...times(30, 'ok' as const), ...times(2, 'failed' as const), 'ok', 'ok']);
    expect(hours.at(-1)).toBeGreaterThan(48);
  });

  it('stays within its bounds in any sequence', () => {
    const outcome = fc.constantFrom<RoundOutcome>('ok', 'flawed', 'failed', 'restricted', 'unclear', 'refused', 'gone');
    fc.assert(
      fc.property(
        fc.array(outcome, { maxLength: 40 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (outcomes, random) => {
          for (const hours of run(outcomes, { random }).hours) {
            expect(hours).toBeGreaterThanOrEqual(0.9);
            expect(hours).toBeLessThanOrEqual((longestDownMs / hourMs) * 1.1);
          }
        },
      ),
    );
  });
});
