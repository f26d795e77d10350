// From a robots.txt response or failure to the verdict for its host.
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import type { PartialReason } from '../../model/document.ts';
import { type ErrorCode, GeotrawlError } from '../../model/errors.ts';
import type { RobotsRecord } from '../../model/frontier.ts';
import { readRobotsVerdict, robotsFromFailure, robotsFromResponse, robotsRequest } from './robots-record.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = 1_700_000_000_000;
const rules = 'User-agent: *\nDisallow: /a';

interface Given {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly partial?: PartialReason;
}

const response = ({ status, body = '', headers = {}, partial }: Given) =>
  makeDocument({
    url: 'https://example.org/robots.txt',
    bytes: Buffer.from(body),
    status,
    headers,
    partial: partial ?? null,
  });

const good = (ageMs: number): RobotsRecord => ({
  status: 200,
  body: rules,
  fetchedAtMs: now - ageMs,
  expiresAtMs: now,
});

describe('a response', () => {
  it.each([
    [{ status: 200, body: rules }, 'rules'],
    [{ status: 206, body: rules }, 'rules'],
    [{ status: 200, body: rules, partial: 'size' as const }, 'rules'],
    [{ status: 200, body: rules, partial: 'cut' as const }, 'rules'],
    [{ status: 200, body: '' }, 'allow'],
    [{ status: 301, body: rules }, 'allow'],
    [{ status: 400 }, 'allow'],
    [{ status: 401, body: rules }, 'allow'],
    [{ status: 403 }, 'allow'],
    [{ status: 404 }, 'allow'],
    [{ status: 410 }, 'allow'],
    [{ status: 429 }, 'defer'],
    [{ status: 500 }, 'defer'],
    [{ status: 503, body: rules }, 'defer'],
    [{ status: 200, body: rules, partial: 'time' as const }, 'defer'],
  ])('%j means %s', (given, verdict) => {
    const outcome = robotsFromResponse(response(given), null, now);
    expect(outcome.verdict).toBe(verdict);
    expect(outcome.record.body).toBe(verdict === 'rules' ? rules : '');
    expect(outcome.why).toBe(verdict === 'defer' ? 'policy.robots-unreachable' : null);
  });

  it.each([
    [undefined, day],
    ['no-store', day],
    ['public, max-age=3600', hour],
    ['max-age="7200"', 2 * hour],
    ['max-age=5', 10 * minute],
    ['max-age=99999999', day],
    ['s-maxage=5', day],
  ])('with Cache-Control %s is kept for %d ms', (cacheControl, keptMs) => {
    const headers = cacheControl === undefined ? {} : { 'cache-control': cacheControl };
    const { record } = robotsFromResponse(response({ status: 200, body: rules, headers }), null, now);
    expect(record.expiresAtMs - now).toBe(keptMs);
  });
});

describe('no response', () => {
  const failure = (code: ErrorCode) => new GeotrawlError(code, 'it failed');

  it.each([
    ['fetch.timeout', 'defer'],
    ['fetch.dns', 'defer'],
    ['fetch.connect', 'defer'],
    ['fetch.reset', 'defer'],
    ['fetch.tls-expired', 'defer'],
    ['fetch.redirect-limit', 'allow'],
    ['fetch.redirect-loop', 'allow'],
    ['policy.private-address', 'allow'],
  ] as const)('%s means %s', (code, verdict) => {
    const outcome = robotsFromFailure(failure(code), null, now);
    expect(outcome.verdict).toBe(verdict);
    expect(outcome.why).toBe(verdict === 'defer' ? code : null);
  });

  it('defers for 5 minutes, then twice as long, up to a day', () => {
    let record: RobotsRecord | null = null;
    let at = now;
    const waits: number[] = [];
    for (let round = 0; round < 11; round++) {
      record = robotsFromFailure(failure('fetch.timeout'), record, at).record;
      waits.push((record.expiresAtMs - record.fetchedAtMs) / minute);
      at = record.expiresAtMs;
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]);
  });

  it('keeps a good copy that is less than a day old', () => {
    const outcome = robotsFromFailure(failure('fetch.timeout'), good(2 * hour), now);
    expect(outcome).toEqual({
      verdict: 'rules',
      record: { ...good(2 * hour), expiresAtMs: now + hour / 2 },
      why: null,
    });
    expect(robotsFromResponse(response({ status: 503 }), good(10 * minute), now).record.expiresAtMs).toBe(
      now + 5 * minute,
    );
  });

  it('but no longer than a day', () => {
    expect(robotsFromFailure(failure('fetch.timeout'), good(23.9 * hour), now).record.expiresAtMs).toBe(
      now + hour / 10,
    );
    expect(robotsFromFailure(failure('fetch.timeout'), good(day), now).verdict).toBe('defer');
  });

  it('the next good response ends the wait', () => {
    const { record } = robotsFromFailure(failure('fetch.timeout'), null, now);
    expect(robotsFromResponse(response({ status: 200, body: rules }), record, now + hour).verdict).toBe('rules');
  });
});

describe('a stored record', () => {
  const until = (record: Partial<RobotsRecord>): RobotsRecord => ({ ...good(0), expiresAtMs: now + 1, ...record });
  it.each([
    [null, 'expired'],
    [until({ expiresAtMs: now }), 'expired'],
    [until({}), 'rules'],
    [until({ body: '' }), 'allow'],
    [until({ status: 404, body: '' }), 'allow'],
    [until({ status: 0, body: '' }), 'defer'],
    [until({ status: 503, body: '' }), 'defer'],
  ])('%j is %s', (record, verdict) => {
    expect(readRobotsVerdict(record, now)).toBe(verdict);
  });

  it('has the same verdict as its outcome', () => {
    const outcomes = [
      robotsFromResponse(response({ status: 200, body: rules }), null, now),
      robotsFromResponse(response({ status: 404 }), null, now),
      robotsFromResponse(response({ status: 500 }), null, now),
      robotsFromFailure(new GeotrawlError('fetch.redirect-limit', 'too far'), null, now),
      robotsFromFailure(new GeotrawlError('fetch.dns', 'no name'), null, now),
    ];
    for (const { verdict, record } of outcomes) expect(readRobotsVerdict(record, now)).toBe(verdict);
  });
});

it('is requested at the root of the host', () => {
  expect(robotsRequest('https://example.org:8443')).toMatchObject({ url: 'https://example.org:8443/robots.txt' });
});
