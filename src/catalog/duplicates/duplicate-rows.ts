// Stored keys, links and groups of duplicates.
import { insertion, statement, type Work } from '../../store/sql/sql.ts';
import { blockLimit } from './candidate-keys.ts';

/** Item ids of one record are consecutive: record number, then layer position + 1. */
export const itemsPerRecord = 2 ** 21;

export function itemNumber(rid: number, layer: number): number {
  return rid * itemsPerRecord + layer + 1;
}

export function recordOfItem(item: number): number {
  return Math.floor(item / itemsPerRecord);
}

/** -1 for the record itself. */
export function layerOfItem(item: number): number {
  return (item % itemsPerRecord) - 1;
}

export interface LinkRow {
  readonly one: number;
  readonly other: number;
  readonly strength: number;
  readonly reason: string;
}

/** The stored items of a record. */
export interface StoredKeys {
  readonly sole: number | null;
  /** By item. */
  readonly keys: ReadonlyMap<number, readonly number[]>;
}

const findKeys = statement<{ sole: number | null; keys: Uint8Array }>(
  'SELECT sole, keys FROM duplicate_record WHERE rid = ?',
);
const setKeys = statement(`INSERT INTO duplicate_record(rid, sole, keys) VALUES(?, ?, ?)
  ON CONFLICT(rid) DO UPDATE SET sole = excluded.sole, keys = excluded.keys`);
const unsetKeys = statement('DELETE FROM duplicate_record WHERE rid = ?');
const addKey = statement('INSERT INTO duplicate_key(key, item) VALUES(?, ?) ON CONFLICT DO NOTHING');
const removeKey = statement('DELETE FROM duplicate_key WHERE key = ? AND item = ?');
const someItems = statement<{ item: number }>(
  `SELECT item FROM duplicate_key WHERE key = ? ORDER BY item LIMIT ${blockLimit + 1}`,
);

function* itemsOf(key: number): Work<readonly number[]> {
  return (yield* someItems.all(key)).map(({ item }) => item);
}

function* readKeys(rid: number): Work<StoredKeys | null> {
  const row = yield* findKeys.get(rid);
  return row === undefined ? null : { sole: row.sole, keys: decodeKeys(row.keys) };
}

/** Returns records to compare again because a key has become more or less selective. */
export function* replaceKeys(rid: number, next: StoredKeys | null): Work<ReadonlySet<number>> {
  const touched = new Set<number>();
  const touch = function* (key: number): Work<void> {
    const items = yield* itemsOf(key);
    if (items.length === blockLimit) for (const item of items) touched.add(recordOfItem(item));
  };
  const before = yield* readKeys(rid);
  for (const [item, key] of notIn(before, next)) {
    yield* removeKey.run(key, item);
    yield* touch(key);
  }
  for (const [item, key] of notIn(next, before)) {
    yield* touch(key);
    yield* addKey.run(key, item);
  }
  if (next === null) yield* unsetKeys.run(rid);
  else yield* setKeys.run(rid, next.sole, encodeKeys(next.keys));
  touched.delete(rid);
  return touched;
}

/** Items with this key; null if there are too many. */
export function* readBlock(key: number): Work<readonly number[] | null> {
  const items = yield* itemsOf(key);
  return items.length > blockLimit ? null : items;
}

/** Keys the other item doesn't have. */
function* notIn(stored: StoredKeys | null, other: StoredKeys | null): Generator<readonly [item: number, key: number]> {
  for (const [item, keys] of stored?.keys ?? []) {
    const known = other?.keys.get(item) ?? [];
    for (const key of keys) if (!known.includes(key)) yield [item, key];
  }
}

function encodeKeys(keys: StoredKeys['keys']): Uint8Array {
  const pairs = [...keys].flatMap(([item, own]) => own.flatMap((key) => [item, key]));
  return new Uint8Array(Float64Array.from(pairs).buffer);
}

function decodeKeys(bytes: Uint8Array): ReadonlyMap<number, readonly number[]> {
  const numbers = new Float64Array(bytes.slice().buffer);
  const keys = new Map<number, number[]>();
  for (let at = 0; at < numbers.length; at += 2) {
    const own = keys.get(numbers[at]!) ?? [];
    own.push(numbers[at + 1]!);
    keys.set(numbers[at]!, own);
  }
  return keys;
}

const linkColumns = 'one, other, strength, reason';
const linksFrom = statement<LinkRow>(`SELECT ${linkColumns} FROM duplicate_link WHERE one = ?
  UNION ALL SELECT ${linkColumns} FROM duplicate_link WHERE other = ?`);
const insertLink = statement(`INSERT INTO duplicate_link(${linkColumns}) VALUES(?, ?, ?, ?)
  ON CONFLICT(one, other) DO UPDATE SET strength = excluded.strength, reason = excluded.reason`);
const removeFrom = statement('DELETE FROM duplicate_link WHERE one = ?');
const removeTo = statement('DELETE FROM duplicate_link WHERE other = ?');
const linked = statement<{ item: number }>(`SELECT one AS item FROM duplicate_link WHERE one BETWEEN ? AND ?
  UNION SELECT other FROM duplicate_link WHERE other BETWEEN ? AND ? ORDER BY item`);

export function* linksOf(item: number): Work<readonly LinkRow[]> {
  return yield* linksFrom.all(item, item);
}

export function* addLink({ one, other, strength, reason }: LinkRow): Work<void> {
  yield* insertLink.run(Math.min(one, other), Math.max(one, other), strength, reason);
}

export function* removeLinks(item: number): Work<void> {
  yield* removeFrom.run(item);
  yield* removeTo.run(item);
}

/** Linked items of a record. */
export function* linkedItems(rid: number): Work<readonly number[]> {
  const [first, last] = [itemNumber(rid, -1), itemNumber(rid + 1, -1) - 1];
  return (yield* linked.all(first, last, first, last)).map(({ item }) => item);
}

const removeMember = statement('DELETE FROM duplicate_member WHERE item = ?');
const insertMembers = insertion('INSERT INTO duplicate_member(item, dataset) VALUES(?, ?)');

export function* setGroups(items: Iterable<number>, groups: readonly (readonly number[])[]): Work<void> {
  for (const item of items) yield* removeMember.run(item);
  yield* insertMembers(groups.flatMap((group) => group.map((item) => [item, Math.min(...group)])));
}
