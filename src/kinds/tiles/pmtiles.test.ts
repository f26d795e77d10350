// PMTiles: header and metadata.
import { expect, it } from 'vitest';
import { fixtureDocument, readDocument, readFixture } from '../../../test/read-fixture.ts';
import { pmtiles } from './pmtiles.ts';

it('reads bounds, texts and layers', () => {
  const { identity, description } = readFixture(pmtiles, 'pmtiles/rivers.pmtiles');
  expect(identity?.version).toBe('3');
  expect(description).toMatchObject({
    title: 'Rivers',
    abstract: 'Large ones',
    accessConstraints: '© Nobody',
    extent: [-10, 35, 30, 70],
    formats: ['application/vnd.pmtiles', 'application/vnd.mapbox-vector-tile'],
  });
  expect(description.layers).toMatchObject([{ name: 'rivers', keywords: ['name'] }]);
});

it('keeps the bounds when the metadata were not read', () => {
  const whole = fixtureDocument('pmtiles/rivers.pmtiles');
  const { description, problems } = readDocument(pmtiles, {
    ...whole,
    bytes: whole.bytes.subarray(0, 130),
    partial: 'range',
  });
  expect(description).toMatchObject({ title: 'rivers', extent: [-10, 35, 30, 70] });
  expect(problems).toEqual(['file.partly-read']);
});
