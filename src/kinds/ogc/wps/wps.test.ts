// WPS on hand-made documents; edge case 62.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../../base/document/document.ts';
import { wps } from './wps.ts';

const url = 'http://found.example.net/wps';

function read(name: string) {
  const bytes = readFileSync(new URL(`../../../../fixtures/wps/${name}`, import.meta.url));
  const document = makeDocument({ url: `${url}?SERVICE=WPS&REQUEST=GetCapabilities`, bytes });
  const [identity] = wps.identify(document);
  return { identity: identity!, description: wps.describe(document, identity!) };
}

it('reads 1.0.0 and requests the newer version it declares', () => {
  const { identity, description } = read('1.0.0.xml');
  expect(identity).toEqual({ kind: 'wps', version: '1.0.0', endpoint: url });
  expect(description.layers).toMatchObject([{ name: 'grind', title: 'Grind', abstract: 'Makes it small.' }]);
  expect(description.links.map((link) => link.url)).toEqual([
    'http://mills.example.org/wps',
    'http://found.example.net/wps?SERVICE=WPS&REQUEST=GetCapabilities&AcceptVersions=2.0.0',
  ]);
});

it('reads 2.0', () => {
  const { identity, description } = read('2.0.0.xml');
  expect(identity.version).toBe('2.0.0');
  expect(description.layers.map(({ name }) => name)).toEqual(['http://mills.example.org/grind', 'sift']);
});

it('accepts a described process as proof of the service, not as its list', () => {
  const { identity, description } = read('describe-process.xml');
  expect(identity).toEqual({ kind: 'wps', version: null, endpoint: url });
  expect(description.layerCount).toBe(0);
  expect(description.links[0]?.url).toBe('http://found.example.net/wps?SERVICE=WPS&REQUEST=GetCapabilities');
});

it('requests version 2.0 by AcceptVersions, and checks by describing one process', () => {
  expect(wps.probe(url)[1]?.url).toBe(`${url}?SERVICE=WPS&REQUEST=GetCapabilities&AcceptVersions=2.0.0`);
  const { identity, description } = read('2.0.0.xml');
  const place = { id: 'x', family: 'service', url, provenance: null, firstSeenMs: 0, lastSeenMs: 0 } as const;
  expect(wps.check!({ ...description, ...identity, ...place })[0]?.url).toContain(
    'REQUEST=DescribeProcess&VERSION=2.0.0&IDENTIFIER=http%3A%2F%2Fmills.example.org%2Fgrind',
  );
});
