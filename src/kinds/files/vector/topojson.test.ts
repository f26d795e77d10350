// TopoJSON: objects as layers, quantized arcs as extent.
import { expect, it } from 'vitest';
import { readDocument, readFixture, rounded } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { topojson } from './topojson.ts';

it('reads its objects and follows its arcs', () => {
  const { description, problems } = readFixture(topojson, 'topojson/shire.topojson');
  expect(rounded(description.extent)).toEqual([-3, 51, -1, 52.5]);
  expect(description.layers.map(({ name, featureCount, keywords }) => [name, featureCount, keywords])).toEqual([
    ['shires', 2, ['Polygon']],
    ['wells', 1, ['Point']],
  ]);
  expect(problems).toEqual([]);
});

it('trusts a bbox, also of a truncated file', () => {
  const text = '{"type":"Topology","bbox":[1,2,3,4],"objects":{"a":{"type":"Polygon","arcs":[[0]]}},"arcs":[[[1,2],[3';
  const head = makeDocument({ url: 'http://a.org/x', bytes: Buffer.from(text), partial: 'range' });
  expect(readDocument(topojson, head).description.extent).toEqual([1, 2, 3, 4]);
  expect(topojson.identify(makeDocument({ url: 'http://a.org/x', bytes: Buffer.from('{"type":"Topology"}') }))).toEqual(
    [],
  );
});
