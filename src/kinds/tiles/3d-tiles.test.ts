// 3D Tiles on hand-written tilesets.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { tiles3d } from './3d-tiles.ts';

function read(name: string) {
  const url = `https://tiles.example.org/city/${name}`;
  const document = makeDocument({
    url,
    bytes: readFileSync(new URL(`../../../fixtures/3d-tiles/${name}`, import.meta.url)),
  });
  const [identity] = tiles3d.identify(document);
  return { identity, description: tiles3d.describe(document, identity!) };
}

it('reads a region, in radians', () => {
  const { identity, description } = read('tileset.json');
  expect(identity).toEqual({
    kind: '3d-tiles',
    version: '1.0',
    endpoint: 'https://tiles.example.org/city/tileset.json',
  });
  expect(description).toMatchObject({ title: 'city', formats: ['b3dm'], software: 'citymaker 2' });
  expect(description.extent?.map((degrees) => Math.round(degrees * 1e6) / 1e6)).toEqual([7, 50, 8, 51]);
});

it('places a box by its transform', () => {
  const [west, south, east, north] = read('box.json').description.extent!;
  expect((west + east) / 2).toBeCloseTo(7, 3);
  expect((south + north) / 2).toBeCloseTo(50, 3);
  expect(east - west).toBeLessThan(0.05);
});

it('has no extent for a model without a location', () => {
  const { description } = read('nowhere.json');
  expect(description.extent).toBeNull();
  expect(description.problems.map(({ code }) => code)).toEqual(['extent.missing']);
});

it("isn't glTF, which has an asset too", () => {
  const gltf = makeDocument({
    url: 'https://a.org/x.gltf',
    bytes: Buffer.from('{"asset":{"version":"2.0"},"scene":0}'),
  });
  expect(tiles3d.identify(gltf)).toEqual([]);
});
