// Shapefiles in archives of all sorts, and bare (edge case 82).
import { describe, expect, it } from 'vitest';
import { wholeFile } from '../../../../test/range/make-files.ts';
import { makeZip64 } from '../../../../test/range/make-zip.ts';
import { fixtureDocument, linkTo, readDocument, readFixture, rounded } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { shapefile } from './shapefile.ts';

describe('describe an archive', () => {
  const { description, problems } = readFixture(shapefile, 'shapefile/many.zip');

  it('lists every shapefile, in folders and upper case', () => {
    expect(
      description.layers.map(({ name, crs, featureCount, extent }) => [name, crs[0], featureCount, rounded(extent)]),
    ).toEqual([
      ['TOWNS', 'EPSG:4326', 3, [10.5, 47.5, 12, 48.75]],
      ['towns_gk', undefined, 3, null],
      ['towns_utm', 'EPSG:25832', 3, [10.4793, 47.5, 12.0726, 48.762]],
    ]);
    expect(description.layers[0]?.keywords).toEqual(['Point']);
    expect(rounded(description.extent)).toEqual([10.4793, 47.5, 12.0726, 48.762]);
  });

  it('reports nested archives and a missing .prj', () => {
    expect(problems).toEqual(['crs.missing', 'file.nested-archive']);
  });

  it('uses the file name as title', () => {
    const headers = { 'content-disposition': 'attachment; filename="Our towns.zip"' };
    expect(readFixture(shapefile, 'shapefile/stored.zip', { headers }).description.title).toBe('Our towns');
  });

  it('is recognized by its first entries if the end was not read', () => {
    const whole = fixtureDocument('shapefile/stored.zip');
    const head = { ...whole, bytes: whole.bytes.subarray(0, 400), partial: 'range' as const };
    expect(readDocument(shapefile, head).problems).toEqual(['crs.missing', 'file.partly-read']);
    expect(
      shapefile.more?.(
        { ...head, headers: { 'content-range': 'bytes 0-399/1717' } },
        readDocument(shapefile, head).identity!,
      ),
    ).toMatchObject({
      range: [0, 1716],
    });
  });

  it('ignores other archives', () => {
    const bytes = wholeFile(makeZip64([{ name: '__MACOSX/._a.shp', content: Buffer.from('x') }]));
    expect(shapefile.identify(makeDocument({ url: 'http://a.org/a.zip', bytes }))).toEqual([]);
  });
});

describe('a bare .shp', () => {
  const whole = fixtureDocument('shapefile/stored.zip');
  const start = Buffer.from(whole.bytes).indexOf(Buffer.from([0, 0, 0x27, 0x0a]));
  const shp = makeDocument({ url: 'http://a.org/towns.shp', bytes: whole.bytes.subarray(start, start + 184) });

  it('requests its .prj file', () => {
    const [identity] = shapefile.identify(shp);
    const request = shapefile.more?.(shp, identity!);
    expect(request?.url).toBe('http://a.org/towns.prj');
    const wkt = 'PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989"]]';
    const prj = makeDocument({ url: 'http://a.org/towns.prj', bytes: Buffer.from(wkt) });
    const complete = { ...shp, parts: [prj] };
    expect(shapefile.more?.(complete, identity!)).toBeNull();
    expect(rounded(shapefile.describe(complete, identity!).extent)).toEqual([10.4793, 47.5, 12.0726, 48.762]);
    expect(readDocument(shapefile, shp).problems).toEqual(['crs.missing']);
  });
});

describe('suspect', () => {
  it('scores archives of programs low', () => {
    expect(shapefile.suspect(linkTo('http://a.org/data/roads_shp.zip'))).toBe(0.9);
    expect(shapefile.suspect(linkTo('http://a.org/x.zip'))).toBe(0.5);
    expect(shapefile.suspect(linkTo('http://a.org/x.zip', 'Boundaries'))).toBe(0.7);
    expect(shapefile.suspect(linkTo('http://a.org/setup-1.2.zip'))).toBeLessThan(0.5);
    expect(shapefile.suspect(linkTo('http://a.org/ows?service=WFS&outputFormat=SHAPE-ZIP'))).toBe(0.6);
  });
});
