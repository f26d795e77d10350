// KML: layers, links, extents, odd documents (edge case 81).
import { describe, expect, it } from 'vitest';
import { linkTo, readDocument, readFixture } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { kml } from './kml.ts';

function readText(text: string, type = 'text/html') {
  return readDocument(
    kml,
    makeDocument({ url: 'http://a.org/x.kml', headers: { 'content-type': type }, bytes: Buffer.from(text) }),
  );
}

describe('describe', () => {
  const { identity, description, problems } = readFixture(kml, 'kml/network-links.kml');

  it('reads containers, overlays and links as layers', () => {
    expect(identity).toMatchObject({ version: '2.2', endpoint: 'http://files.example.org/kml/network-links.kml' });
    expect(description).toMatchObject({ title: 'Harbors of nowhere', extent: [10, 53, 12, 55], layerCount: 5 });
    expect(description.layers.map(({ name, parent, featureCount }) => [name, parent, featureCount])).toEqual([
      ['Harbors of nowhere', null, undefined],
      ['Piers', 0, 3],
      ['More piers', 0, undefined],
      ['Old piers', 0, undefined],
      ['Depths', 0, undefined],
    ]);
    expect(description.layers[1]).toMatchObject({
      extent: [10.1, 53.1, 11.25, 54.5],
      keywords: ['Point', 'LineString', 'Track'],
    });
    expect(problems).toEqual([]);
  });

  it('follows network links and images from services, not icons', () => {
    expect(description.links.map(({ url }) => url)).toEqual([
      'http://files.example.org/kml/more/piers.kmz',
      'http://old.example.org/piers.kml',
      'http://maps.example.org/wms?SERVICE=WMS&REQUEST=GetMap&LAYERS=depth',
    ]);
  });

  it('does not follow the tiles of a superoverlay', () => {
    expect(readFixture(kml, 'kml/superoverlay.kml').description).toMatchObject({
      links: [],
      extent: [-180, -90, 180, 90],
    });
  });

  it('reports empty, damaged and truncated files', () => {
    expect(readFixture(kml, 'kml/empty.kml').problems).toEqual(['file.empty']);
    expect(readText('<kml><Document><name>a<b>c</name><Placemark><Point><coordinates>1,2').problems).toContain(
      'xml.truncated',
    );
    const begun = readFixture(kml, 'kml/network-links.kml', { partial: 'range' });
    expect(begun.description.extent).toBeNull();
    expect(begun.problems).toContain('file.partly-read');
  });

  it('reads one placemark without a container, with unescaped HTML', () => {
    const { description: single } = readText(
      '<kml><Placemark><name>Here</name><description>A <b>bold</b> word</description><Point><coordinates>5,5</coordinates></Point></Placemark></kml>',
    );
    expect(single).toMatchObject({ title: 'Here', abstract: 'A bold word', layerCount: 1 });
    expect(single.layers[0]).toMatchObject({ name: 'Here', featureCount: 1 });
    expect(single.extent?.map(Math.round)).toEqual([5, 5, 5, 5]);
  });

  it("isn't KML without the root name", () => {
    expect(
      kml.identify(
        makeDocument({ url: 'http://a.org/x.kml', bytes: Buffer.from('<Document><name>x</name></Document>') }),
      ),
    ).toEqual([]);
    expect(
      kml.identify(makeDocument({ url: 'http://a.org/x.kml', bytes: Buffer.from('<html><title>404</title></html>') })),
    ).toEqual([]);
  });
});

describe('suspect', () => {
  it('uses the file name, anywhere in the URL', () => {
    expect(kml.suspect(linkTo('http://a.org/a.KML?x=1'))).toBeGreaterThan(0.9);
    expect(kml.suspect(linkTo('http://a.org/get.php?file=a.kml'))).toBeGreaterThan(0.5);
    expect(kml.suspect(linkTo('http://a.org/q?f=kml'))).toBe(0.5);
    expect(kml.suspect(linkTo('http://a.org/kml.html'))).toBe(0);
    expect(kml.suspect(linkTo('http://example.kml'))).toBe(0);
  });
});
