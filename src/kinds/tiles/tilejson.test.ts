// TileJSON on hand-written documents.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { tilejson } from './tilejson.ts';

function read(name: string) {
  const bytes = readFileSync(new URL(`../../../fixtures/tilejson/${name}`, import.meta.url));
  const document = makeDocument({ url: `https://tiles.example.org/${name}`, bytes });
  const [identity] = tilejson.identify(document);
  return { version: identity?.version, description: tilejson.describe(document, identity!) };
}

it('reads vector tiles with the layers inside', () => {
  const { version, description } = read('3.0.0.json');
  expect(version).toBe('3.0.0');
  expect(description).toMatchObject({
    title: 'Land',
    accessConstraints: '© Nobody',
    extent: [7, 50, 8, 51],
    formats: ['pbf'],
    layers: [{ name: 'roads', abstract: 'All roads' }, { name: 'woods' }],
  });
});

it('reads a callback, bounds as text, and a document without a version', () => {
  expect(read('2.0.0.js')).toMatchObject({
    version: '2.0.0',
    description: { extent: [-180, -85, 180, 85], layerCount: 1 },
  });
  expect(read('without-version.json').version).toBeNull();
});

it('ignores vector tile services and other tiles', () => {
  for (const text of [
    '{"tiles":["tile/{z}/{y}/{x}.pbf"],"minzoom":0,"tileInfo":{},"currentVersion":11}',
    '{"tiles":["a","b"],"minzoom":0}',
    '{"tiles":[{"id":1}]}',
  ])
    expect(tilejson.identify(makeDocument({ url: 'https://a.org/x', bytes: Buffer.from(text) }))).toEqual([]);
});
