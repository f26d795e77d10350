// Point clouds: header and records.
import { expect, it } from 'vitest';
import { fixtureDocument, readDocument, readFixture, rounded } from '../../../../test/read-fixture.ts';
import { las } from './las.ts';

it('reads bounds, system and count', () => {
  const { identity, description, problems } = readFixture(las, 'las/cloud.las');
  expect(identity?.version).toBe('1.4');
  expect(rounded(description.extent)).toEqual([10.3366, 47.8454, 10.3502, 47.8546]);
  expect(description.layers).toMatchObject([{ featureCount: 123_456_789, crs: ['EPSG:25832'] }]);
  expect(description.software).toBe('tiny writer');
  expect(problems).toEqual([]);
});

it('distinguishes LAZ and COPC', () => {
  expect(readFixture(las, 'las/cloud.copc.laz').description.formats).toEqual(['application/vnd.laszip+copc']);
  expect(readFixture(las, 'las/cloud.las').description.formats).toEqual(['application/vnd.las']);
});

it('has no extent without a CRS', () => {
  const bytes = Buffer.from(fixtureDocument('las/cloud.las').bytes);
  bytes.writeUInt32LE(0, 100);
  const { problems } = readDocument(las, fixtureDocument('las/cloud.las', { bytes }));
  expect(problems).toEqual(['crs.missing']);
});
