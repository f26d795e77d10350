// Tables with coordinates, and tables without.
import { expect, it } from 'vitest';
import { fixtureDocument, readDocument, readFixture } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { csv } from './csv.ts';

it('reads quoted fields and counts rows', () => {
  const { description } = readFixture(csv, 'csv/stations.csv');
  expect(description).toMatchObject({ title: 'stations', extent: [9.75, 47.5, 12, 53.5] });
  expect(description.layers[0]).toMatchObject({ featureCount: 3 });
  expect(description.layers[0]?.keywords).toContain('Name, official');
});

it('reads semicolons with decimal commas', () => {
  expect(readFixture(csv, 'csv/german.csv').description.extent).toEqual([10.5, 48.25, 11.25, 48.75]);
});

it('ignores other tables and texts', () => {
  expect(csv.identify(fixtureDocument('csv/exception-table.csv'))).toEqual([]);
  expect(csv.identify(fixtureDocument('csv/exception-words.csv'))).toEqual([]);
  const text = 'Dear lat, lon\nis where we are, 500 miles, away\n';
  expect(csv.identify(makeDocument({ url: 'http://a.org/x', bytes: Buffer.from(text) }))).toEqual([]);
});

it('has no extent for a truncated file', () => {
  const { description, problems } = readDocument(csv, fixtureDocument('csv/stations.csv', { partial: 'range' }));
  expect(description.extent).toBeNull();
  expect(problems).toEqual(['file.partly-read']);
});

function readText(text: string, name = 'a.csv') {
  const document = makeDocument({ url: `http://a.org/${name}`, bytes: Buffer.from(text) });
  return csv.identify(document).length === 0 ? null : readDocument(csv, document);
}

it('reports rows with invalid coordinates, and skips those without', () => {
  const reading = readText('name,latitude,longitude\nA,46.5,7.5\nB,95,8\nC,,\n');
  expect(reading?.description).toMatchObject({ extent: [7.5, 46.5, 7.5, 46.5], layers: [{ featureCount: 3 }] });
  expect(reading?.problems).toEqual(['extent.invalid']);
});

it.each([
  ['station\tLatitude (deg)\tLongitude (deg)\nA\t46.5\t7.5\nB\t47\t8\n', 'a.tsv'],
  ['Latitude [°];Longitude [°]\n46,5;7,5\n47;8\n', 'a.csv'],
  ['id,Latitude_WGS84,Longitude_WGS84\n1,46.5,7.5\n2,47,8\n', 'a.csv'],
])('reads names of columns with units behind them: %j', (text, name) => {
  expect(readText(text, name)?.description.extent).toEqual([7.5, 46.5, 8, 47]);
});

it('reads a column of geometries in WKT', () => {
  const gdal = readText('WKT,id\n"POINT (7 46)",1\n"POLYGON ((8 47,9 47,9 48,8 47))",2\n,3\n');
  expect(gdal).toMatchObject({ description: { extent: [7, 46, 9, 48], layers: [{ featureCount: 3 }] }, problems: [] });
  const meters = readText('id,geom\n1,"SRID=3857;POINT Z(800000 6000000 5)"\n2,"SRID=3857;POINT(900000 6100000)"\n');
  expect(meters?.description.extent?.map(Math.round)).toEqual([7, 47, 8, 48]);
  const nowhere = readText('id,geom\n1,"POINT(800000 6000000)"\n');
  expect(nowhere).toMatchObject({ description: { extent: null }, problems: ['crs.missing'] });
  expect(readText('id,geometry\n1,round\n2,"POINTLESS (1 2)"\n')).toBeNull();
});
