// openEO on hand-made documents.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { openeo } from './openeo.ts';

const url = 'https://openeo.example.org/1.2';

function fixture(name: string, at: string) {
  return makeDocument({ url: at, bytes: readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url)) });
}

it('reads capabilities, then requests the collections', () => {
  const document = fixture('openeo/capabilities.json', url);
  const [identity] = openeo.identify(document);
  expect(identity).toEqual({ kind: 'openeo', version: '1.2.0', endpoint: url });
  expect(openeo.more!(document, identity!)?.url).toBe(`${url}/collections`);
  const part = fixture('stac-api/collections.json', `${url}/collections`);
  const whole = makeDocument({ url, bytes: document.bytes, parts: [part] });
  expect(openeo.describe(whole, identity!)).toMatchObject({ title: 'Cubes of Nowhere', layers: [{ name: 's2' }] });
});

it('reads every version of the well-known list', () => {
  const document = fixture('openeo/well-known.json', 'https://openeo.example.org/.well-known/openeo');
  expect(openeo.identify(document).map(({ version }) => version)).toEqual(['1.1.0', '1.2.0']);
});

it('ignores a STAC API', () => {
  expect(openeo.identify(fixture('stac-api/landing.json', url))).toEqual([]);
});
