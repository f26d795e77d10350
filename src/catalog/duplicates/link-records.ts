// Compares pending records with all others in steps: keys, then links of each item, then groups.
import type { DuplicateVerdict, NamedItem } from '../../model/duplicates.ts';
import type { Work } from '../../store/sql/sql.ts';
import {
  addLink,
  itemNumber,
  layerOfItem,
  linkedItems,
  linksOf,
  readBlock,
  recordOfItem,
  removeLinks,
  replaceKeys,
  setGroups,
} from './duplicate-rows.ts';
import { groupItems } from './group-items.ts';
import { judgePair } from './judge-pair.ts';
import type { ComparedRecord, RecordCache } from './record-cache.ts';
import { verdictsOf } from './verdict-rows.ts';

/** Items compared between two points where the work can be interrupted. */
const itemsPerStep = 200;
/** Items reachable by links: more indicate an error of the rules and are left alone. */
const maxReached = 2000;
/** A user's verdict outranks any rule. */
const byHand = 10;

export interface LinkParts {
  /** Runs inside the transaction of the comparison. */
  readonly run: <T>(work: () => Work<T>) => Promise<T>;
  readonly records: RecordCache;
  idOf(rid: number): Promise<string | null>;
  /** The row of a record; null if there is none. */
  ridOf(id: string): Promise<number | null>;
  /** Queues records for another comparison without rereading them. */
  compareAgain(rids: Iterable<number>): Promise<void>;
}

/** Returns the number of its items, 0 if it no longer exists. */
export async function rereadRecord(parts: LinkParts, rid: number): Promise<number> {
  const { run, records } = parts;
  records.forget(rid);
  const record = await records.get(rid);
  const { touched, unlinked } = await run(function* () {
    const before = yield* linkedItems(rid);
    const unlinked = new Set(before);
    for (const item of before) for (const { one, other } of yield* linksOf(item)) unlinked.add(one).add(other);
    for (const item of before) yield* removeLinks(item);
    return { touched: yield* replaceKeys(rid, record && keysOf(rid, record)), unlinked };
  });
  await parts.compareAgain(touched);
  await regroup(parts, unlinked);
  return record?.items.size ?? 0;
}

function keysOf(rid: number, { sole, items }: ComparedRecord) {
  const keys = [...items].map(([layer, each]) => [itemNumber(rid, layer), each.keys] as const);
  return { sole, keys: new Map(keys.filter(([, own]) => own.length > 0)) };
}

/** Compares items of a record from index `start` on; returns where to continue, null at the end. */
export async function compareItems(parts: LinkParts, rid: number, start: number): Promise<number | null> {
  const record = await parts.records.get(rid);
  if (record === null) return null;
  const layers = [...record.items.keys()];
  const end = Math.min(layers.length, start + itemsPerStep);
  await compareLayers(parts, rid, layers.slice(start, end));
  return end < layers.length ? end : null;
}

/** Compares one item again, even if it no longer exists. */
export async function compareOne(parts: LinkParts, rid: number, layer: number): Promise<void> {
  await compareLayers(parts, rid, [layer]);
  await regroup(parts, new Set([itemNumber(rid, layer)]));
}

async function compareLayers(parts: LinkParts, rid: number, layers: readonly number[]): Promise<void> {
  const record = await parts.records.get(rid);
  if (record === null) return;
  const joined = (await parts.run(() => verdictsOf(record.id))).filter(({ verdict }) => verdict === 'same');
  const changed = new Set<number>();
  for (const layer of layers)
    for (const item of await linkItem(parts, itemNumber(rid, layer), { record, joined })) changed.add(item);
  await regroup(parts, changed);
}

interface Comparing {
  readonly record: ComparedRecord;
  /** Verdicts that link something to this record. */
  readonly joined: readonly DuplicateVerdict[];
}

interface LinkMatch {
  readonly strength: number;
  readonly reason: string;
}

/** Returns the items whose links changed. */
async function linkItem(parts: LinkParts, item: number, comparing: Comparing): Promise<ReadonlySet<number>> {
  const found = await sameAs(parts, item, comparing.record);
  for (const other of await joinedTo(parts, comparing, layerOfItem(item)))
    found.set(other, { strength: byHand, reason: 'confirmed by a user' });
  return parts.run(function* () {
    const before = (yield* linksOf(item)).flatMap(({ one, other }) => [one, other]);
    const changed = new Set([...before, ...found.keys()]);
    if (changed.size === 0) return changed;
    yield* removeLinks(item);
    for (const [other, link] of found) yield* addLink({ one: item, other, ...link });
    return changed.add(item);
  });
}

/** Links by the rules. */
async function sameAs(
  { run, records }: LinkParts,
  item: number,
  record: ComparedRecord,
): Promise<Map<number, LinkMatch>> {
  const found = new Map<number, LinkMatch>();
  const own = record.items.get(layerOfItem(item));
  if (own === undefined) return found;
  const candidates = await run(function* () {
    const items = new Set<number>();
    for (const key of own.keys) for (const other of (yield* readBlock(key)) ?? []) items.add(other);
    return items;
  });
  for (const other of candidates) {
    const candidate = recordOfItem(other) === recordOfItem(item) ? null : await records.item(other);
    const judgment = candidate === null ? null : judgePair(own.item, candidate);
    if (judgment?.isSame) found.set(other, { strength: judgment.strength, reason: judgment.reason });
  }
  return found;
}

/** Items linked to this one by a user's verdict. */
async function joinedTo(parts: LinkParts, { record, joined }: Comparing, layer: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (const { one, other } of joined) {
    const [own, far] = one.id === record.id ? [one, other] : [other, one];
    if (positionOf(record, own) !== layer) continue;
    const rid = await parts.ridOf(far.id);
    const target = rid === null ? null : await parts.records.get(rid);
    const position = target === null ? null : positionOf(target, far);
    if (rid !== null && position !== null) found.push(itemNumber(rid, position));
  }
  return found;
}

/** Null if the record no longer has such a layer. */
export function positionOf(record: ComparedRecord, { layer }: NamedItem): number | null {
  if (layer === null) return -1;
  for (const [position, name] of record.names) if (name === layer) return position === record.sole ? -1 : position;
  return null;
}

/** Rebuilds the groups of everything reachable from these items. */
async function regroup(parts: LinkParts, items: ReadonlySet<number>): Promise<void> {
  const left = new Set(items);
  for (const start of items) {
    if (!left.has(start)) continue;
    const { reached, links } = await parts.run(() => reachedFrom(start));
    for (const item of reached) left.delete(item);
    const names = new Map<number, string>();
    for (const item of reached) names.set(item, await nameOf(parts, item));
    const numbers = new Map([...names].map(([item, name]) => [name, item]));
    const areApart = await apartness(parts, names);
    const named = links.map(({ one, other, strength }) => {
      const [a, b] = [names.get(one)!, names.get(other)!];
      return a < b ? { one: a, other: b, strength } : { one: b, other: a, strength };
    });
    const groups = groupItems(named, areApart);
    const numbered = groups.map((group) => group.map((name) => numbers.get(name)!));
    await parts.run(() => setGroups(reached, numbered));
  }
}

function* reachedFrom(start: number) {
  const reached = new Set([start]);
  const links = new Map<string, { readonly one: number; readonly other: number; readonly strength: number }>();
  for (const item of reached) {
    for (const link of yield* linksOf(item)) {
      const far = link.one === item ? link.other : link.one;
      if (!reached.has(far) && reached.size >= maxReached) continue;
      reached.add(far);
      links.set(`${link.one} ${link.other}`, link);
    }
  }
  return { reached, links: [...links.values()] };
}

/** Independent of row numbers: the id of the record and the position of the layer. */
async function nameOf({ idOf }: LinkParts, item: number): Promise<string> {
  return `${(await idOf(recordOfItem(item))) ?? ''} ${layerOfItem(item)}`;
}

/** Two layers of one record are two datasets, and verdicts stand. */
async function apartness(
  parts: LinkParts,
  names: ReadonlyMap<number, string>,
): Promise<(one: string, other: string) => boolean> {
  const ids = new Set([...names.values()].map((name) => name.split(' ')[0]!));
  const apart = new Set<string>();
  for (const id of ids)
    for (const { one, other, verdict } of await parts.run(() => verdictsOf(id))) {
      if (verdict !== 'different') continue;
      const [a, b] = [await currentName(parts, one), await currentName(parts, other)];
      apart.add(`${a}\n${b}`).add(`${b}\n${a}`);
    }
  return (one, other) => one.split(' ')[0] === other.split(' ')[0] || apart.has(`${one}\n${other}`);
}

/** Null if the record or layer no longer exists. */
async function currentName({ ridOf, records }: LinkParts, named: NamedItem): Promise<string | null> {
  const rid = await ridOf(named.id);
  const record = rid === null ? null : await records.get(rid);
  const position = record === null ? null : positionOf(record, named);
  return position === null ? null : `${named.id} ${position}`;
}
