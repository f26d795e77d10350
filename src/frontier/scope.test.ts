import { describe, expect, it } from 'vitest';
import { makeScope } from './scope.ts';

const seeds = ['http://www.city.example/start', 'http://127.0.0.1:8080/'];

describe('makeScope', () => {
  it.each([
    ['host', 'http://www.city.example/a', true],
    ['host', 'https://www.city.example:8443/a', true],
    ['host', 'http://maps.city.example/a', false],
    ['host', 'http://127.0.0.1:9090/a', true],
    ['site', 'http://maps.city.example/a', true],
    ['site', 'http://city.example/a', true],
    ['site', 'http://other.example/a', false],
    ['site', 'http://[2001:db8::1]:80/', false],
    ['web', 'http://other.example/a', true],
  ] as const)('%s: %s → %s', (scope, url, isIn) => {
    expect(makeScope({ seeds, scope })(url)).toBe(isIn);
  });

  it('applies patterns, exclusion first, and never to seeds', () => {
    const inScope = makeScope({ seeds, scope: 'web', include: [/maps/g], exclude: [/private/g] });
    for (const _ of [1, 2]) {
      expect(inScope('http://a.example/maps')).toBe(true);
      expect(inScope('http://a.example/maps/private')).toBe(false);
      expect(inScope('http://a.example/other')).toBe(false);
      expect(inScope(seeds[0]!)).toBe(true);
    }
  });
});
