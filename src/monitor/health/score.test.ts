// The score: bounds, caps, and monotonicity.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeResource } from '../../../test/conformance/made-records.ts';
import {
  type Correctness,
  correctnessItems,
  type Health,
  type HealthState,
  type ScoredRound,
} from '../../model/monitoring.ts';
import { type ScoreInput, scoreOf, speedFactor } from './score.ts';

const dayMs = 24 * 3_600_000;
const nowMs = 100 * dayMs;

const allPassed = Object.fromEntries(correctnessItems.map((item) => [item, true])) as unknown as Correctness;

function healthOf(state: HealthState, succeeded = 1): Health {
  return {
    state,
    sinceMs: 0,
    reason: null,
    rounds: 9,
    succeeded,
    failedRounds: 0,
    firstFailedMs: null,
    unknownHostMs: null,
    lastRoundMs: nowMs,
  };
}

function roundOf(more: Partial<ScoredRound> = {}): ScoredRound {
  return { endedMs: nowMs, outcome: 'ok', firstByteMs: 500, timeClass: 'map', correctness: allPassed, ...more };
}

const resource = makeResource('kent', { title: 'Rivers of Kent', abstract: 'x'.repeat(60), keywords: ['river'] });
const score = (more: Partial<ScoreInput>) =>
  scoreOf({ rounds: [roundOf()], health: healthOf('up'), resource, nowMs, ...more });

describe('scoreOf', () => {
  it('is null before the first round, and for unmonitored resources', () => {
    expect(score({ rounds: [], health: null }).value).toBeNull();
    expect(score({ health: healthOf('unmonitored') })).toMatchObject({ value: null, band: null });
  });

  it('is provisional below five rounds and starts in the middle', () => {
    expect(score({})).toMatchObject({ isProvisional: true, availability: { facts: { share: 0.6667 } } });
    const five = Array.from({ length: 5 }, () => roundOf());
    expect(score({ rounds: five })).toMatchObject({ isProvisional: false, availability: { points: 40 } });
  });

  it('is at most 20 while down, and 0 if it never worked', () => {
    expect(score({ health: healthOf('down') })).toMatchObject({ value: 20, cap: 'down', band: 'poor' });
    expect(score({ health: healthOf('gone') }).value).toBe(20);
    expect(score({ health: healthOf('degraded', 0) })).toMatchObject({ value: 0, cap: 'never-succeeded' });
  });

  it('does not penalize access restrictions', () => {
    const rounds = Array.from({ length: 6 }, () => roundOf({ outcome: 'restricted' }));
    expect(score({ rounds, health: healthOf('restricted') }).availability.points).toBe(40);
  });

  it('ignores rounds older than thirty days', () => {
    const old = Array.from({ length: 10 }, () => roundOf({ outcome: 'failed', endedMs: nowMs - 31 * dayMs }));
    expect(score({ rounds: [...old, roundOf()] })).toEqual(score({}));
  });

  it('meets INSPIRE if nine of ten responses are within the limit', () => {
    const slow = (count: number) =>
      Array.from({ length: 10 }, (_, n) => roundOf({ firstByteMs: n < count ? 6000 : 400 }));
    expect(score({ rounds: slow(1) }).performance.facts).toMatchObject({ t90Ms: 400, meetsInspire: true });
    expect(score({ rounds: slow(2) }).performance.facts).toMatchObject({ t90Ms: 6000, meetsInspire: false });
  });

  it('matches the published speeds and interpolates logarithmically', () => {
    const rounded = [0.1, 0.2, 1, 2, 4, 9].map((ratio) => Math.round(speedFactor(ratio) * 1e9) / 1e9);
    expect(rounded).toEqual([1, 1, 0.6, 0.2, 0, 0]);
    expect(speedFactor(Math.sqrt(2))).toBeCloseTo(0.4, 10);
  });
});

const anyRound: fc.Arbitrary<ScoredRound> = fc.record({
  endedMs: fc.integer({ min: nowMs - 29 * dayMs, max: nowMs }),
  outcome: fc.constantFrom('ok', 'flawed', 'failed', 'restricted'),
  firstByteMs: fc.option(fc.integer({ min: 1, max: 60_000 })),
  timeClass: fc.constant('map'),
  correctness: fc.option(
    fc.record(
      Object.fromEntries(correctnessItems.map((item) => [item, fc.option(fc.boolean())])),
    ) as fc.Arbitrary<Correctness>,
  ),
});

describe('scoreOf, for any history', () => {
  const rounds = fc.array(anyRound, { minLength: 1, maxLength: 20 });

  it('is between 0 and 100 and the sum of its parts', () => {
    fc.assert(
      fc.property(rounds, (history) => {
        const { value, ...parts } = score({ rounds: history });
        const { availability, performance, correctness, metadata } = parts;
        const sum = availability.points + performance.points + correctness.points + metadata.points;
        expect(value).toBe(Math.round(sum));
        for (const { points, of } of [availability, performance, correctness, metadata])
          expect(points >= 0 && points <= of).toBe(true);
      }),
    );
  });

  it('does not fall if a failed round is replaced by a good one', () => {
    fc.assert(
      fc.property(rounds, fc.nat(), (history, at) => {
        const index = at % history.length;
        const better = history.map((round, n) => (n === index ? { ...round, outcome: 'ok' as const } : round));
        expect(score({ rounds: better }).value).toBeGreaterThanOrEqual(score({ rounds: history }).value!);
      }),
    );
  });

  it('does not fall if responses are faster', () => {
    fc.assert(
      fc.property(rounds, fc.double({ min: 0.1, max: 1, noNaN: true }), (history, factor) => {
        const faster = history.map((round) => ({
          ...round,
          firstByteMs: round.firstByteMs === null ? null : Math.ceil(round.firstByteMs * factor),
        }));
        expect(score({ rounds: faster }).value).toBeGreaterThanOrEqual(score({ rounds: history }).value!);
      }),
    );
  });

  it('does not fall if one more check passes or one more metadata element exists', () => {
    fc.assert(
      fc.property(rounds, fc.constantFrom(...correctnessItems), (history, item) => {
        const better = history.map((round) => ({
          ...round,
          correctness:
            round.correctness === null || round.correctness[item] === null
              ? round.correctness
              : { ...round.correctness, [item]: true },
        }));
        expect(score({ rounds: better }).value).toBeGreaterThanOrEqual(score({ rounds: history }).value!);
        const told = {
          ...resource,
          provider: { organization: 'Kent', person: null, email: 'a@kent.example', url: null },
        };
        expect(score({ rounds: history, resource: told }).value).toBeGreaterThanOrEqual(
          score({ rounds: history }).value!,
        );
      }),
    );
  });
});
