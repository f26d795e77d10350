// Crawl delays, backoffs and parking.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../base/time/retry-after.ts';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';
import {
  type DelayState,
  defaultDelayPolicy,
  delayAfterFailure,
  delayAfterResponse,
  delayFor,
  type HostDelay,
  initialDelayState,
  nextLatencyEwma,
} from './crawl-delay.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const now = Date.parse('2025-06-01T12:00:00Z');
const policy = { ...defaultDelayPolicy, random: () => 0 };
const fresh = { ...initialDelayState, crawlDelayMs: null };

const response = (status: number, headers: Record<string, string> = {}, latencyMs = 100) => ({
  status,
  headers,
  latencyMs,
});
const failure = (code: ErrorCode) => new GeotrawlError(code, 'it failed');
const stateOf = (pace: HostDelay, before: DelayState) => ({
  ...before,
  ...pace,
  latencyEwmaMs: pace.latencyEwmaMs ?? before.latencyEwmaMs,
  crawlDelayMs: null,
});

describe('delayFor', () => {
  it.each([
    [null, null, 2000],
    [500, null, 2000],
    [10_000, null, 10_000],
    [900_000, null, 300_000],
    [null, 300, 2000],
    [null, 1000, 5000],
    [null, 60_000, 30_000],
    [10_000, 4000, 20_000],
  ])('crawl delay %s, latency %s: %s ms', (crawlDelayMs, latencyMs, delayMs) => {
    expect(delayFor(policy, crawlDelayMs, latencyMs)).toBe(delayMs);
  });

  it('without a base delay only robots.txt counts', () => {
    expect(delayFor({ ...policy, baseDelayMs: 0 }, null, 9000)).toBe(0);
    expect(delayFor({ ...policy, baseDelayMs: 0 }, 1500, 9000)).toBe(1500);
  });
});

describe('nextLatencyEwma', () => {
  it('starts with the first latency and follows slowly', () => {
    expect(nextLatencyEwma(null, 400)).toBe(400);
    expect(nextLatencyEwma(400, 1400)).toBe(700);
  });
});

describe('readRetryAfter', () => {
  it.each([
    ['120', 120 * second],
    [' 0 ', 0],
    ['99999999', day],
    ['Sun, 01 Jun 2025 12:05:00 GMT', 5 * minute],
    ['Sun, 01 Jun 2025 11:00:00 GMT', 0],
    ['Sun, 08 Jun 2025 12:00:00 GMT', day],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('%s is %s ms', (header, waitMs) => {
    expect(readRetryAfter(header, now)).toBe(waitMs);
  });
});

describe('delayAfterResponse', () => {
  it('an ordinary response: the ordinary delay', () => {
    expect(delayAfterResponse(fresh, response(200), policy, now)).toEqual({
      nextAtMs: now + 2000,
      delayMs: 2000,
      latencyEwmaMs: 100,
      strikes: 0,
      forgiveAtMs: 0,
      failures: 0,
      why: null,
    });
  });

  it('a slow response: five times its latency', () => {
    expect(delayAfterResponse(fresh, response(200, {}, 4000), policy, now).nextAtMs).toBe(now + 20_000);
  });

  it('robots.txt can lengthen it', () => {
    expect(delayAfterResponse({ ...fresh, crawlDelayMs: 9000 }, response(404), policy, now).nextAtMs).toBe(now + 9000);
  });

  it.each([429, 503])('%d with Retry-After: as long as requested', (status) => {
    const pace = delayAfterResponse(fresh, response(status, { 'retry-after': '77' }), policy, now);
    expect(pace).toMatchObject({ nextAtMs: now + 77 * second, strikes: 1, why: 'policy.backoff' });
  });

  it('Retry-After cannot shorten the delay', () => {
    expect(delayAfterResponse(fresh, response(429, { 'retry-after': '0' }), policy, now).nextAtMs).toBe(now + 2000);
  });

  it('429 without it: a minute, then twice as long each time, up to a day', () => {
    let state = fresh;
    let at = now;
    const waits: number[] = [];
    for (let round = 0; round < 13; round++) {
      const pace = delayAfterResponse(state, response(429), policy, at);
      waits.push((pace.nextAtMs - at) / minute);
      state = { ...stateOf(pace, state), crawlDelayMs: null };
      at = pace.nextAtMs;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440]);
  });

  it('good responses in between do not shorten the next backoff, half an hour of quiet does', () => {
    const struck = stateOf(delayAfterResponse(fresh, response(429), policy, now), fresh);
    const soon = stateOf(delayAfterResponse(struck, response(200), policy, now + 2 * minute), struck);
    expect(soon).toMatchObject({ strikes: 1, why: null });
    expect(delayAfterResponse(soon, response(429), policy, now + 5 * minute)).toMatchObject({
      nextAtMs: now + 7 * minute,
    });
    expect(delayAfterResponse(soon, response(429), policy, now + 31 * minute)).toMatchObject({
      nextAtMs: now + 32 * minute,
      strikes: 1,
    });
  });

  it('jitter adds up to a tenth', () => {
    const late = { ...policy, random: () => 0.999 };
    const waitMs = delayAfterResponse(fresh, response(503), late, now).nextAtMs - now;
    expect(waitMs).toBeGreaterThan(65 * second);
    expect(waitMs).toBeLessThan(66 * second + 1);
  });

  it('five consecutive 403 park the host', () => {
    let state = fresh;
    const whys: unknown[] = [];
    for (let round = 0; round < 5; round++) {
      const pace = delayAfterResponse(state, response(403), policy, now);
      whys.push(pace.why, pace.nextAtMs - now);
      state = { ...stateOf(pace, state), crawlDelayMs: null };
    }
    expect(whys).toEqual([null, 2000, null, 2000, null, 2000, null, 2000, 'policy.parked', day]);
    expect(delayAfterResponse(state, response(403), policy, now + day)).toMatchObject({ nextAtMs: now + 2 * day });
    expect(delayAfterResponse(state, response(200), policy, now + day)).toMatchObject({ failures: 0, why: null });
  });

  it('403 with other responses in between do not', () => {
    let state = fresh;
    for (const status of [403, 403, 403, 403, 200, 403]) {
      state = { ...stateOf(delayAfterResponse(state, response(status), policy, now), state), crawlDelayMs: null };
    }
    expect(state.failures).toBe(1);
  });
});

describe('delayAfterFailure', () => {
  it('doubles from a minute and parks the host at the fifth, to be retried daily', () => {
    let state = fresh;
    const waits: unknown[] = [];
    for (let round = 0; round < 6; round++) {
      const pace = delayAfterFailure(state, failure('fetch.connect'), policy, now);
      waits.push([(pace.nextAtMs - now) / minute, pace.why]);
      state = { ...stateOf(pace, state), crawlDelayMs: null };
    }
    expect(waits).toEqual([
      [1, 'fetch.connect'],
      [2, 'fetch.connect'],
      [4, 'fetch.connect'],
      [8, 'fetch.connect'],
      [1440, 'policy.parked'],
      [1440, 'policy.parked'],
    ]);
  });

  it('any response resets the count', () => {
    const failed = stateOf(delayAfterFailure(fresh, failure('fetch.dns'), policy, now), fresh);
    expect(failed.failures).toBe(1);
    expect(delayAfterResponse(failed, response(500), policy, now)).toMatchObject({ failures: 0, why: null });
  });

  it.each(['policy.private-address', 'fetch.aborted', 'fetch.redirect-loop', 'fetch.proxy'] as const)(
    '%s is not held against the host',
    (code) => {
      const pace = delayAfterFailure(fresh, failure(code), policy, now);
      expect(pace).toMatchObject({ nextAtMs: now + 2000, failures: 0, why: null });
    },
  );
});

describe('whatever happens', () => {
  it('a host is never requested before its delay and never skipped for more than a day', () => {
    const event = fc.oneof(
      fc.record({ status: fc.constantFrom(200, 301, 403, 404, 429, 500, 503), after: fc.option(fc.string()) }),
      fc.constantFrom<ErrorCode>('fetch.connect', 'fetch.timeout', 'fetch.aborted'),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), fc.nat(60_000), (events, latencyMs) => {
        let state = fresh;
        let at = now;
        for (const one of events) {
          const pace =
            typeof one === 'string'
              ? delayAfterFailure(state, failure(one), defaultDelayPolicy, at)
              : delayAfterResponse(
                  state,
                  response(one.status, one.after === null ? {} : { 'retry-after': one.after }, latencyMs),
                  defaultDelayPolicy,
                  at,
                );
          expect(pace.nextAtMs - at).toBeGreaterThanOrEqual(2000);
          expect(pace.nextAtMs - at).toBeLessThanOrEqual(day);
          state = { ...stateOf(pace, state), crawlDelayMs: null };
          at = pace.nextAtMs;
        }
      }),
    );
  });
});
