// MBTiles: images and vector tiles.
import { expect, it } from 'vitest';
import { fixtureDocument, readFixture, rounded } from '../../../test/read-fixture.ts';
import { mbtiles } from './mbtiles.ts';

it('reads tiles of images', () => {
  const { description, problems } = readFixture(mbtiles, 'mbtiles/height.mbtiles');
  expect(description).toMatchObject({
    title: 'height',
    formats: ['application/vnd.mbtiles', 'image/png'],
    layerCount: 1,
  });
  expect(rounded(description.extent)).toEqual([10.3366, 47.8454, 10.3476, 47.851]);
  expect(problems).toEqual([]);
});

it('reads the layers of vector tiles', () => {
  const { description } = readFixture(mbtiles, 'mbtiles/vector.mbtiles');
  expect(description.layers).toMatchObject([
    { name: 'towns', keywords: ['name', 'people'], extent: [10.5, 47.5, 12, 48.75] },
  ]);
});

it('ignores other databases', () => {
  expect(mbtiles.identify(fixtureDocument('geopackage/towns.gpkg'))).toEqual([]);
});
