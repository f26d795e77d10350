// GeoArrow: extension types and `geo` metadata in the schema.
import { expect, it } from 'vitest';
import { readFixture, rounded } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { geoarrow } from './geoarrow.ts';

it('reads geometry columns', () => {
  const { description, problems } = readFixture(geoarrow, 'geoarrow/regions.arrow');
  expect(rounded(description.extent)).toEqual([10.3366, 47.8421, 10.6094, 48.0255]);
  expect(description.layers).toMatchObject([
    { name: 'geometry', crs: ['EPSG:25832'], keywords: ['geoarrow.wkb', 'name'] },
  ]);
  expect(problems).toEqual([]);
});

it('ignores other bytes', () => {
  for (const bytes of [
    Buffer.alloc(40, 255),
    Buffer.from('ARROW1\0\0'),
    Buffer.concat([Buffer.from('ARROW1\0\0'), Buffer.alloc(90, 255)]),
  ]) {
    expect(geoarrow.identify(makeDocument({ url: 'http://a.org/x', bytes }))).toEqual([]);
  }
});
