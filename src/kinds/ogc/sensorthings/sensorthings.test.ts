// SensorThings on hand-made documents; edge case 79.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../../base/document/document.ts';
import type { Resource } from '../../../model/resource.ts';
import { sensorthings } from './sensorthings.ts';

const root = 'https://sensors.example.org/FROST-Server/v1.1';

function fixture(name: string, url: string) {
  return makeDocument({
    url,
    bytes: readFileSync(new URL(`../../../../fixtures/sensorthings/${name}`, import.meta.url)),
  });
}

it('is identified from its root and from any entity, whatever host its links name', () => {
  const expected = { kind: 'sensorthings', version: '1.1', endpoint: root };
  expect(sensorthings.identify(fixture('root-1.1.json', root))).toEqual([expected]);
  expect(sensorthings.identify(fixture('datastreams.json', `${root}/Datastreams?$top=1`))).toEqual([expected]);
  expect(sensorthings.identify(fixture('datastreams.json', `${root}/Things(1)/Datastreams`))).toEqual([expected]);
});

it('derives version and URL of a saved root from its entity sets', () => {
  const value = ['Things', 'Sensors', 'Datastreams'].map((name) => ({ name, url: `http://a.org/sta/v1.0/${name}` }));
  const document = makeDocument({ url: 'file:///tmp/a.json', bytes: Buffer.from(JSON.stringify({ value })) });
  expect(sensorthings.identify(document)).toEqual([
    { kind: 'sensorthings', version: '1.0', endpoint: 'http://a.org/sta/v1.0' },
  ]);
});

it('reads one page of datastreams and the total', () => {
  const document = fixture('root-1.1.json', root);
  const [identity] = sensorthings.identify(document);
  const request = sensorthings.more!(document, identity!);
  expect(request?.url).toMatch(/^https:\/\/sensors\.example\.org\/FROST-Server\/v1\.1\/Datastreams\?\$top=100&/);
  const whole = makeDocument({ url: root, bytes: document.bytes, parts: [fixture('datastreams.json', request!.url)] });
  expect(sensorthings.more!(whole, identity!)).toBeNull();
  expect(sensorthings.describe(whole, identity!)).toMatchObject({
    layerCount: 812,
    extent: [7, 50, 8, 51],
    layers: [{ title: 'Level of the Brook', time: '2020-01-01T00:00:00Z/2024-01-01T00:00:00Z' }],
    software: 'FROST-Server',
  });
});

it('ignores other OData services', () => {
  const odata = { value: ['Products', 'Orders'].map((name) => ({ name, kind: 'EntitySet', url: name })) };
  const document = makeDocument({ url: root, bytes: Buffer.from(JSON.stringify(odata)) });
  expect(sensorthings.identify(document)).toEqual([]);
});

it('probes the versions below a URL without one, and checks with one observation', () => {
  expect(sensorthings.probe(`${root}/Things(3)`).map(({ url }) => url)).toEqual([root]);
  expect(sensorthings.probe('https://a.org/sta').map(({ url }) => url)).toHaveLength(3);
  expect(sensorthings.check!({ endpoint: root } as Resource)[0]?.url).toBe(`${root}/Observations?$top=1`);
});
