// File geodatabases as GDAL writes them, and as ArcGIS does.
import { expect, it } from 'vitest';
import { wholeFile } from '../../../../test/range/make-files.ts';
import { makeZip64 } from '../../../../test/range/make-zip.ts';
import { linkTo, readDocument, readFixture, rounded } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { fileGeodatabase } from './file-geodatabase.ts';

function archive(items: string) {
  const table = Buffer.concat([Buffer.alloc(50), Buffer.from(items), Buffer.from([0, 255, 3])]);
  const bytes = wholeFile(makeZip64([{ name: 'in/base.gdb/a00000004.gdbtable', content: table }]));
  return makeDocument({ url: 'http://a.org/x.zip', bytes });
}

it('lists feature classes with alias and system', () => {
  const { description } = readFixture(fileGeodatabase, 'file-geodatabase/towns.gdb.zip');
  expect(description.title).toBe('towns');
  expect(description.layers.map(({ name, title, crs, keywords }) => [name, title, crs[0], keywords[0]])).toEqual([
    ['towns', 'Towns of nowhere', 'EPSG:4326', 'Point'],
    ['towns_utm', 'towns_utm', 'EPSG:25832', 'Point'],
  ]);
});

it('reads extents if present, and tables without', () => {
  const extent = '<Extent><XMin>600000</XMin><YMin>5300000</YMin><XMax>620000</XMax><YMax>5320000</YMax></Extent>';
  const wkid = '<SpatialReference><WKID>25832</WKID></SpatialReference>';
  const items =
    `<DEFeatureClassInfo xmlns:a="b"><CatalogPath>\\roads</CatalogPath><Name>roads</Name>${extent}${wkid}</DEFeatureClassInfo>` +
    '<DETableInfo><Name>names</Name></DETableInfo><DETableInfo><Name>GDB_Hidden</Name></DETableInfo><DEFeatureClassInfo>';
  const { description } = readDocument(fileGeodatabase, archive(items));
  expect(description.layers.map(({ name }) => name)).toEqual(['roads', 'names']);
  expect(rounded(description.extent)).toEqual([10.3366, 47.8421, 10.6094, 48.0255]);
});

it('reports an unread list, and rejects other archives', () => {
  const bytes = wholeFile(makeZip64([{ name: 'a.gdb/a00000009.gdbtable', content: 0 }]));
  expect(readDocument(fileGeodatabase, makeDocument({ url: 'http://a.org/x.zip', bytes })).problems).toEqual([
    'file.partly-read',
  ]);
  const other = wholeFile(makeZip64([{ name: 'a.txt', content: 0 }]));
  expect(fileGeodatabase.identify(makeDocument({ url: 'http://a.org/x.zip', bytes: other }))).toEqual([]);
  expect(fileGeodatabase.suspect(linkTo('http://a.org/parks.gdb.zip?dl=1'))).toBe(0.9);
});
