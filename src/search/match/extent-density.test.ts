// The density of extents against counting every layer by hand, the antimeridian and dead records included.
import { expect, it } from 'vitest';
import { makeLayer, makeResource } from '../../../test/conformance/made-records.ts';
import { boxesOf } from '../../base/geo/extent-relation.ts';
import type { Extent } from '../../model/extent.ts';
import type { Resource } from '../../model/resource.ts';
import { openSqlite } from '../../store/sqlite/sqlite.ts';
import { openSqliteSearch } from '../sqlite/sqlite-search.ts';

const grid = { columns: 36, rows: 18 };
const boxes: readonly (Extent | null)[] = [
  [-180, -90, 180, 90],
  [5, 45, 10, 50],
  [170, -20, -170, -5],
  [0, 0, 0, 0],
  [180, -90, 180, -90],
  [-10, 10, 20, 30],
  null,
  [12.5, 40, 13, 95],
];

function covers([west, south, east, north]: Extent, column: number, row: number): boolean {
  const [left, top] = [-180 + column * 10, 90 - row * 10];
  const [right, bottom] = [left + 10, top - 10];
  const isOver = (from: number, to: number, start: number, end: number) =>
    (to > start && from < end) || (from === to && (from === start || (from === end && Math.abs(from) === 180)));
  const isUp =
    (north > bottom && south < top) || (south === north && (north === top || (north === bottom && north === -90)));
  return isOver(west, east, left, right) && isUp;
}

it('counts the layers over each cell', async () => {
  const records = boxes.map((extent, n) =>
    makeResource(`${n}`.padStart(16, '0'), {
      extent,
      layers: n % 2 === 0 ? [] : [makeLayer({ extent }), makeLayer({ extent: null })],
    }),
  );
  const stored = new Map(records.map((record) => [record.id, record]));
  const store = openSqlite(':memory:');
  const search = openSqliteSearch(store, { read: async (id) => stored.get(id) ?? null });
  const put = (changed: readonly Resource[]) =>
    store.transact(async (transaction) => {
      for (const record of changed) await search.index(transaction, record);
    });
  await put(records);
  while (!(await search.tend(1000)));
  // One that has moved: its former extent no longer counts.
  stored.set(records[1]!.id, { ...records[1]!, layers: [makeLayer({ extent: [100, 10, 110, 20] })] });
  await put([stored.get(records[1]!.id)!]);
  while (!(await search.tend(1000)));
  const layers = [...stored.values()].flatMap(({ extent, layers: own }) =>
    own.length === 0 ? [extent] : own.map((layer) => layer.extent ?? extent),
  );
  const byHand = Array.from({ length: grid.columns * grid.rows }, (_, n) => {
    const at = [n % grid.columns, Math.floor(n / grid.columns)] as const;
    return layers.filter((extent) => extent !== null && boxesOf(extent).some((box) => covers(box, ...at))).length;
  });
  expect([...(await search.density(grid))]).toEqual(byHand);
  await store.close();
});
