import { expect, it } from 'vitest';
import { openRateLimit } from './rate-limit.ts';

it('takes all addresses of one IPv6 network for one client, and a mapped IPv4 address for itself', () => {
  const limit = openRateLimit(2);
  const isOver = (address: string) => limit.count(address, 0).isOver;
  expect(['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3'].map(isOver)).toEqual([false, false, true]);
  expect(isOver('2001:db8:1:3::1')).toBe(false);
  expect(['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2'].map(isOver)).toEqual([false, false, true, false]);
});
