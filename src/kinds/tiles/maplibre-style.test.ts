// MapLibre styles on hand-written documents.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { maplibreStyle } from './maplibre-style.ts';

it('links to the sources that are on the web', () => {
  const bytes = readFileSync(new URL('../../../fixtures/maplibre-style/style.json', import.meta.url));
  const document = makeDocument({ url: 'https://maps.example.org/styles/day/style.json', bytes });
  const [identity] = maplibreStyle.identify(document);
  expect(identity?.version).toBe('8');
  const description = maplibreStyle.describe(document, identity!);
  expect(description).toMatchObject({
    title: 'Day',
    layerCount: 5,
    extent: [7, 50, 8, 51],
    formats: ['vector', 'raster', 'geojson'],
  });
  expect(description.links.map(({ url, anchor }) => [anchor, url])).toEqual([
    ['land', 'https://tiles.example.org/land.json'],
    ['relief', 'https://tiles.example.org/relief/{z}/{x}/{y}.png'],
    ['spots', 'https://maps.example.org/styles/day/spots.geojson'],
  ]);
});

it('ignores other lists of layers', () => {
  for (const text of [
    '{"version":1.2,"sources":{},"layers":[]}',
    '{"version":8,"sources":[],"layers":[]}',
    '{"version":8,"sources":{},"layers":[{"name":"x"}]}',
  ])
    expect(maplibreStyle.identify(makeDocument({ url: 'https://a.org/x', bytes: Buffer.from(text) }))).toEqual([]);
});
