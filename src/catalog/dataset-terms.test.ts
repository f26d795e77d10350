// Dataset counts as shown to users.
import { expect, it } from 'vitest';
import { kinds } from '../kinds/index.ts';
import { countDatasets, kindLabel, pluralOf } from './dataset-terms.ts';

it.each([
  ['layer', 'layers'],
  ['feature type', 'feature types'],
  ['process', 'processes'],
  ['child', 'children'],
  ['search', 'searches'],
])('%s → %s', (one, many) => {
  expect(pluralOf(one)).toBe(many);
});

it('has a short word for every kind', () => {
  for (const { id, family } of kinds) {
    expect(countDatasets({ kind: id, family, layerCount: 2 })).toMatch(/^2 [a-z ]{0,20}(?:s|children)$/);
    expect(countDatasets({ kind: id, family, layerCount: 1 })).toMatch(/^1 [a-z ]{1,20}$/);
  }
});

it.each([
  [{ kind: 'wfs', family: 'service', layerCount: 3 }, '3 feature types'],
  [{ kind: 'wfs', family: 'service', layerCount: 1 }, '1 feature type'],
  [{ kind: 'wms', family: 'service', layerCount: 0 }, 'no layers'],
  [{ kind: 'kml', family: 'file', layerCount: 1 }, '1 dataset'],
  [{ kind: 'ckan', family: 'catalog', layerCount: 0 }, ''],
  [{ kind: 'of-a-plug-in', family: 'service', layerCount: 2 }, '2 layers'],
] as const)('%o: %s', (counted, words) => {
  expect(countDatasets(counted)).toBe(words);
});

it('leaves no gap without a version', () => {
  expect(kindLabel({ kind: 'kml', version: null })).toBe('KML');
  expect(kindLabel({ kind: 'wms', version: '1.3.0' })).toBe('WMS 1.3.0');
});
