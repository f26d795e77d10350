// Available distributions come first, then secure ones, then more capable ones.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareDistributions, type DistributionFacts } from './best-distribution.ts';

const distribution = (given: Partial<DistributionFacts>): DistributionFacts => ({
  id: 'a',
  kind: 'wms',
  family: 'service',
  endpoint: 'https://a.example/',
  lastSeenMs: 1,
  ...given,
});

it.each<[string, Partial<DistributionFacts>, Partial<DistributionFacts>]>([
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
  expect(compareDistributions(distribution(first), distribution(second))).toBeLessThan(0);
  expect(compareDistributions(distribution(second), distribution(first))).toBeGreaterThan(0);
});

it('is a total order, whatever is known', () => {
  const facts = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    kind: fc.constantFrom('wms', 'wfs', 'geojson', 'iso19139', 'unknown'),
    family: fc.constantFrom('service' as const, 'file' as const),
    endpoint: fc.constantFrom('https://a.example/', 'http://a.example/'),
    lastSeenMs: fc.integer({ min: 0, max: 2 }),
    isAlive: fc.constantFrom(true, false, null),
  });
  fc.assert(
    fc.property(facts, facts, facts, (a, b, c) => {
      expect(Math.sign(compareDistributions(a, b)) + Math.sign(compareDistributions(b, a))).toBe(0);
      if (compareDistributions(a, b) <= 0 && compareDistributions(b, c) <= 0)
        expect(compareDistributions(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});
