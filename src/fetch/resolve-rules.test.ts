// Rules a user writes with --resolve.
import { describe, expect, it } from 'vitest';
import { findResolveRule, parseResolveRule } from './resolve-rules.ts';

describe('parseResolveRule', () => {
  it.each([
    ['maps.example.org=127.0.0.1', { host: 'maps.example.org', address: '127.0.0.1', port: null }],
    ['Maps.Example.org.=10.0.0.1:8080', { host: 'maps.example.org', address: '10.0.0.1', port: 8080 }],
    ['*.example.org=[::1]', { host: '*.example.org', address: '::1', port: null }],
    ['*=[2001:db8::1]:443', { host: '*', address: '2001:db8::1', port: 443 }],
    [' a.b = 127.0.0.1 ', { host: 'a.b', address: '127.0.0.1', port: null }],
  ])('%s', (text, rule) => {
    expect(parseResolveRule(text)).toEqual(rule);
  });

  it.each([
    '',
    'maps.example.org',
    '=127.0.0.1',
    'maps.example.org=',
    'maps.example.org=other.example.org',
    'maps.example.org=::1',
    'maps.example.org=[::1',
    'maps.example.org=[::1]x',
    'maps.example.org=127.0.0.1:',
    'maps.example.org=127.0.0.1:0',
    'maps.example.org=127.0.0.1:65536',
    'http://maps.example.org=127.0.0.1',
    'maps.example.org=127.1',
  ])('"%s" is refused with what to write', (text) => {
    expect(() => parseResolveRule(text)).toThrow(expect.objectContaining({ code: 'usage.bad-argument' }));
    expect(() => parseResolveRule(text)).toThrow('HOST=ADDRESS:PORT');
  });
});

describe('findResolveRule', () => {
  const rules = ['exact.org=127.0.0.1', '*.example.org=127.0.0.2', 'a*b*c.net=127.0.0.3'].map(parseResolveRule);
  it.each([
    ['exact.org', '127.0.0.1'],
    ['EXACT.org.', '127.0.0.1'],
    ['www.exact.org', undefined],
    ['maps.example.org', '127.0.0.2'],
    ['deep.maps.example.org', '127.0.0.2'],
    ['example.org', undefined],
    ['abc.net', '127.0.0.3'],
    ['a-x-b-y-c.net', '127.0.0.3'],
    ['ac.net', undefined],
  ])('%s → %s', (host, address) => {
    expect(findResolveRule(rules, host)?.address).toBe(address);
  });

  it('the first match wins', () => {
    const both = ['*=127.0.0.9', 'exact.org=127.0.0.1'].map(parseResolveRule);
    expect(findResolveRule(both, 'exact.org')?.address).toBe('127.0.0.9');
  });

  it('is linear on a row of wildcards', () => {
    const [rule] = [parseResolveRule(`${'*a'.repeat(5000)}=127.0.0.1`)];
    expect(findResolveRule([rule], 'b'.repeat(253))).toBeNull();
  });
});
