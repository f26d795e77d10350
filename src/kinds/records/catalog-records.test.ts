// A catalog's description is derived from its records.
import { expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { RecordList } from './catalog-records.ts';

const document = makeDocument({ url: 'http://catalog.example/', bytes: new Uint8Array() });

function termsOf(terms: readonly string[], layerCount?: number): string | null {
  const records = new RecordList(document.finalUrl);
  for (const text of terms) records.add({ title: 'A record' }, text);
  return records.describe(document, layerCount === undefined ? {} : { layerCount }).accessConstraints;
}

it('has the license that all its records share', () => {
  expect(termsOf(['CC-BY-4.0', 'CC-BY-4.0'])).toBe('CC-BY-4.0');
  expect(termsOf(['CC-BY-4.0', 'ODbL-1.0'])).toBeNull();
  expect(termsOf(['CC-BY-4.0', ''])).toBeNull();
  expect(termsOf([])).toBeNull();
});

it('states no license if some records were not read', () => {
  expect(termsOf(['CC-BY-4.0'], 5000)).toBeNull();
});
