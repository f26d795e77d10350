import { expect, it } from 'vitest';
import { openSqlite } from '../store/sqlite/sqlite.ts';
import { insertOptOut, openOptOutCheck, parseOptOutHost } from './opt-outs.ts';

it('matches hosts by name, and everything below a domain', async () => {
  const store = openSqlite(':memory:');
  const { isOut } = await openOptOutCheck(store);
  expect(isOut('maps.example.org')).toBe(false);
  for (const host of ['maps.example.org', '*.example.net', '[::1]'])
    await store.transact((transaction) =>
      store.within(transaction, () => insertOptOut({ host, reason: '', createdMs: 0 })),
    );
  const requested = [
    'maps.example.org',
    'MAPS.example.org.',
    'other.example.org',
    'example.org',
    'example.net',
    'a.b.example.net',
    'notexample.net',
    '::1',
  ];
  expect(requested.map(isOut)).toEqual([true, true, false, false, true, true, false, true]);
  await store.close();
});

it('accepts host names only', () => {
  expect([' Maps.Example.org. ', '*.example.org', 'münchen.example', '[::1]'].map(parseOptOutHost)).toEqual([
    'maps.example.org',
    '*.example.org',
    'xn--mnchen-3ya.example',
    '[::1]',
  ]);
  for (const text of ['', 'example', '*', '*.org/x', 'http://a.example', 'a.example/b', 'a..b'])
    expect(() => parseOptOutHost(text)).toThrow(expect.objectContaining({ code: 'usage.bad-argument' }));
});
