// Which words distinguish datasets, and the numbers in them.
import { describe, expect, it } from 'vitest';
import { foldedName, isDistinctive, numbersIn } from './distinctive-terms.ts';

describe('isDistinctive', () => {
  it.each(['gewasserschutz', 'land cover 2019', 'lc2020', 'реки и каналы', 'zones humides'])(
    'is true of "%s"',
    (words) => {
      expect(isDistinctive(words)).toBe(true);
    },
  );

  it.each(['', 'boundaries', 'layer0', 'data 2', 'points', 'b1', '12', 'export', 'untitled', 'wms'])(
    'is false of "%s"',
    (words) => {
      expect(isDistinctive(words)).toBe(false);
    },
  );
});

describe('numbersIn', () => {
  it('reads numbers with any thousands separator', () => {
    for (const scale of ['1:25 000', '1:25.000', "1:25'000", '1:25000'])
      expect(numbersIn(scale)).toEqual(['1', '25000']);
  });

  it('reads years, versions and periods', () => {
    expect(numbersIn('HQ100 in 2019, RCP4.5')).toEqual(['100', '2019', '4.5']);
  });
});

it('folds spellings of a name', () => {
  expect(new Set(['Zones humides', 'zones_humides', 'ZonesHumides', 'zones.humides'].map(foldedName)).size).toBe(1);
});
