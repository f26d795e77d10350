// How a search must cut its results into pages: cursors, order, and hosts that share the first one.
import { expect, it } from 'vitest';
import type { Search, SearchQuery, SearchResult } from '../../src/model/search.ts';
import { makeLayer, makeResource } from './made-records.ts';
import type { WithRecords } from './search.ts';

const idsOf = ({ hits }: SearchResult) => hits.map(({ id, layer }) => (layer === null ? id : `${id}/${layer}`));

async function readToTheEnd(search: Search, query: SearchQuery): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const found: SearchResult = await search.find({ ...query, ...(after === undefined ? {} : { after }) });
    ids.push(...idsOf(found));
    after = found.next;
  }
  return ids;
}

export function testPages(withRecords: WithRecords): void {
  const many = Array.from({ length: 130 }, (_, n) =>
    makeResource(`r${n}`, {
      title: n % 3 === 0 ? 'Forest' : `Forest and ${n % 7} more words`,
      // Half of them on one host.
      endpoint: n % 2 === 0 ? `https://big.example/${n}` : `https://h${n}.example/`,
      layers: [makeLayer({ name: `l${n}`, title: 'Forest' })],
    }),
  );

  it('continues after a page by its cursor, and returns everything once, in the order of offsets', () =>
    withRecords(many, async (search) => {
      const queries: SearchQuery[] = [
        { words: 'forest' },
        { words: 'forest', each: 'layer' },
        { words: 'forest', spread: false },
        { sort: { by: 'title' } },
        {},
      ];
      for (const query of queries)
        for (const limit of [7, 20, 50]) {
          const all = idsOf(await search.find({ ...query, limit: 1000 }));
          expect(await readToTheEnd(search, { ...query, limit })).toEqual(all);
          const byOffset: string[] = [];
          for (let offset = 0; offset < all.length; offset += limit)
            byOffset.push(...idsOf(await search.find({ ...query, offset, limit })));
          expect(byOffset).toEqual(all);
        }
    }));

  it('refuses a cursor of another query, or none at all', () =>
    withRecords(many, async (search) => {
      const { next } = await search.find({ words: 'forest', limit: 5 });
      for (const query of [
        { words: 'roads', after: next! },
        { words: 'forest', after: 'nonsense' },
        { words: 'forest', after: '' },
      ])
        await expect(search.find(query)).rejects.toMatchObject({ code: 'usage.bad-argument' });
    }));

  it('does not let one host fill the first page while others have something', () => {
    const flood = Array.from({ length: 40 }, (_, n) =>
      makeResource(`flood${n}`, { title: 'Forest', endpoint: `https://big.example/${n}` }),
    );
    const others = Array.from({ length: 5 }, (_, n) =>
      makeResource(`other${n}`, { title: 'Some other text with forest', endpoint: `https://h${n}.example/` }),
    );
    return withRecords([...flood, ...others], async (search) => {
      const first = idsOf(await search.find({ words: 'forest', limit: 10 }));
      expect(first.filter((id) => id.startsWith('other'))).toHaveLength(5);
      expect(idsOf(await search.find({ words: 'forest', limit: 10, spread: false }))[9]).toMatch(/^flood/);
      expect(new Set(idsOf(await search.find({ words: 'forest', limit: 100 }))).size).toBe(45);
      expect(idsOf(await search.find({ words: 'forest host:big.example', limit: 10 }))).toHaveLength(10);
    });
  });

  it('sorts by title, age and number of layers, both ways', () =>
    withRecords(
      [
        makeResource('b', { title: 'beta', firstSeenMs: 3, layers: [makeLayer(), makeLayer()] }),
        makeResource('a', { title: 'Älpha', firstSeenMs: 2 }),
        makeResource('c', { title: 'Gamma', firstSeenMs: 1, layers: [makeLayer()] }),
      ],
      async (search) => {
        const sorted = async (by: 'title' | 'created' | 'layers', descending = false) =>
          idsOf(await search.find({ sort: { by, descending } })).join('');
        expect(await sorted('title')).toBe('abc');
        expect(await sorted('title', true)).toBe('cba');
        expect(await sorted('created')).toBe('cab');
        expect(await sorted('layers', true)).toBe('bca');
      },
    ));
}
