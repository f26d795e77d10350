import { expect, it } from 'vitest';
import { formatProgress } from './progress-line.ts';

const progress = {
  pages: 1204,
  requests: 1300,
  bytes: 5_000_000,
  resources: 97,
  failures: 14,
  pending: 8311,
  hosts: 212,
  active: 30,
  startedAtMs: 0,
  waitingUntilMs: null,
};

it('formats the progress of a crawl in one line', () => {
  expect(formatProgress(progress, 192_000)).toBe(
    'pages 1 204 (6.3/s) · queue 8 311 · hosts 212 · services 97 · errors 14 · 00:03:12',
  );
});

it('shows a long wait', () => {
  expect(formatProgress({ ...progress, waitingUntilMs: 222_000 }, 192_000)).toMatch(/ · waiting 00:00:30$/);
});
