// The health state machine follows the rules of quality-score.md for any sequence of rounds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckReason, type Health, type RoundOutcome, roundOutcomes } from '../../model/monitoring.ts';
import { downAfterMs, goneAfterMs, nextHealth } from './next-health.ts';

const hourMs = 3_600_000;
const refused: CheckReason = { code: 'no-connection', message: 'It refuses the connection.' };
const unknown: CheckReason = { code: 'host-unknown', message: 'The name has no address.' };

interface Step {
  readonly outcome: RoundOutcome;
  readonly reason: CheckReason | null;
  readonly hours: number;
}

function course(steps: readonly Step[]): { readonly health: Health | null; readonly atMs: number }[] {
  let health: Health | null = null;
  let atMs = 0;
  return steps.map(({ outcome, reason, hours }) => {
    atMs += hours * hourMs;
    health = nextHealth(health, { outcome, reason, endedMs: atMs });
    return { health, atMs };
  });
}

const failed = (hours: number, reason = refused): Step => ({ outcome: 'failed', reason, hours });
const ok = (hours: number): Step => ({ outcome: 'ok', reason: null, hours });
const states = (steps: readonly Step[]) => course(steps).map(({ health }) => health?.state ?? null);

describe('nextHealth', () => {
  it('is down after three failed rounds that span a day, and degraded before', () => {
    expect(states([ok(0), failed(1), failed(2), failed(21.9), failed(0.1), ok(1)])).toEqual([
      ...['up', 'degraded', 'degraded', 'degraded', 'down', 'up'],
    ]);
  });

  it('is not down after two rounds, however far apart', () => {
    expect(states([ok(0), failed(1), failed(100)])).toEqual(['up', 'degraded', 'degraded']);
  });

  it('restarts the count after a good round', () => {
    expect(states([failed(1), failed(12), ok(12), failed(1), failed(1), failed(1)]).at(-1)).toBe('degraded');
  });

  it('is gone at once when the server declares it, and after two weeks without DNS', () => {
    expect(states([ok(0), { outcome: 'gone', reason: null, hours: 1 }])).toEqual(['up', 'gone']);
    const daily = Array.from({ length: 15 }, () => failed(24, unknown));
    expect(states(daily).slice(-2)).toEqual(['down', 'gone']);
    expect(states([...daily.slice(0, 10), failed(24), ...daily.slice(0, 5)]).at(-1)).toBe('down');
  });

  it('treats access restrictions and opt-outs as their own states', () => {
    const closed: Step = { outcome: 'restricted', reason: null, hours: 1 };
    const options: Step = { outcome: 'refused', reason: null, hours: 1 };
    expect(states([failed(1), failed(30), closed, options, ok(1)])).toEqual([
      ...['degraded', 'degraded', 'restricted', 'unmonitored', 'up'],
    ]);
  });

  const anyStep: fc.Arbitrary<Step> = fc.record({
    outcome: fc.constantFrom(...roundOutcomes),
    reason: fc.constantFrom(refused, unknown),
    hours: fc.integer({ min: 1, max: 400 }),
  });

  it('is down or gone exactly by the rule, after any history', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        const seen = course(steps);
        for (const [index, { health, atMs }] of seen.entries()) {
          const known = steps
            .slice(0, index + 1)
            .flatMap((step, at) => (step.outcome === 'unclear' ? [] : [{ step, at }]));
          const last = known.at(-1);
          if (last === undefined || last.step.outcome !== 'failed') continue;
          const since = known.findLastIndex(({ step }) => step.outcome !== 'failed') + 1;
          const run = known.slice(since);
          const nameless = run.slice(run.findLastIndex(({ step }) => step.reason?.code !== 'host-unknown') + 1);
          const spanMs = atMs - seen[run[0]!.at]!.atMs;
          const unknownMs = nameless.length === 0 ? -1 : atMs - seen[nameless[0]!.at]!.atMs;
          const nowMs = seen[last.at]!.atMs;
          if (nowMs !== atMs) continue;
          const isGone = unknownMs >= goneAfterMs;
          const isDown = run.length >= 3 && spanMs >= downAfterMs;
          expect(health?.state).toBe(isGone ? 'gone' : isDown ? 'down' : 'degraded');
        }
      }),
    );
  });

  it('ignores inconclusive rounds and counts the others', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        const counted = steps.filter(({ outcome }) => outcome !== 'unclear');
        const { health = null } = course(steps).at(-1) ?? {};
        expect(health?.rounds ?? 0).toBe(counted.length);
        expect(health?.succeeded ?? 0).toBeLessThanOrEqual(counted.length);
        expect(health === null || health.sinceMs <= health.lastRoundMs).toBe(true);
      }),
    );
  });

  it('is up after a good round, after any history', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 20 }), (steps) => {
        expect(states([...steps, ok(1)]).at(-1)).toBe('up');
      }),
    );
  });
});
