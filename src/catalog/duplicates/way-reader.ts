// The ways to get a dataset, as people read them, the best first.
import type { Copy, ItemRef, Way } from '../../model/duplicates.ts';
import type { HealthState } from '../../model/health.ts';
import type { Family } from '../../model/resource.ts';
import type { SqlDatabase } from '../../store/sqlite-driver.ts';
import { compareWays, gradeOf } from './best-way.ts';
import { type DuplicateRows, itemNumber, layerOfItem, recordOfItem } from './duplicate-rows.ts';

export interface WayReader {
  /** Empty where there is no other way. */
  of(ref: ItemRef): readonly Way[];
  copies(ref: ItemRef): readonly Copy[];
  ofDataset(dataset: number): readonly Way[];
}

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

export function openWayReader(database: SqlDatabase, rows: DuplicateRows): WayReader {
  const byId = database.prepare('SELECT rid FROM resource WHERE id = ?');
  const sole = database.prepare('SELECT 1 FROM duplicate_record WHERE rid = ? AND sole = ?');
  const resource = database.prepare(
    `SELECT resource.id, kind, family, endpoint, title, last_seen_ms AS "lastSeenMs", monitor.state AS state
      FROM resource LEFT JOIN monitor ON monitor.id = resource.id WHERE rid = ?`,
  );
  const layerRow = database.prepare('SELECT name, title FROM layer WHERE rid = ? AND position = ?');
  const datasetOf = ({ id, layer: position }: ItemRef): number | null => {
    const rid = (byId.get(id) as { rid: number } | undefined)?.rid;
    if (rid === undefined) return null;
    const isSole = position !== null && sole.get(rid, position) !== undefined;
    return rows.datasetOf(itemNumber(rid, isSole ? -1 : (position ?? -1)));
  };
  const inOrder = (dataset: number) =>
    rows
      .members(dataset)
      .flatMap((item) => {
        const row = resource.get(recordOfItem(item)) as WayRow | undefined;
        if (row === undefined) return [];
        const { state, ...facts } = row;
        return [{ ...facts, isAlive: state === null ? null : alive[state], item }];
      })
      .sort((a, b) => compareWays(a, b) || a.item - b.item);
  const ofDataset = (dataset: number): readonly Way[] =>
    inOrder(dataset).map(({ item, lastSeenMs: _, isAlive: __, ...row }) => {
      const position = layerOfItem(item);
      const own = position < 0 ? undefined : (layerRow.get(recordOfItem(item), position) as LayerRow | undefined);
      return {
        ...row,
        ...{ layer: position < 0 ? null : position, name: own?.name ?? null, title: own?.title ?? row.title },
        reasons: reasonsOf(rows, item, dataset),
      };
    });
  return {
    of: (ref) => {
      const dataset = datasetOf(ref);
      return dataset === null ? [] : ofDataset(dataset);
    },
    copies: (ref) => {
      const dataset = datasetOf(ref);
      if (dataset === null) return [];
      return inOrder(dataset).map((row) => {
        const layer = layerOfItem(row.item);
        return { id: row.id, layer: layer < 0 ? null : layer, grade: gradeOf(row) };
      });
    },
    ofDataset,
  };
}

interface LayerRow {
  readonly name: string | null;
  readonly title: string;
}

function reasonsOf(rows: DuplicateRows, item: number, dataset: number): readonly string[] {
  const inside = rows.linksOf(item).filter(({ one, other }) => rows.datasetOf(one === item ? other : one) === dataset);
  const surest = inside.sort((a, b) => b.strength - a.strength).map(({ reason }) => reason);
  return [...new Set(surest)];
}
