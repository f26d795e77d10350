// SpatiaLite: its table of geometry columns.
import { expect, it } from 'vitest';
import { fixtureDocument, readFixture } from '../../../../test/read-fixture.ts';
import { spatialite } from './spatialite.ts';

it('reads geometry columns as layers', () => {
  const { description, problems } = readFixture(spatialite, 'spatialite/towns.sqlite');
  expect(description.layers).toMatchObject([{ name: 'towns', crs: ['EPSG:4326'], keywords: ['Point'], extent: null }]);
  expect(problems).toEqual(['extent.missing']);
});

it('ignores other databases', () => {
  expect(spatialite.identify(fixtureDocument('geopackage/towns.gpkg'))).toEqual([]);
  expect(spatialite.identify(fixtureDocument('mbtiles/height.mbtiles'))).toEqual([]);
});
