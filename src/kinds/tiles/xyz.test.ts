// XYZ templates: suspected by their placeholders, proven by the tile of the whole world.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { xyz } from './xyz.ts';

const tile = readFileSync(new URL('../../../fixtures/xyz/0_0_0.png', import.meta.url));
const suspicion = (url: string) => xyz.suspect({ url, foundBy: 'text', anchor: '', window: '', nofollow: false });

it('suspects templates, also encoded ones', () => {
  expect(suspicion('https://t.org/a/{z}/{x}/{y}.png')).toBe(0.9);
  expect(suspicion('https://t.org/a/%7Bz%7D/%7Bx%7D/%7By%7D.png')).toBe(0.9);
  expect(suspicion('https://t.org/a?z={zoom}&x={x}&y={-y}')).toBe(0.9);
  expect(suspicion('https://t.org/rest/services/A/MapServer/tile/{z}/{y}/{x}')).toBe(0.4);
  expect(suspicion('https://t.org/{x}/{y}')).toBe(0);
});

it.each([
  ['https://t.org/a/{z}/{x}/{y}.png?key=1', 'https://t.org/a/0/0/0.png?key=1'],
  ['https://{s}.t.org/a/{zoom}/{x}/{-y}.png', 'https://a.t.org/a/0/0/0.png'],
  ['https://{switch:b,c}.t.org/{z}/{x}/{y}{r}.png', 'https://b.t.org/0/0/0.png'],
  ['https://t.org/t?x={x}&y={y}&z={z}', 'https://t.org/t?x=0&y=0&z=0'],
])('fills %s', (template, url) => {
  expect(xyz.probe(template).map((request) => request.url)).toEqual([url]);
});

it.each([
  ['https://t.org/a/0/0/0.png?key=1', 'https://t.org/a/{z}/{x}/{y}.png?key=1'],
  ['https://t.org/t?x=0&y=0&z=0', 'https://t.org/t?x={x}&y={y}&z={z}'],
  ['https://t.org/S/MapServer/tile/0/0/0', 'https://t.org/S/MapServer/tile/{z}/{y}/{x}'],
])('reads the template back from %s', (url, template) => {
  expect(xyz.identify(makeDocument({ url, bytes: tile }))).toEqual([
    { kind: 'xyz', version: null, endpoint: template },
  ]);
});

it('requires a tile at a tile URL', () => {
  const icon = readFileSync(new URL('../../../fixtures/xyz/exception-0_0_0-icon.png', import.meta.url));
  expect(xyz.identify(makeDocument({ url: 'https://t.org/0/0/0.png', bytes: icon }))).toEqual([]);
  expect(xyz.identify(makeDocument({ url: 'https://t.org/logo.png', bytes: tile }))).toEqual([]);
  expect(xyz.identify(makeDocument({ url: 'https://t.org/0/0/0.png', status: 404, bytes: tile }))).toEqual([]);
});

it('recognizes JPEG and vector tiles', () => {
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108010001000301220002110103110100', 'hex');
  const vector = Buffer.concat([Buffer.from([0x1a, 18, 0x78, 2, 0x0a, 4]), Buffer.from('land'), Buffer.alloc(10)]);
  const formats = [jpeg, vector].map((bytes) => {
    const document = makeDocument({ url: 'https://t.org/0/0/0', bytes });
    const [identity] = xyz.identify(document);
    return identity && xyz.describe(document, identity).formats;
  });
  expect(formats).toEqual([['jpeg'], ['pbf']]);
});
