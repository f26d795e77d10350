// GML of several versions and schemas, the order of its axes, and what only carries GML.
import { describe, expect, it } from 'vitest';
import { readDocument, readFixture } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { gml } from './gml.ts';

function documentOf(text: string, partial: 'range' | null = null) {
  return makeDocument({ url: 'http://a.org/x.gml', bytes: Buffer.from(text), partial });
}

describe('describe', () => {
  it.each(['towns-2.gml', 'towns-3.gml'])('reads %s in any axis order', (name) => {
    const { description, problems } = readFixture(gml, `gml/${name}`);
    expect(description.extent).toEqual([10.5, 47.5, 12, 48.75]);
    expect(description.layers).toMatchObject([{ name: 'towns', featureCount: 3, crs: ['EPSG:4326'] }]);
    expect(problems).toEqual([]);
  });

  it('reads the version from the namespace', () => {
    expect(readFixture(gml, 'gml/towns-3.gml').identity?.version).toBe('3.2');
  });

  it('reads several feature types and positions without an envelope', () => {
    const { description } = readDocument(
      gml,
      documentOf(`<c:CityModel xmlns:c="city" xmlns:gml="http://www.opengis.net/gml"><gml:name>Town</gml:name>
        <c:cityObjectMember><c:Building><gml:posList srsName="EPSG:4326" srsDimension="3">8 50 1 9 51 2</gml:posList></c:Building></c:cityObjectMember>
        <c:cityObjectMember><c:Road/></c:cityObjectMember></c:CityModel>`),
    );
    expect(description).toMatchObject({ title: 'Town', extent: [8, 50, 9, 51] });
    expect(description.layers.map(({ name }) => name)).toEqual(['Building', 'Road']);
  });

  it('uses the envelope of a truncated file', () => {
    const head = `<FeatureCollection xmlns:gml="http://www.opengis.net/gml/3.2"><gml:boundedBy><gml:Envelope srsName="http://www.opengis.net/def/crs/EPSG/0/4326">
      <gml:lowerCorner>47 8</gml:lowerCorner><gml:upperCorner>48 9</gml:upperCorner></gml:Envelope></gml:boundedBy><gml:featureMember><a>`;
    const { description, problems } = readDocument(gml, documentOf(head, 'range'));
    expect(description.extent).toEqual([8, 47, 9, 48]);
    expect(problems).toContain('file.partly-read');
  });
});

it('rejects documents that only contain GML', () => {
  for (const name of ['MD_Metadata', 'CoverageDescriptions', 'ObservationCollection', 'feed', 'Thing']) {
    expect(
      gml.identify(documentOf(`<${name} xmlns:gml="http://www.opengis.net/gml"><gml:name>x</gml:name></${name}>`)),
    ).toEqual([]);
  }
  expect(
    gml.identify(documentOf('<FeatureCollection><featureMember><a/></featureMember></FeatureCollection>')),
  ).toEqual([]);
});
