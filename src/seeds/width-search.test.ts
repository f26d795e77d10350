import { describe, expect, it } from 'vitest';
import type { QueryEngine } from './search-engines.ts';
import { hasMore, nextGroup, type SearchPosition, startQuery } from './width-search.ts';

/** An engine with pages of seven results, thirty per query. */
const ask: QueryEngine = async (query, cursor) => {
  const from = Number(cursor ?? '0');
  const all = Array.from({ length: 30 }, (_, index) => `https://${query}.example/${index}`);
  return { urls: all.slice(from, from + 7), cursor: from + 7 < all.length ? String(from + 7) : null };
};

const two: SearchPosition = { queries: [startQuery('a'), startQuery('b')], requests: 0 };

describe('groups of ten', () => {
  it('come from all queries at width i before any at width i + 1', async () => {
    const widths: [number, number, string | undefined][] = [];
    let position = two;
    for (let turn = 0; turn < 9; turn++) {
      const group = await nextGroup(position, ask, { maxWidth: 2, maxRequests: 100 });
      if (group === null) break;
      widths.push([group.width, group.urls.length, group.urls[10]]);
      position = group.position;
    }
    expect(widths).toEqual([
      [1, 20, 'https://b.example/0'],
      [2, 20, 'https://b.example/10'],
    ]);
    expect([hasMore(position, 2), hasMore(position, 3)]).toEqual([false, true]);
  });

  it('give a later query its first groups before the others continue', async () => {
    const first = await nextGroup(two, ask, { maxWidth: 3, maxRequests: 100 });
    const queries = [...first!.position.queries, startQuery('c')];
    const second = await nextGroup({ ...first!.position, queries }, ask, { maxWidth: 3, maxRequests: 100 });
    expect([second?.width, second?.queries]).toEqual([1, ['c']]);
  });

  it('stop at the quota and resume there', async () => {
    const limited = await nextGroup(two, ask, { maxWidth: 1, maxRequests: 3 });
    expect(limited).toMatchObject({ failure: { code: 'search.quota' }, queries: ['a'], position: { requests: 3 } });
    const rest = await nextGroup(limited!.position, ask, { maxWidth: 1, maxRequests: 9 });
    expect(rest).toMatchObject({ failure: null, queries: ['b'], position: { requests: 4 } });
    expect(rest?.urls).toHaveLength(10);
  });

  it('end if an engine repeats its last page forever', async () => {
    const stuck: QueryEngine = async () => ({ urls: ['https://a.example/1'], cursor: 'more' });
    const group = await nextGroup({ queries: [startQuery('a')], requests: 0 }, stuck, { maxWidth: 5, maxRequests: 50 });
    expect([group?.urls, group?.position.requests]).toEqual([['https://a.example/1'], 2]);
    expect(hasMore(group!.position, 5)).toBe(false);
  });
});
