// WCS and the WCPS in it, on hand-made documents; edge case 61.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeDocument } from '../../../base/document/document.ts';
import type { Document } from '../../../model/document.ts';
import { wcps } from './wcps.ts';
import { wcs } from './wcs.ts';

const url = 'http://found.example.net/ows';

function fixture(path: string, parts: readonly Document[] = []): Document {
  return makeDocument({ url, bytes: readFileSync(new URL(`../../../../fixtures/${path}`, import.meta.url)), parts });
}

function describeFirst(document: Document) {
  return wcs.describe(document, wcs.identify(document)[0]!);
}

it('reads 1.0.0 with time and provider', () => {
  const document = fixture('wcs/1.0.0.xml');
  expect(wcs.identify(document)).toEqual([{ kind: 'wcs', version: '1.0.0', endpoint: url }]);
  expect(describeFirst(document)).toMatchObject({
    title: 'Sky',
    abstract: 'Grids of the sky.',
    keywords: ['cloud'],
    provider: {
      organization: 'Sky office',
      person: 'N. Imbus',
      email: 'n@sky.example.org',
      url: 'http://sky.example.org',
    },
    claimedUrl: 'http://sky.example.org/wcs?',
    layers: [{ name: 'cover', title: 'Cloud cover', extent: [-10, 35, 30, 70], time: '2020-01-01/2020-12-31' }],
  });
});

it('reads 1.1 with nested summaries, latitude first and pixel coordinates', () => {
  const { layers, formats, extent, problems } = describeFirst(fixture('wcs/1.1.1.xml'));
  expect(layers.map(({ name, parent, extent: box }) => [name, parent, box])).toEqual([
    [null, null, [5, 45, 11, 48]],
    ['h10', 0, [5, 45, 11, 48]],
    ['scan', null, null],
  ]);
  expect([formats, extent]).toEqual([['image/tiff'], [5, 45, 11, 48]]);
  expect(problems.map(({ code }) => code)).toEqual(['ows.dataset-unnamed']);
});

it('requests extents missing from 2.0 capabilities, once', () => {
  const document = fixture('wcs/2.0.1.xml');
  const [identity] = wcs.identify(document);
  const request = wcs.more!(document, identity!);
  expect(request?.url).toBe(
    'http://found.example.net/ows?SERVICE=WCS&REQUEST=DescribeCoverage&VERSION=2.0.1&COVERAGEID=soil_ph,soil_time',
  );
  const answer = `<CoverageDescriptions xmlns:gml="http://www.opengis.net/gml/3.2">
    <CoverageDescription gml:id="soil_ph"><boundedBy><Envelope srsName="http://www.opengis.net/def/crs/EPSG/0/4326" axisLabels="Lat Long"><lowerCorner>40 -5</lowerCorner><upperCorner>50 5</upperCorner></Envelope></boundedBy></CoverageDescription>
    <CoverageDescription><CoverageId>soil_time</CoverageId><boundedBy><Envelope srsName="http://www.opengis.net/def/crs-compound?1=http://www.opengis.net/def/crs/OGC/0/AnsiDate&amp;2=http://www.opengis.net/def/crs/EPSG/0/4326" axisLabels="ansi Lat Long"><lowerCorner>"2020" 41 1</lowerCorner><upperCorner>"2021" 42 2</upperCorner></Envelope></boundedBy></CoverageDescription>
  </CoverageDescriptions>`;
  const whole = fixture('wcs/2.0.1.xml', [makeDocument({ url: request!.url, bytes: Buffer.from(answer) })]);
  expect(wcs.more!(whole, identity!)).toBeNull();
  expect(wcs.describe(whole, identity!).layers.map(({ extent }) => extent)).toEqual([
    [-5, 40, 5, 50],
    [1, 41, 2, 42],
  ]);
  expect(wcs.describe(document, identity!).formats).toEqual(['image/tiff', 'application/netcdf']);
});

it('reports WCPS beside the WCS that declares it', () => {
  const document = fixture('wcps/processing.xml');
  expect(wcs.identify(document)).toEqual([
    { kind: 'wcs', version: '2.1.0', endpoint: url },
    { kind: 'wcps', version: '2.0', endpoint: url },
  ]);
  const [service, processing] = wcs.identify(document).map((identity) => wcs.describe(document, identity));
  expect([service?.claimedUrl, processing?.claimedUrl]).toEqual([
    'http://cubes.example.org/ows',
    'http://cubes.example.org/wcps',
  ]);
  expect(wcps.identify(document)).toEqual([{ kind: 'wcps', version: '2.0', endpoint: url }]);
  expect(wcps.describe(document, wcps.identify(document)[0]!).layers).toMatchObject([
    { name: 'rain', extent: [-20, 30, 40, 70] },
  ]);
  expect(wcps.identify(fixture('wcs/2.0.1.xml'))).toEqual([]);
});

it("checks with each version's name for the coverage", () => {
  const queries = ['1.0.0', '1.1.1', '2.0.1'].map((version) => {
    const document = fixture(`wcs/${version}.xml`);
    const place = { id: 'x', family: 'service', url, provenance: null, firstSeenMs: 0, lastSeenMs: 0 } as const;
    const [request] = wcs.check!({ ...describeFirst(document), ...wcs.identify(document)[0]!, ...place });
    return request?.url.split('VERSION=')[1];
  });
  expect(queries).toEqual(['1.0.0&COVERAGE=cover', '1.1.1&IDENTIFIERS=h10', '2.0.1&COVERAGEID=soil_ph']);
});
