// GeoJSON: all forms, old and new, complete and truncated (edge case 83).
import { describe, expect, it } from 'vitest';
import { wholeFile } from '../../../../test/range/make-files.ts';
import { makeZip64 } from '../../../../test/range/make-zip.ts';
import { fixtureDocument, linkTo, readDocument, readFixture, rounded } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { geojson } from './geojson.ts';

function documentOf(value: unknown) {
  return makeDocument({ url: 'http://a.org/x.json', bytes: Buffer.from(JSON.stringify(value)) });
}

describe('describe', () => {
  it('reads a collection as one layer', () => {
    const { description, problems } = readFixture(geojson, 'geojson/towns.geojson');
    expect(description).toMatchObject({ title: 'towns', extent: [10.5, 47.5, 12, 48.75] });
    expect(description.layers).toMatchObject([
      { featureCount: 3, keywords: ['Point', 'name', 'people'], crs: ['EPSG:4326'] },
    ]);
    expect(problems).toEqual([]);
  });

  it('honors the obsolete crs member', () => {
    const { description } = readFixture(geojson, 'geojson/utm.geojson');
    expect(description.title).toBe('Tower');
    expect(rounded(description.extent)).toEqual([10.4952, 48.2483, 10.509, 48.2575]);
  });

  it('reads a bare geometry after a BOM, and a box across the antimeridian', () => {
    expect(readFixture(geojson, 'geojson/bom-point.json').description.extent).toEqual([8, 50, 8, 50]);
    expect(readFixture(geojson, 'geojson/antimeridian.json').description.extent).toEqual([177, -20, -178, -16]);
  });

  it("has no extent for coordinates that aren't degrees", () => {
    const { description, problems } = readFixture(geojson, 'geojson/projected-without-crs.json');
    expect(description.extent).toBeNull();
    expect(problems).toEqual(['extent.projected']);
  });

  it('reads the start of a large file', () => {
    const whole = fixtureDocument('geojson/towns.geojson');
    const head = makeDocument({ url: whole.url, bytes: whole.bytes.subarray(0, 220), partial: 'range' });
    const { description, problems } = readDocument(geojson, head);
    expect(description).toMatchObject({ title: 'towns', extent: null });
    expect(description.layers[0]?.keywords).toEqual(['Point', 'name', 'people']);
    expect(problems).toEqual(['file.partly-read']);
  });
});

it('rejects lookalikes', () => {
  expect(geojson.identify(documentOf({ type: 'FeatureCollection' }))).toEqual([]);
  expect(geojson.identify(documentOf({ type: 'Point', x: 1 }))).toEqual([]);
  expect(geojson.identify(documentOf({ type: 'object', features: [] }))).toEqual([]);
  expect(geojson.identify(documentOf([1, 2]))).toEqual([]);
  const stac = Buffer.from(
    '{"type":"FeatureCollection","features":[{"stac_version":"1.0.0","type":"Feature","geometry":null},{"ty',
  );
  expect(geojson.identify(makeDocument({ url: 'http://a.org/x', bytes: stac, partial: 'range' }))).toEqual([]);
});

it('suspects by name and format', () => {
  expect(geojson.suspect(linkTo('http://a.org/a.geojson'))).toBe(0.95);
  expect(geojson.suspect(linkTo('http://a.org/a.json'))).toBeLessThan(0.5);
  expect(geojson.suspect(linkTo('http://a.org/query?where=1&f=geojson'))).toBe(0.5);
  expect(geojson.suspect(linkTo('http://a.org/datasets/x/exports/geojson?lang=it'))).toBe(0.8);
});

it('reads GeoJSON in an archive', () => {
  const content = fixtureDocument('geojson/towns.geojson').bytes;
  const bytes = wholeFile(makeZip64([{ name: 'out/towns.geojson', content }]));
  const { description } = readDocument(geojson, makeDocument({ url: 'http://a.org/t.geojson.zip', bytes }));
  expect(description).toMatchObject({
    title: 'towns',
    extent: [10.5, 47.5, 12, 48.75],
    formats: ['application/zip', 'application/geo+json'],
  });
});
