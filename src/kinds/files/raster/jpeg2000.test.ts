// JPEG 2000 with GeoJP2 and with GMLJP2, written by GDAL.
import { expect, it } from 'vitest';
import { fixtureDocument, readFixture, rounded } from '../../../../test/read-fixture.ts';
import { jpeg2000 } from './jpeg2000.ts';

it.each(['geo.jp2', 'gml.jp2'])('reads the extent of %s', (name) => {
  const { description, problems } = readFixture(jpeg2000, `jpeg2000/${name}`);
  expect(rounded(description.extent)).toEqual([10.3366, 47.8454, 10.3474, 47.851]);
  expect(description.layers).toMatchObject([{ crs: ['EPSG:25832'] }]);
  expect(problems).toEqual([]);
});

it('ignores images without a location', () => {
  expect(jpeg2000.identify(fixtureDocument('jpeg2000/exception-none.jp2'))).toEqual([]);
});
