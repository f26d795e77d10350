// The ways to get a dataset, as people read them, the best first.
import type { Copy, ItemRef, Way } from '../../model/duplicates.ts';
import type { HealthState } from '../../model/health.ts';
import type { Family } from '../../model/resource.ts';
import { askedRows, withAsked } from '../../store/sql/row-list.ts';
import { statement, type Work } from '../../store/sql/sql.ts';
import { compareWays, gradeOf } from './best-distribution.ts';
import { itemsPerRecord, layerOfItem, recordOfItem } from './duplicate-rows.ts';

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

/** What of the list is a way to the dataset, whoever asks: its number and that of the ways. */
interface MemberRow extends WayRow {
  readonly n: number;
  readonly item: number;
  readonly dataset: number;
}

const wayColumns = `member.item, member.dataset, way.id, way.kind, way.family, way.endpoint, way.title,
  way.last_seen_ms AS "lastSeenMs", monitor.state`;
const joinWays = `JOIN resource AS way ON way.rid = member.item / ${itemsPerRecord}
  LEFT JOIN monitor ON monitor.id = way.id`;

/** A layer that is all a record has stands for the record. Asked for every page of results: one statement for all of it. */
const membersOfAll = statement<MemberRow>(
  withAsked(
    { id: 'text', position: 'number' },
    `SELECT asked.n, ${wayColumns} FROM asked JOIN resource ON resource.id = asked.id
      JOIN duplicate_member AS own ON own.item = CAST(resource.rid AS bigint) * ${itemsPerRecord} +
        CASE WHEN EXISTS(SELECT 1 FROM duplicate_record WHERE rid = resource.rid AND sole = asked.position)
          THEN 0 ELSE asked.position + 1 END
      JOIN duplicate_member AS member ON member.dataset = own.dataset ${joinWays}`,
  ),
);
const membersOfOne = statement<Omit<MemberRow, 'n'>>(
  `SELECT ${wayColumns} FROM duplicate_member AS member ${joinWays} WHERE member.dataset = ?`,
);

/** For each of them; empty where there is no other way. */
export function* waysOfAll(refs: readonly ItemRef[]): Work<readonly (readonly Way[])[]> {
  const groups = yield* groupsOf(refs);
  const words = yield* readWords(groups.flat());
  return groups.map((group) => group.map((member) => wayOf(member, words)));
}

export function* copiesOf(refs: readonly ItemRef[]): Work<readonly (readonly Copy[])[]> {
  return (yield* groupsOf(refs)).map((group) =>
    group.map((member) => {
      const layer = layerOfItem(member.item);
      return { id: member.id, layer: layer < 0 ? null : layer, grade: gradeOf(member) };
    }),
  );
}

export function* waysOfDataset(dataset: number): Work<readonly Way[]> {
  const members = inOrder(yield* membersOfOne.all(dataset));
  const words = yield* readWords(members);
  return members.map((member) => wayOf(member, words));
}

type Member = Omit<WayRow, 'state'> & {
  readonly isAlive: boolean | null;
  readonly item: number;
  readonly dataset: number;
};

function* groupsOf(refs: readonly ItemRef[]): Work<readonly (readonly Member[])[]> {
  if (refs.length === 0) return [];
  const groups: MemberRow[][] = refs.map(() => []);
  const rows = yield* membersOfAll.all(askedRows(refs.map(({ id, layer }) => [id, layer ?? -1])));
  for (const row of rows) groups[row.n]!.push(row);
  return groups.map(inOrder);
}

function inOrder(rows: readonly Omit<MemberRow, 'n'>[]): readonly Member[] {
  return rows
    .map(({ state, ...facts }) => ({ ...facts, isAlive: state === null ? null : alive[state] }))
    .sort((a, b) => compareWays(a, b) || a.item - b.item);
}

interface LayerRow {
  readonly name: string | null;
  readonly title: string;
}

/** What people read of ways: the layer, and why each is held to be the same. */
interface Words {
  readonly layers: ReadonlyMap<number, LayerRow>;
  readonly reasons: ReadonlyMap<number, readonly string[]>;
}

const layersOfItems = statement<LayerRow & { readonly item: number }>(
  withAsked(
    { item: 'number', rid: 'number', position: 'number' },
    'SELECT item, name, title FROM asked JOIN layer ON layer.rid = asked.rid AND layer.position = asked.position',
  ),
);
/** Links to other ways of the same dataset, the surest first. */
const linksInside = statement<{ readonly item: number; readonly reason: string }>(
  withAsked(
    { item: 'number', dataset: 'number' },
    `SELECT item, reason FROM (
        SELECT asked.item, other AS linked, strength, reason, dataset FROM asked JOIN duplicate_link ON one = asked.item
        UNION ALL SELECT asked.item, one, strength, reason, dataset FROM asked JOIN duplicate_link ON other = asked.item
      ) AS link WHERE EXISTS(SELECT 1 FROM duplicate_member AS member WHERE member.item = linked AND member.dataset = link.dataset)
      ORDER BY strength DESC, linked`,
  ),
);

function* readWords(members: readonly Member[]): Work<Words> {
  const items = [...new Map(members.map((member) => [member.item, member])).values()];
  if (items.length === 0) return { layers: new Map(), reasons: new Map() };
  const places = items.filter(({ item }) => layerOfItem(item) >= 0).map(({ item }) => item);
  const layers =
    places.length === 0
      ? []
      : yield* layersOfItems.all(askedRows(places.map((item) => [item, recordOfItem(item), layerOfItem(item)])));
  const reasons = new Map<number, string[]>();
  for (const { item, reason } of yield* linksInside.all(askedRows(items.map(({ item, dataset }) => [item, dataset])))) {
    const own = reasons.get(item) ?? [];
    if (!own.includes(reason)) own.push(reason);
    reasons.set(item, own);
  }
  return { layers: new Map(layers.map((row) => [row.item, row])), reasons };
}

function wayOf({ item, dataset: _, lastSeenMs: __, isAlive: ___, ...row }: Member, { layers, reasons }: Words): Way {
  const position = layerOfItem(item);
  const own = layers.get(item);
  return {
    ...row,
    ...{ layer: position < 0 ? null : position, name: own?.name ?? null, title: own?.title ?? row.title },
    reasons: reasons.get(item) ?? [],
  };
}
