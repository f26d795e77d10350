// Values derived from a description of any kind.
import { describe, expect, it } from 'vitest';
import { makeDescription, makeLayer } from '../../test/conformance/made-records.ts';
import type { Description } from '../model/resource.ts';
import { completeDescription } from './complete-description.ts';

const complete = (given: Partial<Description>) => completeDescription(makeDescription(given), 'service');
const codes = (given: Partial<Description>) => complete(given).problems.map(({ code }) => code);
const rivers = makeLayer({ name: 'rivers', title: 'Rivers' });

describe('completeDescription', () => {
  it('reads the license, and keeps the texts', () => {
    const terms = { fees: 'keine', accessConstraints: 'Datenlizenz Deutschland Namensnennung 2.0' };
    const license = { id: 'DL-DE-BY-2.0', url: null, open: true, fees: 'none', constraints: null };
    expect(complete(terms)).toMatchObject({ ...terms, license });
  });

  it('collects the systems and times of the layers', () => {
    const layers = [
      makeLayer({ name: 'a', crs: ['EPSG:4326', 'EPSG:25832'], time: '2010/2012' }),
      makeLayer({ name: 'b', crs: ['EPSG:25832'], time: '2015-03-01' }),
    ];
    expect(complete({ layers })).toMatchObject({ crs: ['EPSG:25832', 'EPSG:4326'], time: '2010/2015-03-01' });
  });

  it('reports texts that came with the software', () => {
    const provider = { organization: 'The Ancient Geographers', person: 'Claudius Ptolomaeus', email: null, url: null };
    const abstract = 'A compliant implementation of WMS plus most of the SLD extension (dynamic styling).';
    expect(codes({ title: 'GeoServer Web Map Service', abstract, provider, layers: [rivers] })).toEqual([
      ...['title.placeholder', 'abstract.placeholder', 'provider.placeholder'],
    ]);
    expect(codes({ title: 'Waters of Saxony', layers: [rivers] })).toEqual([]);
  });

  it('marks sample data and placeholder titles, layer by layer', () => {
    const layers = [rivers, makeLayer({ name: 'topp:states', title: 'USA' }), makeLayer({ name: '0', title: '0' })];
    const completed = complete({ title: 'Waters', layers });
    expect(completed.layers.map(({ isDemo }) => isDemo)).toEqual([undefined, true, undefined]);
    expect(completed.problems.map(({ code }) => code)).toEqual(['layer.demo', 'layer.placeholder']);
  });

  it('reports a service with a frame only as empty', () => {
    const frame = makeLayer({ name: null, title: 'Untitled' });
    expect(codes({ title: 'Untitled', layers: [frame] })).toEqual(['title.placeholder', 'service.empty']);
    expect(codes({ title: 'Waters', layers: [frame, rivers] })).toEqual([]);
  });
});
