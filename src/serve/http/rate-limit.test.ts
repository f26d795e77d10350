import { expect, it } from 'vitest';
import { openRateLimit } from './rate-limit.ts';

it('counts an IPv6 network as one client, and a mapped IPv4 address as that address', () => {
  const limit = openRateLimit(2);
  const isOver = (address: string) => limit.count({ address, rate: 'standard' }, 0).isOver;
  expect(['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3'].map(isOver)).toEqual([false, false, true]);
  expect(isOver('2001:db8:1:3::1')).toBe(false);
  expect(['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2'].map(isOver)).toEqual([false, false, true, false]);
});

it('counts a costly request as twenty, and allows one under any limit', () => {
  const address = '192.0.2.1';
  const [limit, strict] = [openRateLimit(50), openRateLimit(3)];
  const rates = ['costly', 'costly', 'costly', 'standard'] as const;
  expect(rates.map((rate) => limit.count({ address, rate }, 0).isOver)).toEqual([false, false, true, false]);
  expect(limit.count({ address, rate: 'costly' }, 0).headers['retry-after']).toBe('14');
  expect(limit.count({ address, rate: 'costly' }, 14_000).isOver).toBe(false);
  expect(rates.map((rate) => strict.count({ address, rate }, 0).isOver)).toEqual([false, true, true, true]);
});
