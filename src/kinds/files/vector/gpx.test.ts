// GPX: waypoints together, each track by itself.
import { expect, it } from 'vitest';
import { readDocument, readFixture } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { gpx } from './gpx.ts';

it('reads tracks, waypoints and texts', () => {
  const { identity, description } = readFixture(gpx, 'gpx/track.gpx');
  expect(identity?.version).toBe('1.0');
  expect(description).toMatchObject({
    title: 'Sunday walk',
    abstract: 'Around the lake',
    keywords: ['walk', 'lake'],
    provider: { person: 'Ann' },
    extent: [8.25, 47.5, 8.4, 47.7],
    layerCount: 2,
  });
  expect(description.layers.map(({ name, abstract, featureCount }) => [name, abstract, featureCount])).toEqual([
    ['Waypoints', '', 1],
    ['North shore', 'Muddy', 2],
  ]);
});

it("reads GDAL's output, and empty files", () => {
  expect(readFixture(gpx, 'gpx/towns.gpx').description).toMatchObject({
    title: 'towns',
    extent: [10.5, 47.5, 12, 48.75],
  });
  const empty = makeDocument({ url: 'http://a.org/a.gpx', bytes: Buffer.from('<gpx version="1.1"/>') });
  expect(readDocument(gpx, empty).problems).toEqual(['file.empty']);
});
