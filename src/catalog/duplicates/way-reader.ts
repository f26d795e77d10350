// The ways to get a dataset, as people read them, the best first.
import type { Copy, ItemRef, Way } from '../../model/duplicates.ts';
import type { HealthState } from '../../model/health.ts';
import type { Family } from '../../model/resource.ts';
import { statement, type Work } from '../../store/sql.ts';
import { compareWays, gradeOf } from './best-way.ts';
import {
  datasetOf,
  itemNumber,
  itemsPerRecord,
  type LinkRow,
  layerOfItem,
  linksOf,
  membersOf,
  recordOfItem,
} from './duplicate-rows.ts';

interface WayRow {
  readonly id: string;
  readonly kind: string;
  readonly family: Family;
  readonly endpoint: string;
  readonly title: string;
  readonly lastSeenMs: number;
  /** Null where it was not checked. */
  readonly state: HealthState | null;
}

const alive: Readonly<Record<HealthState, boolean | null>> = {
  ...{ up: true, degraded: true, restricted: true, down: false, gone: false, unmonitored: null },
};

/** A layer that is all a record has stands for the record. Asked for every result: one statement, not one by one. */
const datasetOfItem = statement<{ dataset: number }>(
  `SELECT dataset FROM resource JOIN duplicate_member ON item = CAST(resource.rid AS bigint) * ${itemsPerRecord} +
    CASE WHEN EXISTS(SELECT 1 FROM duplicate_record WHERE rid = resource.rid AND sole = ?) THEN 0 ELSE ? END
    WHERE resource.id = ?`,
);
const wayRow = statement<WayRow>(
  `SELECT resource.id, kind, family, endpoint, title, last_seen_ms AS "lastSeenMs", monitor.state AS state
    FROM resource LEFT JOIN monitor ON monitor.id = resource.id WHERE rid = ?`,
);
const layerRow = statement<LayerRow>('SELECT name, title FROM layer WHERE rid = ? AND position = ?');

/** Empty where there is no other way. */
export function* waysOf(ref: ItemRef): Work<readonly Way[]> {
  const dataset = yield* datasetWith(ref);
  return dataset === null ? [] : yield* waysOfDataset(dataset);
}

export function* copiesOf(ref: ItemRef): Work<readonly Copy[]> {
  const dataset = yield* datasetWith(ref);
  if (dataset === null) return [];
  return (yield* inOrder(dataset)).map((row) => {
    const layer = layerOfItem(row.item);
    return { id: row.id, layer: layer < 0 ? null : layer, grade: gradeOf(row) };
  });
}

export function* waysOfDataset(dataset: number): Work<readonly Way[]> {
  const ways: Way[] = [];
  for (const { item, lastSeenMs: _, isAlive: __, ...row } of yield* inOrder(dataset)) {
    const position = layerOfItem(item);
    const own = position < 0 ? undefined : yield* layerRow.get(recordOfItem(item), position);
    ways.push({
      ...row,
      ...{ layer: position < 0 ? null : position, name: own?.name ?? null, title: own?.title ?? row.title },
      reasons: yield* reasonsOf(item, dataset),
    });
  }
  return ways;
}

function* datasetWith({ id, layer }: ItemRef): Work<number | null> {
  const position = layer ?? -1;
  return (yield* datasetOfItem.get(position, itemNumber(0, position), id))?.dataset ?? null;
}

function* inOrder(dataset: number) {
  const rows: (Omit<WayRow, 'state'> & { readonly isAlive: boolean | null; readonly item: number })[] = [];
  for (const item of yield* membersOf(dataset)) {
    const row = yield* wayRow.get(recordOfItem(item));
    if (row === undefined) continue;
    const { state, ...facts } = row;
    rows.push({ ...facts, isAlive: state === null ? null : alive[state], item });
  }
  return rows.sort((a, b) => compareWays(a, b) || a.item - b.item);
}

interface LayerRow {
  readonly name: string | null;
  readonly title: string;
}

function* reasonsOf(item: number, dataset: number): Work<readonly string[]> {
  const inside: LinkRow[] = [];
  for (const link of yield* linksOf(item))
    if ((yield* datasetOf(link.one === item ? link.other : link.one)) === dataset) inside.push(link);
  const surest = inside.sort((a, b) => b.strength - a.strength).map(({ reason }) => reason);
  return [...new Set(surest)];
}
