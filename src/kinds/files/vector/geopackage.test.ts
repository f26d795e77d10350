// GeoPackage: the table of contents, read page by page.
import { expect, it } from 'vitest';
import { fixtureDocument, readDocument, readFixture, rounded } from '../../../../test/read-fixture.ts';
import { geopackage } from './geopackage.ts';

it('reads its contents as layers', () => {
  const { identity, description, problems } = readFixture(geopackage, 'geopackage/towns.gpkg');
  expect(identity?.version).toBe('1.2.0');
  expect(description.title).toBe('towns');
  expect(
    description.layers.map(({ name, title, abstract, crs, extent }) => [
      name,
      title,
      abstract,
      crs[0],
      rounded(extent),
    ]),
  ).toEqual([
    ['towns', 'Towns of nowhere', 'Three towns', 'EPSG:4326', [10.5, 47.5, 12, 48.75]],
    ['towns_utm', 'towns_utm', '', 'EPSG:25832', [10.4793, 47.5, 12.0726, 48.762]],
  ]);
  expect(problems).toEqual([]);
});

it('is recognized by its first page, and requests the missing pages', () => {
  const whole = fixtureDocument('geopackage/towns.gpkg');
  const headers = { 'content-range': `bytes 0-511/${whole.bytes.length}` };
  const head = { ...whole, bytes: whole.bytes.subarray(0, 512), partial: 'range' as const, status: 206, headers };
  const { identity, problems } = readDocument(geopackage, head);
  expect(problems).toEqual(['file.partly-read']);
  expect(geopackage.more?.(head, identity!)?.range?.[0]).toBeGreaterThanOrEqual(512);
});

it('ignores other databases', () => {
  expect(geopackage.identify(fixtureDocument('mbtiles/height.mbtiles'))).toEqual([]);
  expect(geopackage.identify(fixtureDocument('spatialite/towns.sqlite'))).toEqual([]);
});
