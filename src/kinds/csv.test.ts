// Tables with coordinates, and tables without.
import { expect, it } from 'vitest';
import { fixtureDocument, readDocument, readFixture } from '../../test/read-fixture.ts';
import { makeDocument } from '../base/document.ts';
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

it('leaves other tables and other texts alone', () => {
  expect(csv.identify(fixtureDocument('csv/exception-table.csv'))).toEqual([]);
  expect(csv.identify(fixtureDocument('csv/exception-words.csv'))).toEqual([]);
  const text = 'Dear lat, lon\nis where we are, 500 miles, away\n';
  expect(csv.identify(makeDocument({ url: 'http://a.org/x', bytes: Buffer.from(text) }))).toEqual([]);
});

it('gives no extent for a beginning', () => {
  const { description, problems } = readDocument(csv, fixtureDocument('csv/stations.csv', { partial: 'range' }));
  expect(description.extent).toBeNull();
  expect(problems).toEqual(['file.partly-read']);
});
