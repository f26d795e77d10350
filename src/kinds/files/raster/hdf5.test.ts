// HDF5 about the earth, and HDF5 about anything else.
import { expect, it } from 'vitest';
import { readFixture } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { hdf5 } from './hdf5.ts';

it('reads attributes of geospatial files', () => {
  const { description, problems } = readFixture(hdf5, 'hdf5/aerosols.he5');
  expect(description).toMatchObject({ title: 'Aerosols over the sea', extent: [-90, -30, -10, 30] });
  expect(problems).toEqual([]);
});

it('ignores neural network weights', () => {
  const bytes = Buffer.concat([
    Buffer.from([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.from('\0model_weights\0flat\0kernel\0'),
  ]);
  expect(hdf5.identify(makeDocument({ url: 'http://a.org/model.h5', bytes }))).toEqual([]);
});
