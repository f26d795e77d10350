// GeoJSON line by line, with and without record separators.
import { expect, it } from 'vitest';
import { readDocument, readFixture } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { geojsonSeq } from './geojson-seq.ts';

function documentOf(text: string, partial: 'range' | null = null) {
  return makeDocument({ url: 'http://a.org/x', bytes: Buffer.from(text), partial });
}

it('reads every line', () => {
  const { description } = readFixture(geojsonSeq, 'geojson-seq/towns.geojsonl');
  expect(description).toMatchObject({ title: 'towns', extent: [10.5, 47.5, 12, 48.75] });
  expect(description.layers[0]).toMatchObject({ featureCount: 3, keywords: ['Point', 'name', 'people'] });
});

it('reads record separators, and truncated lines', () => {
  const feature = '{"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[1,2]}}\n';
  expect(readDocument(geojsonSeq, documentOf(`\x1e${feature}`)).description.layers[0]?.featureCount).toBe(1);
  const cut = readDocument(geojsonSeq, documentOf(feature + feature.slice(0, 30), 'range'));
  expect(cut.description.extent).toBeNull();
  expect(cut.problems).toEqual(['file.partly-read']);
});

it('ignores other lines', () => {
  for (const text of [
    '{"a":1}\n{"a":2}\n',
    '{"type":"Feature","geometry":null}\n',
    '{"type":"Feature",\n"geometry":null}',
    'a,b\n1,2\n',
  ]) {
    expect(geojsonSeq.identify(documentOf(text))).toEqual([]);
  }
});
