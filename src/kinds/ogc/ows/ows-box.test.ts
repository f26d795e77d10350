// Boxes in compound systems, and the problems reported for converted boxes.
import { expect, it } from 'vitest';
import { makeDocument } from '../../../base/document/document.ts';
import { walkXml, type XmlNode } from '../../../base/xml/xml-walk.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import { readBox } from './ows-box.ts';

function boxIn(inner: string, ownCrs: string | null = null) {
  const problems = new ProblemTally();
  let node: XmlNode | null = null;
  walkXml(makeDocument({ url: 'http://a.example/', bytes: Buffer.from(`<a><b>${inner}</b></a>`) }), {
    'a/b': (found) => {
      node = found;
    },
  });
  const extent = readBox(node!, ownCrs, problems, 'one');
  return { extent: extent?.map(Math.round) ?? null, problems: problems.list() };
}

const def = 'http://a.example/rasdaman/def';
const corners = (lower: string, upper: string) =>
  `<LowerCorner>${lower}</LowerCorner><UpperCorner>${upper}</UpperCorner>`;
const compound = (parts: readonly string[], lower: string, upper: string) => {
  const query = parts.map((part, index) => `${index + 1}=${def}/crs/${part}`).join('&amp;');
  return `<BoundingBox crs="${def}/crs-compound?${query}">${corners(lower, upper)}</BoundingBox>`;
};

it.each([
  ['time last', ['EPSG/0/4326', 'OGC/0/AnsiDate'], '30 -10 "2000-01-01"', '60 20 "2010-01-01"', [-10, 30, 20, 60]],
  ['time first', ['OGC/0/AnsiDate', 'EPSG/0/4326'], '"1950-01-01" 30 -20', '"2018-01-01" 60 40', [-20, 30, 40, 60]],
  ['projected', ['OGC/0/UnixTime', 'EPSG/0/32633'], '0 500000 5500000', '9 600000 5600000', [15, 50, 16, 51]],
  ['height too', ['OGC/0/AnsiDate', 'OGC/0/CRS84', 'EPSG/0/5773'], '1 5 45 0', '9 11 48 9', [5, 45, 11, 48]],
] as const)('reads the horizontal part of a compound system: %s', (_, parts, lower, upper, extent) => {
  expect(boxIn(compound(parts, lower, upper))).toEqual({ extent, problems: [] });
});

it('reports a compound system without a horizontal part', () => {
  for (const box of [
    compound(['OGC/0/AnsiDate', 'EPSG/0/999999'], '1 2 3', '4 5 6'),
    // Three coordinates for three components: one of the two before the degrees is missing.
    compound(['OGC/0/AnsiDate', 'EPSG/0/5773', 'EPSG/0/4326'], '1 30 -20', '9 60 40'),
  ]) {
    expect(boxIn(box)).toMatchObject({ extent: null, problems: [{ code: 'extent.projected' }] });
  }
  const pixels = compound(['OGC/0/Index1D', 'OGC/0/Index1D'], '0 0', '9 9');
  expect(boxIn(pixels)).toEqual({ extent: null, problems: [] });
});

it('distinguishes meters that were converted from meters that were not used', () => {
  const meters = '<LatLongBoundingBox minx="270000" miny="6130000" maxx="920000" maxy="7680000"/>';
  const turned = boxIn(meters, 'EPSG:3006');
  expect(turned).toMatchObject({ extent: [9, 55, 26, 69], problems: [{ code: 'extent.turned' }] });
  expect(turned.problems[0]?.message).not.toContain('not used');
  expect(boxIn(meters, 'EPSG:99999')).toMatchObject({ extent: null, problems: [{ code: 'extent.projected' }] });
});
