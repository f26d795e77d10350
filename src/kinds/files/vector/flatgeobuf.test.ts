// FlatGeobuf: everything from the header.
import { expect, it } from 'vitest';
import { fixtureDocument, readDocument, readFixture, rounded } from '../../../../test/read-fixture.ts';
import { flatgeobuf } from './flatgeobuf.ts';

it('reads envelope, system, count and columns', () => {
  const { identity, description, problems } = readFixture(flatgeobuf, 'flatgeobuf/towns.fgb');
  expect(identity?.version).toBe('3');
  expect(description).toMatchObject({ title: 'towns', extent: [10.5, 47.5, 12, 48.75] });
  expect(description.layers).toMatchObject([
    { featureCount: 3, crs: ['EPSG:4326'], keywords: ['Point', 'name', 'people'] },
  ]);
  expect(problems).toEqual([]);
  expect(rounded(readFixture(flatgeobuf, 'flatgeobuf/towns_utm.fgb').description.extent)).toEqual([
    10.4793, 47.5, 12.0726, 48.762,
  ]);
});

it('is identified by its first bytes and requests the remaining header', () => {
  const whole = fixtureDocument('flatgeobuf/towns.fgb');
  const headers = { 'content-range': 'bytes 0-15/1088' };
  const head = { ...whole, bytes: whole.bytes.subarray(0, 16), partial: 'range' as const, status: 206, headers };
  expect(readDocument(flatgeobuf, head).problems).toEqual(['file.partly-read']);
  expect(flatgeobuf.more?.(head, flatgeobuf.identify(head)[0]!)?.range?.[0]).toBe(12);
});
