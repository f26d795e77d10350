// Zarr stores of both versions, by their metadata.
import { expect, it } from 'vitest';
import { fixtureDocument, linkTo, readFixture } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import type { Document } from '../../../model/document.ts';
import type { CheckRequest } from '../../../model/kind.ts';
import type { Resource } from '../../../model/resource.ts';
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

it('reads version 3, and ignores other data', () => {
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

/** The requests of a check after the metadata. */
function chunksOf(document: Document): readonly CheckRequest[] {
  const [identity] = zarr.identify(document);
  const [lead] = zarr.check!({ url: document.url, endpoint: identity!.endpoint } as Resource, 0);
  expect(lead).toMatchObject({ url: document.url });
  return lead!.next!(document);
}

it('is checked by the first chunk of a coordinate, or by its metadata alone', () => {
  const range = { range: [0, 1023], expects: 'bytes' };
  const second = fixtureDocument('zarr/store.zmetadata', { url: 'http://a.org/sst.zarr/.zmetadata' });
  expect(chunksOf(second)).toMatchObject([{ ...range, url: 'http://a.org/sst.zarr/lat/0', dataset: 'lat' }]);
  const third = fixtureDocument('zarr/zarr.json', { url: 'http://a.org/snow.zarr/zarr.json' });
  expect(chunksOf(third)).toEqual([]);
  const lat = '"lat":{"zarr_format":3,"node_type":"array","shape":[10],"dimension_names":["lat"]},"depth"';
  const text = Buffer.from(third.bytes).toString().replace('"depth"', lat);
  const withCoordinate = makeDocument({ url: third.url, bytes: Buffer.from(text) });
  expect(chunksOf(withCoordinate)).toMatchObject([{ ...range, url: 'http://a.org/snow.zarr/lat/c/0' }]);
});
