// Keys, links and groups at rest.
import type { SqlDatabase } from '../../store/sqlite-driver.ts';
import { blockLimit } from './candidate-keys.ts';

/** Items of one record lie together: its number, then the position of the layer + 1. */
const itemsPerRecord = 2 ** 21;

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

/** What a record was read as. */
export interface StoredKeys {
  readonly sole: number | null;
  /** By item. */
  readonly keys: ReadonlyMap<number, readonly number[]>;
}

export interface DuplicateRows {
  readKeys(rid: number): StoredKeys | null;
  /** Gives records whose comparisons change because a key now tells less, or more, than before. */
  replaceKeys(rid: number, next: StoredKeys | null): ReadonlySet<number>;
  /** Items with this key; null where there are too many for it to tell anything. */
  block(key: number): readonly number[] | null;
  linksOf(item: number): readonly LinkRow[];
  addLink(link: LinkRow): void;
  removeLinks(item: number): void;
  /** Items of a record that are linked. */
  linkedItems(rid: number): readonly number[];
  datasetOf(item: number): number | null;
  members(dataset: number): readonly number[];
  setGroups(items: Iterable<number>, groups: readonly (readonly number[])[]): void;
}

export function openDuplicateRows(database: SqlDatabase): DuplicateRows {
  return { ...openKeyRows(database), ...openLinkRows(database), ...openMemberRows(database) };
}

function openKeyRows(database: SqlDatabase): Pick<DuplicateRows, 'readKeys' | 'replaceKeys' | 'block'> {
  const find = database.prepare('SELECT sole, keys FROM duplicate_record WHERE rid = ?');
  const set = database.prepare('INSERT OR REPLACE INTO duplicate_record VALUES(?, ?, ?)');
  const unset = database.prepare('DELETE FROM duplicate_record WHERE rid = ?');
  const add = database.prepare('INSERT OR IGNORE INTO duplicate_key VALUES(?, ?)');
  const remove = database.prepare('DELETE FROM duplicate_key WHERE key = ? AND item = ?');
  const some = database.prepare(`SELECT item FROM duplicate_key WHERE key = ? LIMIT ${blockLimit + 1}`);
  const itemsOf = (key: number) => (some.all(key) as { item: number }[]).map(({ item }) => item);
  const readKeys = (rid: number): StoredKeys | null => {
    const row = find.get(rid) as { sole: number | null; keys: Uint8Array } | undefined;
    return row === undefined ? null : { sole: row.sole, keys: decodeKeys(row.keys) };
  };
  return {
    readKeys,
    replaceKeys: (rid, next) => {
      const touched = new Set<number>();
      const touch = (key: number, size: number) => {
        const items = itemsOf(key);
        if (items.length === size) for (const item of items) touched.add(recordOfItem(item));
      };
      const before = readKeys(rid);
      for (const [item, key] of notIn(before, next)) {
        remove.run(key, item);
        touch(key, blockLimit);
      }
      for (const [item, key] of notIn(next, before)) {
        touch(key, blockLimit);
        add.run(key, item);
      }
      if (next === null) unset.run(rid);
      else set.run(rid, next.sole, encodeKeys(next.keys));
      touched.delete(rid);
      return touched;
    },
    block: (key) => {
      const items = itemsOf(key);
      return items.length > blockLimit ? null : items;
    },
  };
}

/** Keys of items that the other has not. */
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

type LinkRows = Pick<DuplicateRows, 'linksOf' | 'addLink' | 'removeLinks' | 'linkedItems'>;

function openLinkRows(database: SqlDatabase): LinkRows {
  const columns = 'one, other, strength, reason';
  const from = database.prepare(`SELECT ${columns} FROM duplicate_link WHERE one = ?1
    UNION ALL SELECT ${columns} FROM duplicate_link WHERE other = ?1`);
  const insert = database.prepare('INSERT OR REPLACE INTO duplicate_link VALUES(?, ?, ?, ?)');
  const removeOne = database.prepare('DELETE FROM duplicate_link WHERE one = ?');
  const removeOther = database.prepare('DELETE FROM duplicate_link WHERE other = ?');
  const linked = database.prepare(`SELECT one AS item FROM duplicate_link WHERE one BETWEEN ?1 AND ?2
    UNION SELECT other FROM duplicate_link WHERE other BETWEEN ?1 AND ?2`);
  return {
    linksOf: (item) => from.all(item) as LinkRow[],
    addLink: ({ one, other, strength, reason }) => {
      insert.run(Math.min(one, other), Math.max(one, other), strength, reason);
    },
    removeLinks: (item) => {
      removeOne.run(item);
      removeOther.run(item);
    },
    linkedItems: (rid) => {
      const rows = linked.all(itemNumber(rid, -1), itemNumber(rid + 1, -1) - 1);
      return (rows as { item: number }[]).map(({ item }) => item);
    },
  };
}

function openMemberRows(database: SqlDatabase): Pick<DuplicateRows, 'datasetOf' | 'members' | 'setGroups'> {
  const find = database.prepare('SELECT dataset FROM duplicate_member WHERE item = ?');
  const all = database.prepare('SELECT item FROM duplicate_member WHERE dataset = ? ORDER BY item');
  const remove = database.prepare('DELETE FROM duplicate_member WHERE item = ?');
  const insert = database.prepare('INSERT INTO duplicate_member VALUES(?, ?)');
  return {
    datasetOf: (item) => (find.get(item) as { dataset: number } | undefined)?.dataset ?? null,
    members: (dataset) => (all.all(dataset) as { item: number }[]).map(({ item }) => item),
    setGroups: (items, groups) => {
      for (const item of items) remove.run(item);
      for (const group of groups) {
        const dataset = Math.min(...group);
        for (const item of group) insert.run(item, dataset);
      }
    },
  };
}
