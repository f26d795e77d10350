// What catalog records add to a description, and what they must leave alone.
import { describe, expect, it } from 'vitest';
import { makeDescription } from '../../test/conformance/made-records.ts';
import { fillFromRecords } from './fill-from-records.ts';
import type { LeadingRecord } from './record-links.ts';

const office = { organization: 'Forest Office', person: null, email: null, url: null };
const endpoint = 'https://geo.example/wms';

function makeRecord(given: Partial<LeadingRecord> = {}): LeadingRecord {
  return {
    ...{ catalog: 'https://cat.example/csw', id: 'r-1', title: 'Forests of the province' },
    ...{ abstract: 'Trees by species.', extent: [5, 45, 10, 48], keywords: ['forest'], time: '2019/2021' },
    ...{ provider: office, terms: 'CC BY 4.0' },
    ...given,
  };
}

const bare = makeDescription({
  ...{
    title: 'GeoServer Web Map Service',
    abstract: 'A compliant implementation of WMS',
    keywords: ['WMS', 'GEOSERVER'],
  },
  accessConstraints: 'NONE',
  license: { id: null, url: null, open: null, fees: null, constraints: 'none' },
  provider: { organization: 'The Ancient Geographers', person: 'Claudius Ptolomaeus', email: null, url: null },
});
const complete = makeDescription({
  ...{ title: 'Soils', abstract: 'Soils 1:50,000.', keywords: ['soil'], accessConstraints: 'Ask us first.' },
  ...{ provider: { ...office, organization: 'Soil Survey' }, extent: [1, 2, 3, 4], time: '2001' },
});

describe('fillFromRecords', () => {
  it('takes everything from the record where the service tells nothing, and names the record', () => {
    const filled = fillFromRecords(bare, [makeRecord()], endpoint);
    expect(filled).toMatchObject({
      ...{ title: 'Forests of the province', abstract: 'Trees by species.', keywords: ['forest'], provider: office },
      ...{ extent: [5, 45, 10, 48], time: '2019/2021', accessConstraints: 'CC BY 4.0' },
      license: { id: 'CC-BY-4.0', open: true },
    });
    expect(filled.fromRecords?.find(({ field }) => field === 'title')).toEqual({
      field: 'title',
      records: [{ catalog: 'https://cat.example/csw', id: 'r-1', title: 'Forests of the province' }],
      own: 'GeoServer Web Map Service',
    });
  });

  it('leaves a service that tells as it is', () => {
    expect(fillFromRecords(complete, [makeRecord()], endpoint)).toEqual(complete);
  });

  it('gives the service its own words back when it has some, or the record is gone', () => {
    const filled = fillFromRecords(bare, [makeRecord()], endpoint);
    expect(fillFromRecords(filled, [], endpoint)).toEqual(bare);
    const { title } = fillFromRecords({ ...filled, title: 'ignored: borrowed before' }, [], endpoint);
    expect(title).toBe(bare.title);
  });

  it('does not take one dataset of many for the service: texts only where records agree, keywords and places together', () => {
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

  it('takes a record for better than the name of a file', () => {
    const file = 'https://data.example/files/forest_2021.geojson';
    for (const title of ['forest_2021', 'forest_2021.geojson'])
      expect(fillFromRecords(makeDescription({ title }), [makeRecord()], file).title).toBe('Forests of the province');
  });

  it('leaves the title of a service whose address says the same', () => {
    const soils = makeDescription({ title: 'Protected sites' });
    expect(fillFromRecords(soils, [makeRecord()], 'https://geo.example/wms/protected-sites').title).toBe(soils.title);
  });

  it('takes nothing from records that say nothing themselves', () => {
    const empty = makeRecord({
      ...{ title: 'WMS', abstract: '', extent: null, keywords: [], time: null, provider: null, terms: 'see website' },
    });
    expect(fillFromRecords(bare, [empty], endpoint)).toEqual(bare);
  });
});
