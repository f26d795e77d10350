// Cache of records read for comparison: those of one server are compared with each other repeatedly.
import { LRUCache } from 'lru-cache';
import type { Resource } from '../../model/resource.ts';
import { candidateKeys, type ItemKeys } from './candidate-keys.ts';
import { layerOfItem, recordOfItem } from './duplicate-rows.ts';
import type { Item } from './item.ts';
import { readItems } from './read-items.ts';

/** Items kept over all records. */
const keptItems = 40_000;

export interface ComparedRecord {
  readonly id: string;
  readonly sole: number | null;
  /** By position of the layer, -1 for the record itself. */
  readonly items: ReadonlyMap<number, ItemKeys>;
  /** Names of the layers, by position. */
  readonly names: ReadonlyMap<number, string>;
}

export interface RecordCache {
  get(rid: number): Promise<ComparedRecord | null>;
  item(number: number): Promise<Item | null>;
  forget(rid: number): void;
  clear(): void;
}

/** The cache, shared by transactions that each read on their own connection. */
export interface RecordCaches {
  reading(read: (rid: number) => Promise<Resource | null>): RecordCache;
  clear(): void;
}

export function createRecordCaches(): RecordCaches {
  const records = new LRUCache<number, ComparedRecord>({
    maxSize: keptItems,
    // lru-cache rejects values larger than the whole cache; a huge record takes all of it instead.
    sizeCalculation: ({ items }) => Math.min(keptItems, Math.max(1, items.size)),
  });
  const get = async (rid: number, read: (rid: number) => Promise<Resource | null>): Promise<ComparedRecord | null> => {
    const known = records.get(rid);
    if (known !== undefined) return known;
    const resource = await read(rid);
    if (resource === null) return null;
    const record = compared(resource);
    records.set(rid, record);
    return record;
  };
  const clear = () => records.clear();
  return {
    clear,
    reading: (read) => ({
      get: (rid) => get(rid, read),
      item: async (number) => (await get(recordOfItem(number), read))?.items.get(layerOfItem(number))?.item ?? null,
      forget: (rid) => void records.delete(rid),
      clear,
    }),
  };
}

function compared(resource: Resource): ComparedRecord {
  const { items, sole } = readItems(resource);
  const layers = resource.layers.entries();
  return {
    id: resource.id,
    sole,
    items: new Map(candidateKeys(items).map((each) => [each.item.layer, each])),
    names: new Map([...layers].flatMap(([position, { name }]) => (name === null ? [] : [[position, name]]))),
  };
}
