// I3S on a hand-written scene layer.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { i3s } from './i3s.ts';

const url = 'https://a.org/rest/services/City/SceneServer/layers/0';

it('reads a scene layer', () => {
  const bytes = readFileSync(new URL('../../../fixtures/i3s/layer.json', import.meta.url));
  const document = makeDocument({ url: `${url}?f=json`, bytes });
  const [identity] = i3s.identify(document);
  expect(identity).toEqual({ kind: 'i3s', version: '1.7', endpoint: url });
  expect(i3s.describe(document, identity!)).toMatchObject({
    title: 'Buildings',
    extent: [7, 50, 8, 51],
    layers: [{ name: '0', crs: ['EPSG:4326'] }],
  });
});

it('probes the layer of a node, and leaves services to their own kind', () => {
  expect(i3s.probe(`${url}/nodes/3`).map((request) => request.url)).toEqual([`${url}?f=json`]);
  const service = '{"serviceName":"City","serviceVersion":"1.8","layers":[{"id":0,"layerType":"3DObject","store":{}}]}';
  expect(i3s.identify(makeDocument({ url, bytes: Buffer.from(service) }))).toEqual([]);
});
