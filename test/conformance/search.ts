// What every search must do, whatever engine it stands on.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Extent } from '../../src/model/extent.ts';
import type { Resource } from '../../src/model/resource.ts';
import type { Search, SearchQuery } from '../../src/model/search.ts';
import type { Store } from '../../src/model/store.ts';
import { makeLayer, makeResource } from './made-records.ts';
import { testFilters } from './search-filter.ts';
import { testMeaning } from './search-meaning.ts';
import { testPages } from './search-pages.ts';
import { testSearchAgainstScan } from './search-scan.ts';

export type ReadRecord = (id: string) => Promise<Resource | null>;

export interface OpenSearch {
  readonly store: Store;
  readonly search: Search;
}

/** `open` gives an empty search each time, which reads records from where it is told; `share` of the random cases is tried. */
export function testSearch(name: string, open: (read: ReadRecord) => Promise<OpenSearch>, share = 1): void {
  const withRecords: WithRecords = async (records, work) => {
    const stored = new Map<string, Resource>();
    const { store, search } = await open(async (id) => stored.get(id) ?? null);
    const put = (resources: readonly Resource[]) =>
      store.transact(async (transaction) => {
        for (const resource of resources) {
          stored.set(resource.id, resource);
          await search.index(transaction, resource);
        }
      });
    await put(records);
    await work(search, put);
    await store.close();
  };
  describe(`search on ${name}`, () => {
    testWords(withRecords);
    testRanking(withRecords);
    testReasons(withRecords);
    testExtents(withRecords);
    testPaging(withRecords);
    testTopics(withRecords);
    testMeaning(withRecords);
    testPages(withRecords);
    testFilters(withRecords, share);
    testSearchAgainstScan(withRecords, share);
  });
}

/** Runs `work` on a search over these records. */
export type WithRecords = (
  records: readonly Resource[],
  work: (search: Search, put: (resources: readonly Resource[]) => Promise<void>) => Promise<void>,
) => Promise<void>;

async function idsOf(search: Search, query: SearchQuery): Promise<readonly string[]> {
  return (await search.find(query)).hits.map((hit) => hit.id);
}

function testWords(withRecords: WithRecords): void {
  it('finds words split out of identifiers, in any case and without diacritics', () =>
    withRecords(
      [
        makeResource('snake', { layers: [makeLayer({ name: 'land_cover', title: '' })] }),
        makeResource('camel', { layers: [makeLayer({ name: 'LandCover2018', title: '' })] }),
        makeResource('prefixed', { layers: [makeLayer({ name: 'ne:admin0', title: '' })] }),
        makeResource('accents', { title: 'Übersicht der Gewässer, Bodenfläche' }),
        makeResource('address', { endpoint: 'https://maps.example/cgi-bin/noise_levels/wms?map=hafen' }),
        makeResource('chinese', { title: '土地覆盖图' }),
      ],
      async (search) => {
        expect((await idsOf(search, { words: 'land cover', expand: false })).toSorted()).toEqual(['camel', 'snake']);
        expect((await idsOf(search, { words: 'landcover', expand: false })).toSorted()).toEqual(['camel', 'snake']);
        expect(await idsOf(search, { words: 'LandCover2018' })).toEqual(['camel']);
        expect(await idsOf(search, { words: 'admin 0' })).toEqual(['prefixed']);
        expect(await idsOf(search, { words: 'ubersicht GEWASSER bodenflache', expand: false })).toEqual(['accents']);
        expect(await idsOf(search, { words: 'noise hafen', expand: false })).toEqual(['address']);
        expect(await idsOf(search, { words: '覆盖', expand: false })).toEqual(['chinese']);
        expect(await idsOf(search, { words: '盖覆', expand: false })).toEqual([]);
      },
    ));

  it('finds longer words by their beginning, but not by two letters', () =>
    withRecords([makeResource('rivers', { title: 'Rivers and depths' })], async (search) => {
      expect(await idsOf(search, { words: 'river dep' })).toEqual(['rivers']);
      expect(await idsOf(search, { words: 'de' })).toEqual([]);
    }));

  it('finds words in every field of the record', () => {
    const provider = { organization: 'Institut Cartographique', person: null, email: null, url: null };
    const layers = [makeLayer({ title: 'peat', abstract: 'bog', keywords: ['mire'] })];
    const record = { title: 'soil', abstract: 'ground', keywords: ['earth'], provider, layers };
    return withRecords([makeResource('all', record), makeResource('other')], async (search) => {
      for (const words of ['soil', 'ground', 'earth', 'institut', 'peat', 'bog', 'mire', 'soil mire institut']) {
        expect(await idsOf(search, { words })).toEqual(['all']);
      }
    });
  });

  it('takes whatever a person types without failing', () =>
    withRecords([makeResource('a', { title: 'NEAR the title AND OR NOT' })], async (search) => {
      const typed = [
        '"',
        '*',
        'title:',
        '^title',
        'title*',
        '{title}',
        'near(',
        'NOT',
        'a AND',
        '-title',
        "'",
        '\\',
        '(',
        ';--',
      ];
      for (const words of typed) await search.find({ words });
      expect(await idsOf(search, { words: 'title: "near" AND* (or) not' })).toEqual(['a']);
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 30 }), async (words) => {
          await search.find({ words });
        }),
      );
    }));

  it('knows phrases, exclusions and fields', () =>
    withRecords(
      [
        makeResource('a', { title: 'Land cover of Ireland', keywords: ['forest'] }),
        makeResource('b', { title: 'Cover of land in Ireland', abstract: 'forest' }),
        makeResource('c', { title: 'Forest roads', kind: 'wfs' }),
      ],
      async (search) => {
        expect(await idsOf(search, { words: '"land cover"' })).toEqual(['a']);
        expect((await idsOf(search, { words: 'ireland -"land cover"' })).toSorted()).toEqual(['b']);
        expect((await idsOf(search, { words: 'forest -roads' })).toSorted()).toEqual(['a', 'b']);
        expect(await idsOf(search, { words: 'title:forest' })).toEqual(['c']);
        expect(await idsOf(search, { words: 'forest kind:wfs' })).toEqual(['c']);
        expect(await idsOf(search, { words: 'kind:nosuch' })).toEqual([]);
      },
    ));

  it('finds what words contain where none begins with it', () =>
    withRecords(
      [makeResource('a', { title: 'Landesgrenzen' }), makeResource('b', { title: 'Wälder' })],
      async (search) => {
        expect(await idsOf(search, { words: 'grenzen' })).toEqual(['a']);
      },
    ));

  it('finds nothing for text without a word, and everything for no text', () =>
    withRecords([makeResource('a'), makeResource('b', { kind: 'wfs' })], async (search) => {
      expect(await search.find({ words: '***' })).toMatchObject({ total: 0, hits: [] });
      expect((await search.find({})).total).toBe(2);
      expect(await idsOf(search, { words: ' ', kinds: ['wfs'] })).toEqual(['b']);
    }));

  it('refuses too many words with a code', () =>
    withRecords([], async (search) => {
      const words = Array.from({ length: 65 }, (_, n) => `word${n}`).join(' ');
      await expect(search.find({ words })).rejects.toMatchObject({ code: 'usage.bad-argument' });
    }));

  it('forgets the words of a changed record', () =>
    withRecords([makeResource('a', { title: 'Forest', extent: [0, 0, 1, 1] })], async (search, put) => {
      const changed = makeResource('a', { title: 'Rivers', extent: [170, 0, -170, 1] });
      await put([changed]);
      expect(await idsOf(search, { words: 'forest' })).toEqual([]);
      expect(await idsOf(search, { words: 'rivers' })).toEqual(['a']);
      expect(await idsOf(search, { extent: [0, 0, 1, 1] })).toEqual([]);
      expect(await idsOf(search, { extent: [-179, 0, -178, 1] })).toEqual(['a']);
    }));
}

function testRanking(withRecords: WithRecords): void {
  it('puts title before keywords before abstract', () =>
    withRecords(
      [
        makeResource('abstract', { title: 'Some maps here', abstract: 'forest' }),
        makeResource('keywords', { title: 'Some maps here', keywords: ['forest'] }),
        makeResource('title', { title: 'Some forest here' }),
        makeResource('none', { title: 'Other' }),
      ],
      async (search) => {
        expect(await idsOf(search, { words: 'forest' })).toEqual(['title', 'keywords', 'abstract']);
      },
    ));

  it('puts the word itself before words that begin with it', () =>
    withRecords(
      [makeResource('longer', { title: 'Landing places' }), makeResource('exact', { title: 'Land places' })],
      async (search) => {
        expect(await idsOf(search, { words: 'land' })).toEqual(['exact', 'longer']);
      },
    ));

  it('does not let placeholder titles win', () =>
    withRecords(
      [
        makeResource('short', { title: 'WMS' }),
        makeResource('default', { title: 'GeoServer Web Map Service' }),
        makeResource('real', { title: 'Forest web map service of the Alps (WMS)', abstract: 'A long text on trees.' }),
      ],
      async (search) => {
        expect((await idsOf(search, { words: 'wms' }))[0]).toBe('real');
        expect((await idsOf(search, { words: 'web map service' }))[0]).toBe('real');
        expect(await idsOf(search, { words: 'geoserver' })).toEqual(['default']);
      },
    ));

  it('falls back to records with some of the words, those with most first, and says so', () =>
    withRecords(
      [
        makeResource('one', { title: 'Forest forest forest' }),
        makeResource('two', { title: 'A long title about other things', abstract: 'forest and rivers' }),
        makeResource('zero', { title: 'Roads' }),
      ],
      async (search) => {
        const { total, hits } = await search.find({ words: 'forest rivers glaciers' });
        expect([total, hits.map((hit) => hit.id)]).toEqual([2, ['two', 'one']]);
        expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? 0);
        expect(hits[0]?.reasons[0]).toBe('has 2 of 3 words ("forest rivers"); no record has all of them');
      },
    ));

  it('puts tight extents before the whole world when an area is asked for', () =>
    withRecords(
      [
        makeResource('world', { title: 'Forest', extent: [-180, -90, 180, 90] }),
        makeResource('country', { title: 'Forest', extent: [5.9, 45.8, 10.5, 47.8] }),
        makeResource('city', { title: 'Forest', extent: [8.4, 47.3, 8.6, 47.4] }),
      ],
      async (search) => {
        const extent: Extent = [6, 46, 10, 48];
        expect(await idsOf(search, { extent })).toEqual(['country', 'city', 'world']);
        expect(await idsOf(search, { extent, words: 'forest' })).toEqual(['country', 'city', 'world']);
      },
    ));
}

function testReasons(withRecords: WithRecords): void {
  it('names the layers that match, best first, at most five, and why the record is there', () => {
    const layers = [
      makeLayer({ name: 'a', title: 'Roads' }),
      makeLayer({ name: 'b', title: 'Cover of manholes' }),
      makeLayer({ name: 'c', title: 'Land cover' }),
      ...Array.from({ length: 6 }, (_, n) => makeLayer({ name: `d${n}`, title: 'Land' })),
    ];
    const record = makeResource('a', { title: 'Land use', keywords: ['cover'], extent: [0, 0, 10, 10], layers });
    return withRecords([record], async (search) => {
      const { hits } = await search.find({ words: 'land cover', extent: [5, 0, 15, 10] });
      expect(hits[0]?.layers).toEqual([2, 1, 3, 4, 5]);
      expect(hits[0]?.reasons).toEqual([
        '"land" in title',
        '"cover" in keywords',
        '1 matching layer for "land cover"',
        'covers 50 % of the area',
      ]);
    });
  });

  it('gives no layers and one reason when only an area is asked for', () =>
    withRecords([makeResource('a', { extent: [-180, -90, 180, 90], layers: [makeLayer()] })], async (search) => {
      const { hits } = await search.find({ extent: [5, 0, 15, 10] });
      expect(hits).toMatchObject([{ layers: [], reasons: ['its extent is the whole world'] }]);
    }));
}

function testExtents(withRecords: WithRecords): void {
  const records = [
    makeResource('fiji', { extent: [177, -20, -178, -15] }),
    makeResource('alps', { extent: [5, 44, 15, 48] }),
    makeResource('point', { extent: [8, 47, 8, 47] }),
    makeResource('nowhere', { extent: null }),
  ];

  it('relates extents across the antimeridian, on either side of it', () =>
    withRecords(records, async (search) => {
      expect(await idsOf(search, { extent: [-179, -18, -170, -10] })).toEqual(['fiji']);
      expect(await idsOf(search, { extent: [178, -18, 179, -17] })).toEqual(['fiji']);
      expect(await idsOf(search, { extent: [170, -30, 190, 0] })).toEqual(['fiji']);
      expect(await idsOf(search, { extent: [170, -30, -170, 0], relation: 'within' })).toEqual(['fiji']);
      expect(await idsOf(search, { extent: [178, -18, -179, -17], relation: 'contains' })).toEqual(['fiji']);
      expect(await idsOf(search, { extent: [-177, -18, 176, -17] })).toEqual([]);
    }));

  it('knows intersects, within and contains, borders included', () =>
    withRecords(records, async (search) => {
      expect((await idsOf(search, { extent: [5, 44, 15, 48], relation: 'within' })).toSorted()).toEqual([
        'alps',
        'point',
      ]);
      expect(await idsOf(search, { extent: [15, 48, 20, 50] })).toEqual(['alps']);
      expect(await idsOf(search, { extent: [8, 47, 8, 47], relation: 'contains' })).toEqual(['point', 'alps']);
      expect((await search.find({ extent: [-180, -90, 180, 90] })).total).toBe(3);
    }));

  it('rejects an invalid extent with an error code', () =>
    withRecords(records, async (search) => {
      for (const extent of [
        [0, 10, 5, 0],
        [0, Number.NaN, 5, 5],
        [0, 0, Number.POSITIVE_INFINITY, 5],
      ] as const) {
        await expect(search.find({ extent })).rejects.toMatchObject({ code: 'usage.bad-argument' });
      }
      await expect(search.find({ limit: -1 })).rejects.toMatchObject({ code: 'usage.bad-argument' });
      await expect(search.find({ offset: 0.5 })).rejects.toMatchObject({ code: 'usage.bad-argument' });
    }));
}

function testPaging(withRecords: WithRecords): void {
  it('cuts one result into pages that neither overlap nor lose anything, with the total on each', () => {
    const records = Array.from({ length: 250 }, (_, n) =>
      makeResource(`r${n}`, { title: 'Forest', extent: [0, 0, 1, 1] }),
    );
    return withRecords(records, async (search) => {
      for (const query of [{ words: 'forest' }, { extent: [0, 0, 2, 2] as const }, {}]) {
        const pages: string[] = [];
        for (let offset = 0; offset < 280; offset += 70) {
          const { total, hits } = await search.find({ ...query, offset, limit: 70 });
          expect(total).toBe(250);
          pages.push(...hits.map((hit) => hit.id));
        }
        expect(new Set(pages).size).toBe(250);
        expect(pages).toHaveLength(250);
        expect((await search.find(query)).hits).toHaveLength(20);
        expect(await search.find({ ...query, limit: 0 })).toMatchObject({ total: 250, hits: [], facets: {} });
        expect((await search.find({ ...query, offset: 1000 })).total).toBe(250);
      }
    });
  });

  it('counts the values of facets among all results, not only the page', () => {
    const records = Array.from({ length: 30 }, (_, n) =>
      makeResource(`r${n}`, { title: n < 20 ? 'Forest' : 'Road', kind: ['wms', 'wfs', 'wcs'][n % 3] ?? '' }),
    );
    return withRecords(records, async (search) => {
      const { facets } = await search.find({ words: 'forest', limit: 1, facets: ['kind', 'license'] });
      expect(facets).toEqual({
        kind: [
          { value: 'wfs', count: 7 },
          { value: 'wms', count: 7 },
          { value: 'wcs', count: 6 },
        ],
        license: [],
      });
    });
  });

  it('gives each layer by itself where that is wanted', () => {
    const layers = [makeLayer({ name: 'a', title: 'Forest' }), makeLayer({ name: 'b', title: 'Roads' })];
    return withRecords([makeResource('x', { title: 'Maps', layers })], async (search) => {
      const { total, hits } = await search.find({ words: 'roads', each: 'layer' });
      expect([total, hits.map(({ id, layer }) => [id, layer])]).toEqual([1, [['x', 1]]]);
    });
  });

  it('counts only the kinds asked for', () => {
    const records = Array.from({ length: 30 }, (_, n) =>
      makeResource(`r${n}`, { title: 'Forest', kind: ['wms', 'wfs', 'wcs'][n % 3] ?? '', extent: [0, 0, 1, 1] }),
    );
    return withRecords(records, async (search) => {
      expect((await search.find({ words: 'forest', kinds: ['wms', 'wfs'], limit: 3 })).total).toBe(20);
      expect((await search.find({ extent: [0, 0, 1, 1], kinds: ['wcs'] })).total).toBe(10);
    });
  });
}

function testTopics(withRecords: WithRecords): void {
  const about = (id: string, confidence: number) => [{ id, confidence, words: [] }];
  const records = [
    makeResource('sure', { title: 'Rivers', topics: about('inspire:hy', 0.9) }),
    makeResource('unsure', { title: 'Rivers', topics: about('inspire:hy', 0.3) }),
    makeResource('layer', {
      layers: [makeLayer({ topics: [{ id: 'inspire:hy', confidence: 1, words: [], by: 'user' }] })],
    }),
    makeResource('other', { title: 'Rivers', topics: about('inspire:tn', 0.9), extent: [0, 0, 1, 1] }),
  ];

  it('finds what is surely about one of the topics, with words and area or without', () =>
    withRecords(records, async (search) => {
      expect((await idsOf(search, { topics: ['inspire:hy'] })).toSorted()).toEqual(['layer', 'sure']);
      expect(await idsOf(search, { topics: ['inspire:hy'], words: 'rivers' })).toEqual(['sure']);
      expect(await idsOf(search, { topics: ['inspire:tn', 'inspire:hy'], extent: [0, 0, 2, 2] })).toEqual(['other']);
      expect((await search.find({ topics: ['inspire:hy', 'inspire:tn'], limit: 1 })).total).toBe(3);
      expect(await idsOf(search, { topics: ['inspire:hy'], kinds: ['wfs'] })).toEqual([]);
    }));

  it('does not assign a topic of the layers to a record where a user removed it', () => {
    const layers = [makeLayer({ topics: about('inspire:hy', 0.9) })];
    const corrected = makeResource('corrected', { title: 'Rivers', topics: about('inspire:tn', 0.9), layers });
    return withRecords([corrected], async (search) => {
      expect(await idsOf(search, { topics: ['inspire:hy'] })).toEqual([]);
      expect(await idsOf(search, { topics: ['inspire:tn'] })).toEqual(['corrected']);
    });
  });

  it('forgets topics a record no longer has', () =>
    withRecords(records, async (search, put) => {
      await put([makeResource('sure', { title: 'Rivers' })]);
      expect(await idsOf(search, { topics: ['inspire:hy'] })).toEqual(['layer']);
    }));
}
