// What answers comes first, then what is secure, then what one can do more with.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareWays, type WayFacts } from './best-distribution.ts';

const way = (given: Partial<WayFacts>): WayFacts => ({
  ...{ id: 'a', kind: 'wms', family: 'service', endpoint: 'https://a.example/', lastSeenMs: 1, ...given },
});

it.each<[string, Partial<WayFacts>, Partial<WayFacts>]>([
  ['alive before unknown', { isAlive: true, endpoint: 'http://a.example/' }, {}],
  ['unknown before dead', { endpoint: 'http://a.example/' }, { isAlive: false, kind: 'wfs' }],
  ['secure before richer', {}, { kind: 'wfs', endpoint: 'http://a.example/' }],
  ['features before maps', { kind: 'wfs' }, { kind: 'wms' }],
  ['maps before tiles', { kind: 'wms' }, { kind: 'wmts' }],
  ['services before files', { kind: 'tms' }, { kind: 'shapefile', family: 'file' }],
  ['any file before its record', { kind: 'dxf', family: 'file' }, { kind: 'iso19139', family: 'file' }],
  ['seen later first', { lastSeenMs: 2, id: 'b' }, {}],
  ['ids decide', { id: 'a' }, { id: 'b' }],
])('%s', (_name, first, second) => {
  expect(compareWays(way(first), way(second))).toBeLessThan(0);
  expect(compareWays(way(second), way(first))).toBeGreaterThan(0);
});

it('is an order, whatever is known', () => {
  const facts = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    kind: fc.constantFrom('wms', 'wfs', 'geojson', 'iso19139', 'unheard-of'),
    family: fc.constantFrom('service' as const, 'file' as const),
    endpoint: fc.constantFrom('https://a.example/', 'http://a.example/'),
    lastSeenMs: fc.integer({ min: 0, max: 2 }),
    isAlive: fc.constantFrom(true, false, null),
  });
  fc.assert(
    fc.property(facts, facts, facts, (a, b, c) => {
      expect(Math.sign(compareWays(a, b)) + Math.sign(compareWays(b, a))).toBe(0);
      if (compareWays(a, b) <= 0 && compareWays(b, c) <= 0) expect(compareWays(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});
