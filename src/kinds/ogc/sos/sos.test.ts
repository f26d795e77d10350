// SOS on hand-made documents; edge cases 38 and 63.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../../base/document/document.ts';
import { sos } from './sos.ts';

const url = 'http://found.example.net/sos';

function read(name: string) {
  const document = makeDocument({
    url,
    bytes: readFileSync(new URL(`../../../../fixtures/sos/${name}`, import.meta.url)),
  });
  const [identity] = sos.identify(document);
  return { identity: identity!, description: sos.describe(document, identity!) };
}

it('reads 1.0 offerings with an open end of time, though only POST is offered', () => {
  const { identity, description } = read('1.0.0.xml');
  expect(identity).toEqual({ kind: 'sos', version: '1.0.0', endpoint: url });
  expect(description.claimedUrl).toBeNull();
  expect(description.layers).toMatchObject([
    {
      name: 'levels',
      title: 'Water levels',
      extent: [6.1, 46.5, 7.9, 47.5],
      time: '2001-01-01/now',
      keywords: ['urn:level', 'flow', 'Flow'],
    },
  ]);
});

it('reads 2.0 offerings', () => {
  const { description } = read('2.0.0.xml');
  expect(description).toMatchObject({
    formats: ['http://www.opengis.net/om/2.0'],
    layers: [
      {
        name: 'http://air.example.org/o/1',
        title: 'Station 1',
        extent: [13.1, 52.1, 13.4, 52.3],
        time: '2019-01-01T00:00:00Z/2020-01-01T00:00:00Z',
        crs: ['EPSG:4326'],
      },
    ],
  });
});

it('never sends VERSION with its capabilities', () => {
  const urls = sos.probe(`${url}?version=1.0.0`).map((request) => request.url);
  expect(urls).toEqual([
    `${url}?SERVICE=SOS&REQUEST=GetCapabilities`,
    `${url}?SERVICE=SOS&REQUEST=GetCapabilities&AcceptVersions=2.0.0`,
    `${url}?SERVICE=SOS&REQUEST=GetCapabilities&AcceptVersions=1.0.0`,
  ]);
});

it('checks with the latest observation', () => {
  const place = { id: 'x', family: 'service', url, provenance: null, firstSeenMs: 0, lastSeenMs: 0 } as const;
  const [second, first] = ['2.0.0.xml', '1.0.0.xml'].map((name) => {
    const { identity, description } = read(name);
    return decodeURIComponent(sos.check!({ ...description, ...identity, ...place })[0]?.url ?? '');
  });
  expect(second).toContain(
    'VERSION=2.0.0&OFFERING=http://air.example.org/o/1&OBSERVEDPROPERTY=http://air.example.org/NO2',
  );
  expect(first).toContain('OFFERING=levels&OBSERVEDPROPERTY=urn:level&EVENTTIME=latest');
});

it('reads all boxes latitude first if one with the same spelling proves it', () => {
  const offering = (id: string, lower: string, upper: string) =>
    `<sos:ObservationOffering gml:id="${id}"><gml:boundedBy><gml:Envelope srsName="EPSG:4326"><gml:lowerCorner>${lower}` +
    `</gml:lowerCorner><gml:upperCorner>${upper}</gml:upperCorner></gml:Envelope></gml:boundedBy></sos:ObservationOffering>`;
  const text =
    '<sos:Capabilities xmlns:sos="http://www.opengis.net/sos/1.0" xmlns:gml="http://www.opengis.net/gml" version="1.0.0">' +
    `<sos:Contents><sos:ObservationOfferingList>${offering('a', '39 -77', '40 -76')}${offering('b', '33 -117', '34 -116')}` +
    '</sos:ObservationOfferingList></sos:Contents></sos:Capabilities>';
  const document = makeDocument({ url, bytes: new TextEncoder().encode(text) });
  const [identity] = sos.identify(document);
  const { layers, problems } = sos.describe(document, identity!);
  expect(layers.map(({ extent }) => extent)).toEqual([
    [-77, 39, -76, 40],
    [-117, 33, -116, 34],
  ]);
  expect(problems.map(({ code }) => code)).toContain('extent.swapped');
});
