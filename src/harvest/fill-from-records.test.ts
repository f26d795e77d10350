// What catalog records add to a description, and what they must not change.
import { describe, expect, it } from 'vitest';
import { makeDescription } from '../../test/conformance/made-records.ts';
import { fillFromRecords } from './fill-from-records.ts';
import type { LeadingRecord } from './record-links.ts';

const office = { organization: 'Forest Office', person: null, email: null, url: null };
const endpoint = 'https://geo.example/wms';

function makeRecord(given: Partial<LeadingRecord> = {}): LeadingRecord {
  return {
    catalog: 'https://cat.example/csw',
    id: 'r-1',
    title: 'Forests of the province',
    abstract: 'Trees by species.',
    extent: [5, 45, 10, 48],
    keywords: ['forest'],
    time: '2019/2021',
    provider: office,
    terms: 'CC BY 4.0',
    ...given,
  };
}

const bare = makeDescription({
  title: 'GeoServer Web Map Service',
  abstract: 'A compliant implementation of WMS',
  keywords: ['WMS', 'GEOSERVER'],
  accessConstraints: 'NONE',
  license: { id: null, url: null, open: null, fees: null, constraints: 'none' },
  provider: { organization: 'The Ancient Geographers', person: 'Claudius Ptolomaeus', email: null, url: null },
});
const complete = makeDescription({
  title: 'Soils',
  abstract: 'Soils 1:50,000.',
  keywords: ['soil'],
  accessConstraints: 'Ask us first.',
  provider: { ...office, organization: 'Soil Survey' },
  extent: [1, 2, 3, 4],
  time: '2001',
});

describe('fillFromRecords', () => {
  it('fills empty fields from the record, and names the record', () => {
    const filled = fillFromRecords(bare, [makeRecord()], endpoint);
    expect(filled).toMatchObject({
      title: 'Forests of the province',
      abstract: 'Trees by species.',
      keywords: ['forest'],
      provider: office,
      extent: [5, 45, 10, 48],
      time: '2019/2021',
      accessConstraints: 'CC BY 4.0',
      license: { id: 'CC-BY-4.0', open: true },
    });
    expect(filled.fromRecords?.find(({ field }) => field === 'title')).toEqual({
      field: 'title',
      records: [{ catalog: 'https://cat.example/csw', id: 'r-1', title: 'Forests of the province' }],
      own: 'GeoServer Web Map Service',
    });
  });

  it('leaves a well described service unchanged', () => {
    expect(fillFromRecords(complete, [makeRecord()], endpoint)).toEqual(complete);
  });

  it("restores the service's own fields when the record is gone", () => {
    const filled = fillFromRecords(bare, [makeRecord()], endpoint);
    expect(fillFromRecords(filled, [], endpoint)).toEqual(bare);
    const { title } = fillFromRecords({ ...filled, title: 'ignored: borrowed before' }, [], endpoint);
    expect(title).toBe(bare.title);
  });

  it('uses texts only if all records agree, and merges keywords and extents', () => {
    const other = makeRecord({
      id: 'r-2',
      title: 'Lakes',
      abstract: 'Waters.',
      extent: [0, 40, 6, 46],
      keywords: ['lake'],
    });
    const filled = fillFromRecords(bare, [makeRecord(), other], endpoint);
    expect(filled).toMatchObject({ title: bare.title, abstract: bare.abstract, provider: office });
    expect(filled).toMatchObject({
      keywords: ['forest', 'lake'],
      extent: [0, 40, 10, 48],
      license: { id: 'CC-BY-4.0' },
    });
    expect(filled.fromRecords?.find(({ field }) => field === 'extent')?.records.map(({ id }) => id)).toEqual([
      'r-1',
      'r-2',
    ]);
  });

  it('prefers a record to a file name as title', () => {
    const file = 'https://data.example/files/forest_2021.geojson';
    for (const title of ['forest_2021', 'forest_2021.geojson'])
      expect(fillFromRecords(makeDescription({ title }), [makeRecord()], file).title).toBe('Forests of the province');
  });

  it('keeps a title that only resembles the URL of the service', () => {
    const soils = makeDescription({ title: 'Protected sites' });
    expect(fillFromRecords(soils, [makeRecord()], 'https://geo.example/wms/protected-sites').title).toBe(soils.title);
  });

  it('ignores records with placeholder texts', () => {
    const empty = makeRecord({
      title: 'WMS',
      abstract: '',
      extent: null,
      keywords: [],
      time: null,
      provider: null,
      terms: 'see website',
    });
    expect(fillFromRecords(bare, [empty], endpoint)).toEqual(bare);
  });
});
