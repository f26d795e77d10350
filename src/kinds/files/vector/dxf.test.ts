// DXF: version and layers.
import { expect, it } from 'vitest';
import { readDocument, readFixture } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { dxf } from './dxf.ts';

function documentOf(text: string) {
  return makeDocument({ url: 'http://a.org/x.dxf', bytes: Buffer.from(text, 'latin1') });
}

it('reads the version and the table of layers', () => {
  const { identity, description, problems } = readFixture(dxf, 'dxf/towns.dxf');
  expect(identity?.version).toBe('2004');
  expect(description.layers.map(({ name }) => name)).toEqual(['0']);
  expect(problems).toEqual(['crs.missing']);
});

it('skips leading comments, and recognizes the binary format', () => {
  const text =
    '999\r\nmade by hand\r\n  0\r\nSECTION\r\n  2\r\nTABLES\r\n  0\r\nLAYER\r\n  2\r\nRoads\r\n  0\r\nENDSEC\r\n';
  expect(readDocument(dxf, documentOf(text)).description.layers.map(({ name }) => name)).toEqual(['Roads']);
  expect(dxf.identify(documentOf('AutoCAD Binary DXF\r\n\x1a\0\0\0\0\0'))).toHaveLength(1);
  expect(dxf.identify(documentOf('0\nSECTION\n2\nPAGES\n'))).toEqual([]);
});
