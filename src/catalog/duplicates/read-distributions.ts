// Reads the distributions of a dataset for display, best first.
import type { Copy, Distribution, ItemRef } from '../../model/duplicates.ts';
import type { HealthState } from '../../model/health.ts';
import type { Family } from '../../model/resource.ts';
import { rowList, withRequested } from '../../store/sql/row-list.ts';
import { statement, type Work } from '../../store/sql/sql.ts';
import { compareDistributions, gradeOf } from './best-distribution.ts';
import { itemsPerRecord, layerOfItem, recordOfItem } from './duplicate-rows.ts';

interface DistributionRow {
  readonly id: string;
  readonly kind: string;
  readonly family: Family;
  readonly endpoint: string;
  readonly title: string;
  readonly lastSeenMs: number;
  /** Null if never checked. */
  readonly state: HealthState | null;
}

const alive: Readonly<Record<HealthState, boolean | null>> = {
  up: true,
  degraded: true,
  restricted: true,
  down: false,
  gone: false,
  unmonitored: null,
};

interface MemberRow extends DistributionRow {
  readonly n: number;
  readonly item: number;
  readonly dataset: number;
}

const distributionColumns = `member.item, member.dataset, owner.id, owner.kind, owner.family, owner.endpoint, owner.title,
  owner.last_seen_ms AS "lastSeenMs", monitor.state`;
const joinDistributions = `JOIN resource AS owner ON owner.rid = member.item / ${itemsPerRecord}
  LEFT JOIN monitor ON monitor.id = owner.id`;

/** The only layer of a record represents the record. Called for every result page: one statement for all items. */
const membersOfAll = statement<MemberRow>(
  withRequested(
    { id: 'text', position: 'number' },
    `SELECT asked.n, ${distributionColumns} FROM asked JOIN resource ON resource.id = asked.id
      JOIN duplicate_member AS own ON own.item = CAST(resource.rid AS bigint) * ${itemsPerRecord} +
        CASE WHEN EXISTS(SELECT 1 FROM duplicate_record WHERE rid = resource.rid AND sole = asked.position)
          THEN 0 ELSE asked.position + 1 END
      JOIN duplicate_member AS member ON member.dataset = own.dataset ${joinDistributions}`,
  ),
);
const membersOfOne = statement<Omit<MemberRow, 'n'>>(
  `SELECT ${distributionColumns} FROM duplicate_member AS member ${joinDistributions} WHERE member.dataset = ?`,
);

/** For each item; empty without other distributions. */
export function* distributionsOfAll(refs: readonly ItemRef[]): Work<readonly (readonly Distribution[])[]> {
  const groups = yield* groupsOf(refs);
  const words = yield* readWords(groups.flat());
  return groups.map((group) => group.map((member) => toDistribution(member, words)));
}

export function* duplicatesOf(refs: readonly ItemRef[]): Work<readonly (readonly Copy[])[]> {
  return (yield* groupsOf(refs)).map((group) =>
    group.map((member) => {
      const layer = layerOfItem(member.item);
      return { id: member.id, layer: layer < 0 ? null : layer, grade: gradeOf(member) };
    }),
  );
}

export function* distributionsOfDataset(dataset: number): Work<readonly Distribution[]> {
  const members = inOrder(yield* membersOfOne.all(dataset));
  const words = yield* readWords(members);
  return members.map((member) => toDistribution(member, words));
}

type Member = Omit<DistributionRow, 'state'> & {
  readonly isAlive: boolean | null;
  readonly item: number;
  readonly dataset: number;
};

function* groupsOf(refs: readonly ItemRef[]): Work<readonly (readonly Member[])[]> {
  if (refs.length === 0) return [];
  const groups: MemberRow[][] = refs.map(() => []);
  const rows = yield* membersOfAll.all(rowList(refs.map(({ id, layer }) => [id, layer ?? -1])));
  for (const row of rows) groups[row.n]!.push(row);
  return groups.map(inOrder);
}

function inOrder(rows: readonly Omit<MemberRow, 'n'>[]): readonly Member[] {
  return rows
    .map(({ state, ...facts }) => ({ ...facts, isAlive: state === null ? null : alive[state] }))
    .sort((a, b) => compareDistributions(a, b) || a.item - b.item);
}

interface LayerRow {
  readonly name: string | null;
  readonly title: string;
}

/** Display texts: the layer, and why each is considered the same. */
interface Words {
  readonly layers: ReadonlyMap<number, LayerRow>;
  readonly reasons: ReadonlyMap<number, readonly string[]>;
}

const layersOfItems = statement<LayerRow & { readonly item: number }>(
  withRequested(
    { item: 'number', rid: 'number', position: 'number' },
    'SELECT item, name, title FROM asked JOIN layer ON layer.rid = asked.rid AND layer.position = asked.position',
  ),
);
/** Links to other distributions of the same dataset, strongest first. */
const linksInside = statement<{ readonly item: number; readonly reason: string }>(
  withRequested(
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
  const refs = items
    .map(({ item }) => [item, recordOfItem(item), layerOfItem(item)])
    .filter(([, , layer]) => layer! >= 0);
  const layers = refs.length === 0 ? [] : yield* layersOfItems.all(rowList(refs));
  const reasons = new Map<number, string[]>();
  for (const { item, reason } of yield* linksInside.all(rowList(items.map(({ item, dataset }) => [item, dataset])))) {
    const own = reasons.get(item) ?? [];
    if (!own.includes(reason)) own.push(reason);
    reasons.set(item, own);
  }
  return { layers: new Map(layers.map((row) => [row.item, row])), reasons };
}

function toDistribution(
  { item, dataset: _, lastSeenMs: __, isAlive: ___, ...row }: Member,
  { layers, reasons }: Words,
): Distribution {
  const position = layerOfItem(item);
  const own = layers.get(item);
  return {
    ...row,
    layer: position < 0 ? null : position,
    name: own?.name ?? null,
    title: own?.title ?? row.title,
    reasons: reasons.get(item) ?? [],
  };
}
