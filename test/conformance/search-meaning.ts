// What a search must make of words: other languages, places, slips of the fingers, parts of words, and conditions beside them.
import { expect, it } from 'vitest';
import type { SearchQuery, SearchResult } from '../../src/model/search.ts';
import { makeLayer, makeProvenance, makeResource } from './made-records.ts';
import type { WithRecords } from './search.ts';

const idsOf = ({ hits }: SearchResult) => hits.map(({ id }) => id);

export function testMeaning(withRecords: WithRecords): void {
  it('finds the same thing in other languages, says so, and leaves it out where that is not wanted', () =>
    withRecords(
      [
        makeResource('german', { layers: [makeLayer({ name: 'w', title: 'Wald' })] }),
        makeResource('spanish', { title: 'Bosques de la provincia' }),
        makeResource('english', { title: 'Forest of the province' }),
        makeResource('tagged', {
          title: 'Parzelle 7',
          topics: [{ id: 'concept:forest', confidence: 0.9, words: [] }],
        }),
        makeResource('roads', { title: 'Roads' }),
      ],
      async (search) => {
        const found = await search.find({ words: 'forest' });
        expect(idsOf(found)[0]).toBe('english');
        expect(idsOf(found).toSorted()).toEqual(['english', 'german', 'spanish', 'tagged']);
        expect(found.expansions).toMatchObject([{ id: 'concept:forest', kind: 'concept', from: 'forest' }]);
        expect(found.expansions[0]?.words).toEqual(['Wald', 'bosque']);
        expect(found.hits.find(({ id }) => id === 'german')?.reasons).toContain('"forest" as Wald');
        expect(idsOf(await search.find({ words: 'forest', without: ['concept:forest'] }))).toEqual(['english']);
        expect(idsOf(await search.find({ words: 'forest', expand: false }))).toEqual(['english']);
        expect(idsOf(await search.find({ words: '"forest"' }))).toEqual(['english']);
      },
    ));

  it('knows places by name: what says it, and what lies there', () =>
    withRecords(
      [
        makeResource('says', { title: 'Rivers of Switzerland' }),
        makeResource('lies', { title: 'Rivers', extent: [7, 46.5, 8, 47] }),
        makeResource('world', { title: 'Rivers', extent: [-180, -90, 180, 90] }),
        makeResource('france', { title: 'Rivers', extent: [0, 44, 3, 48] }),
      ],
      async (search) => {
        const found = await search.find({ words: 'rivers switzerland' });
        expect(idsOf(found).toSorted()).toEqual(['lies', 'says']);
        expect(found.expansions.map(({ id }) => id)).toContain('place:CH');
        expect(found.hits.find(({ id }) => id === 'lies')?.reasons).toContain('in Switzerland');
        expect(idsOf(await search.find({ words: 'rivers switzerland', without: ['place:CH'] }))).toEqual(['says']);
      },
    ));

  it('forgives a slip of the fingers, and only where nothing is written so', () =>
    withRecords(
      [makeResource('a', { title: 'Hydrogeologie' }), makeResource('b', { title: 'Parcels' })],
      async (search) => {
        for (const words of ['hydrogeolgie', 'hydroegologie', 'hidrogeologie', 'hydrogeologiee'])
          expect(idsOf(await search.find({ words })), words).toEqual(['a']);
        const found = await search.find({ words: 'parcles' });
        expect(idsOf(found)).toEqual(['b']);
        const [spelling] = found.expansions;
        expect(spelling).toMatchObject({ id: 'spelling:parcles', from: 'parcles', words: ['parcels'] });
        expect(found.hits[0]?.reasons).toContain('"parcles" as parcels, parcel');
        expect(idsOf(await search.find({ words: 'parcles', without: ['spelling:parcles'] }))).toEqual([]);
        expect(idsOf(await search.find({ words: 'xyzzyxyz' }))).toEqual([]);
      },
    ));

  it('finds words inside words, behind those that are the word', () =>
    withRecords(
      [makeResource('inside', { title: 'Landesgrenzen' }), makeResource('itself', { title: 'Grenzen' })],
      async (search) => {
        expect(idsOf(await search.find({ words: 'grenzen', expand: false }))).toEqual(['itself', 'inside']);
      },
    ));

  it('filters by time, and counts years', () =>
    withRecords(
      [
        makeResource('old', { time: '1990-01-01/1995-12-31' }),
        makeResource('new', { time: '2020-05-01/..' }),
        makeResource('timeless'),
      ],
      async (search) => {
        const at = (from: string | null, to: string | null): SearchQuery => ({
          time: { fromMs: from === null ? null : Date.parse(from), toMs: to === null ? null : Date.parse(to) },
        });
        expect(idsOf(await search.find(at('1995-06-01', '1999-01-01')))).toEqual(['old']);
        expect(idsOf(await search.find(at('2024-01-01', null)))).toEqual(['new']);
        expect(idsOf(await search.find(at(null, '1980-01-01')))).toEqual([]);
        const { facets } = await search.find({ facets: ['year'] });
        expect(facets.year?.map(({ value }) => value)).toEqual([
          '1990',
          '1991',
          '1992',
          '1993',
          '1994',
          '1995',
          '2020',
        ]);
        expect(idsOf(await search.find({ filters: { year: ['1993'] } }))).toEqual(['old']);
      },
    ));

  it('takes facets as words: with hosts below a domain, topics by any name, and a minus for without', () =>
    withRecords(
      [
        makeResource('a', { endpoint: 'https://wms.geo.admin.ch/', topics: [topic('concept:river')] }),
        makeResource('b', { endpoint: 'https://geoadmin.ch/wfs', kind: 'wfs' }),
        makeResource('c', { endpoint: 'https://geo.gov.uk/', provenance: makeProvenance({ foundBy: 'seed' }) }),
      ],
      async (search) => {
        expect(idsOf(await search.find({ words: 'host:admin.ch' }))).toEqual(['a']);
        expect(idsOf(await search.find({ words: '-host:admin.ch' })).toSorted()).toEqual(['b', 'c']);
        expect(idsOf(await search.find({ words: '-kind:wms' }))).toEqual(['b']);
        expect(idsOf(await search.find({ words: 'topic:rivière' }))).toEqual(['a']);
        expect(idsOf(await search.find({ words: 'country:gb' }))).toEqual(['c']);
        expect(idsOf(await search.find({ words: 'found:seed' }))).toEqual(['c']);
        await expect(search.find({ filters: { nosuch: ['x'] } })).rejects.toMatchObject({ code: 'usage.bad-argument' });
        await expect(search.find({ facets: ['nosuch'] })).rejects.toMatchObject({ code: 'usage.bad-argument' });
      },
    ));

  it('says which condition is to blame when nothing is found', () =>
    withRecords(
      [
        makeResource('a', { title: 'Forest', extent: [0, 0, 1, 1] }),
        makeResource('b', { title: 'Roads', kind: 'wfs' }),
      ],
      async (search) => {
        const { total, relaxed } = await search.find({ words: 'forest', kinds: ['wfs'], extent: [0, 0, 2, 2] });
        expect([total, relaxed]).toEqual([0, [{ condition: 'kind', total: 1 }]]);
        expect((await search.find({ words: 'forest' })).relaxed).toEqual([]);
      },
    ));

  it('puts what says more of itself before what says less, where words fit alike', () => {
    const provider = { organization: 'Office', person: null, email: 'a@office.example', url: null };
    return withRecords(
      [
        makeResource('bare', { title: 'Peat' }),
        makeResource('told', { title: 'Peat', provider, extent: [0, 0, 1, 1], languages: ['en'] }),
      ],
      async (search) => {
        expect(idsOf(await search.find({ words: 'peat' }))).toEqual(['told', 'bare']);
      },
    );
  });
}

function topic(id: string) {
  return { id, confidence: 0.9, words: [] };
}
