// Zarr stores of both versions, by their metadata.
import { expect, it } from 'vitest';
import { fixtureDocument, linkTo, readFixture } from '../../test/read-fixture.ts';
import { zarr } from './zarr.ts';

it('reads consolidated metadata of version 2', () => {
  const { identity, description } = readFixture(zarr, 'zarr/store.zmetadata', {
    url: 'http://a.org/sst.zarr/.zmetadata',
  });
  expect(identity).toEqual({ kind: 'zarr', version: '2', endpoint: 'http://a.org/sst.zarr' });
  expect(description).toMatchObject({
    title: 'Sea surface temperature',
    extent: [-180, -60, 180, 60],
    provider: { organization: 'Institute of Waves' },
  });
  expect(description.layers).toMatchObject([{ name: 'sst', time: '2000-01-01/2010-12-31' }]);
});

it('reads version 3, and leaves what is not about the earth alone', () => {
  const { identity, problems, description } = readFixture(zarr, 'zarr/zarr.json');
  expect(identity?.version).toBe('3');
  expect(description.layers).toMatchObject([{ name: 'depth', title: 'Snow depth' }]);
  expect(problems).toEqual(['extent.missing']);
  expect(zarr.identify(fixtureDocument('zarr/exception-images.json'))).toEqual([]);
});

it('probes a store by its metadata', () => {
  expect(zarr.suspect(linkTo('http://a.org/sst.zarr/'))).toBe(0.8);
  expect(zarr.probe('http://a.org/sst.zarr/').map(({ url }) => url)).toEqual([
    'http://a.org/sst.zarr/.zmetadata',
    'http://a.org/sst.zarr/zarr.json',
    'http://a.org/sst.zarr/.zattrs',
  ]);
});
