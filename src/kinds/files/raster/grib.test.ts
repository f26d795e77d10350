// GRIB: the grid of the first message, editions 1 and 2.
import { expect, it } from 'vitest';
import { readDocument, readFixture, rounded } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { grib } from './grib.ts';

/** Edition 1 on a grid across the prime meridian. */
function edition1(): Buffer {
  const bytes = Buffer.alloc(8 + 28 + 32);
  bytes.write('GRIB');
  bytes[7] = 1;
  bytes[10] = 28;
  bytes[8 + 7] = 0x80;
  bytes.set([24, 5, 6, 12, 0], 8 + 12);
  bytes[8 + 24] = 21;
  const grid = 36;
  bytes[grid + 2] = 32;
  bytes.writeUIntBE(60_000, grid + 10, 3);
  bytes.writeUIntBE(350_000, grid + 13, 3);
  bytes.writeUIntBE(0x80_0000 + 10_000, grid + 17, 3);
  bytes.writeUIntBE(20_000, grid + 20, 3);
  return bytes;
}

it('reads edition 2 as GDAL writes it', () => {
  const { identity, description } = readFixture(grib, 'grib/ll.grib2');
  expect(identity?.version).toBe('2');
  expect(rounded(description.extent)).toEqual([10.3372, 47.8456, 10.3467, 47.8504]);
});

it('reads edition 1, also after a bulletin header', () => {
  const bytes = Buffer.concat([Buffer.from('\u0001\r\r\nHTSK85 ECMF\r\r\n', 'latin1'), edition1()]);
  const { identity, description } = readDocument(grib, makeDocument({ url: 'http://a.org/x', bytes }));
  expect(identity?.version).toBe('1');
  expect(description.extent).toEqual([-10, -10, 20, 60]);
  expect(description.layers[0]?.time).toBe('2024-05-06T12:00:00Z');
});

it('ignores texts about GRIB', () => {
  expect(
    grib.identify(makeDocument({ url: 'http://a.org/x', bytes: Buffer.from('GRIB is a format\0\0\0\0\0') })),
  ).toEqual([]);
});
