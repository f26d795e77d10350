// GeoParquet: the complete footer or its end; Parquet without geometries.
import { expect, it } from 'vitest';
import { makeGeoparquet, wholeFile } from '../../../../test/range/make-files.ts';
import { readDocument, readFixture } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { geoparquet } from './geoparquet.ts';

it('reads columns, count, extent and system', () => {
  const { identity, description, problems } = readFixture(geoparquet, 'geoparquet/regions.parquet');
  expect(identity?.version).toBe('1.1.0');
  expect(description.extent).toEqual([5.5, 47, 15, 55]);
  expect(description.layers).toMatchObject([
    { name: 'geometry', featureCount: 42, keywords: ['Polygon', 'id'], crs: ['EPSG:4326'] },
  ]);
  expect(problems).toEqual([]);
});

it('reads the end of a large footer', () => {
  const bytes = wholeFile(makeGeoparquet(8, 500_000));
  const { description, problems } = readDocument(geoparquet, makeDocument({ url: 'http://a.org/x.parquet', bytes }));
  expect(description.extent).toEqual([5.5, 47, 15, 55]);
  expect(problems).toEqual(['file.partly-read']);
});

it('ignores other tables', () => {
  const bytes = Buffer.from(
    wholeFile(makeGeoparquet(8)).toString('latin1').replace('\u0003geo\u0018', '\u0003ge_\u0018'),
    'latin1',
  );
  expect(geoparquet.identify(makeDocument({ url: 'http://a.org/x.parquet', bytes }))).toEqual([]);
});
