// Feeds with places in all three spellings.
import { expect, it } from 'vitest';
import { fixtureDocument, readFixture } from '../../../../test/read-fixture.ts';
import { georss } from './georss.ts';

it('reads points, polygons and GML', () => {
  const { description } = readFixture(georss, 'georss/where.atom');
  expect(description).toMatchObject({ title: 'Quakes', abstract: 'Of last week', extent: [-120, 40, -110.25, 45.5] });
  expect(description.links.map(({ url, anchor }) => [url, anchor])).toEqual([
    ['http://files.example.org/quake/1', 'M 4.2'],
    ['http://files.example.org/quake/2', 'M 5.0'],
  ]);
});

it("reads W3C positions and GDAL's output", () => {
  expect(readFixture(georss, 'georss/w3c.rss').description.extent).toEqual([-0.25, 51.5, -0.25, 51.5]);
  expect(readFixture(georss, 'georss/towns.rss').description.extent).toEqual([10.5, 47.5, 12, 48.75]);
});

it('ignores feeds without locations', () => {
  expect(georss.identify(fixtureDocument('georss/exception-no-place.rss'))).toEqual([]);
});
