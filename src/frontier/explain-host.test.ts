import { describe, expect, it } from 'vitest';
import type { HostState } from '../model/frontier.ts';
import { explainHost } from './explain-host.ts';

const nowMs = Date.UTC(2024, 5, 1, 12);
const due: HostState = {
  host: 1,
  key: 'http://a.example',
  site: 'a.example',
  address: '192.0.2.1',
  nextAtMs: nowMs - 1,
  delayMs: 2000,
  latencyEwmaMs: null,
  strikes: 0,
  forgiveAtMs: 0,
  failures: 0,
  robots: null,
  why: null,
  pending: 3,
  spent: 10,
  budget: 2000,
  services: 0,
};
const later = { nextAtMs: nowMs + 90_000 };

describe('explainHost', () => {
  it.each([
    ['due', {}, 'It is due: 3 URLs are pending'],
    ['out', { isOut: true }, 'A visit is in progress'],
    ['waiting', later, 'It waits for its crawl delay of 2 s until 2024-06-01 12:01:30 UTC (in 90 s).'],
    ['robots', { ...later, why: 'policy.robots-unreachable' }, 'Its robots.txt could not be read'],
    ['parked', { ...later, why: 'policy.parked', failures: 5 }, 'It is parked after 5 failures in a row.'],
    ['slowed', { ...later, why: 'policy.backoff' }, 'It asked us to slow down'],
    ['other', { ...later, why: 'fetch.dns' }, 'It is postponed: fetch.dns.'],
    ['empty', { pending: 0 }, 'It has no pending URLs'],
    ['spent', { spent: 2000 }, 'Its budget of 2000 pages is spent; 3 more URLs are held back.'],
    ['site', { isHeldBySite: true }, 'Other hosts of a.example are being visited'],
  ] as const)('%s', (_, change, sentence) => {
    expect(explainHost({ ...due, ...change }, nowMs)[0]).toContain(sentence);
  });

  it('reports a busy address', () => {
    expect(explainHost(due, nowMs, { freeAtMs: nowMs + 200 })).toEqual([
      'Its address 192.0.2.1 is busy with other hosts until 2024-06-01 12:00:00 UTC.',
    ]);
  });
});
