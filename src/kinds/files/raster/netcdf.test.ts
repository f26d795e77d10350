// NetCDF: classic headers and axes, netCDF-4 by its HDF5 attributes.
import { expect, it } from 'vitest';
import { makeHdf5, wholeFile } from '../../../../test/range/make-files.ts';
import { readDocument, readFixture, rounded } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { netcdf } from './netcdf.ts';

it('reads variables, texts and axes of CDF-5', () => {
  const { identity, description, problems } = readFixture(netcdf, 'netcdf/rain.nc');
  expect(identity?.version).toBe('5');
  expect(description).toMatchObject({
    title: 'Rain of a year',
    extent: [-180, -90, 180, 90],
    provider: { organization: 'Office of Clouds' },
  });
  expect(description.layers).toMatchObject([{ name: 'rain', title: 'Rainfall', keywords: ['mm'] }]);
  expect(problems).toEqual([]);
});

it('reads CDF-1 as GDAL writes it', () => {
  const { identity, description } = readFixture(netcdf, 'netcdf/classic.nc');
  expect(identity?.version).toBe('1');
  expect(rounded(description.extent)).toEqual([10.3366, 47.845, 10.3473, 47.851]);
  expect(description.layers.map(({ name }) => name)).toEqual(['Band1']);
});

it('reads netCDF-4, with an extent from its attributes', () => {
  expect(readFixture(netcdf, 'netcdf/netcdf4.nc')).toMatchObject({
    identity: { version: '4' },
    problems: ['extent.missing'],
  });
  const bytes = wholeFile(makeHdf5(0));
  const { description } = readDocument(netcdf, makeDocument({ url: 'http://a.org/a.nc', bytes }));
  expect(description).toMatchObject({ title: 'Aerosols over the sea', extent: [-90, -30, -10, 30] });
  expect(netcdf.identify(makeDocument({ url: 'http://a.org/a.he5', bytes }))).toEqual([]);
});
