// Records read for comparison, the latest kept: those of one server are compared with each other again and again.
import type { Resource } from '../../model/resource.ts';
import { candidateKeys, type ItemKeys } from './candidate-keys.ts';
import { layerOfItem, recordOfItem } from './duplicate-rows.ts';
import type { Item } from './item.ts';
import { readItems } from './read-items.ts';

/** Items kept, of all records together. */
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

/** What is kept, whoever reads: each transaction reads on its own connection. */
export interface KeptRecords {
  reading(read: (rid: number) => Promise<Resource | null>): RecordCache;
  clear(): void;
}

export function createRecordCache(): KeptRecords {
  const kept = new Map<number, ComparedRecord>();
  let size = 0;
  const forget = (rid: number) => {
    size -= kept.get(rid)?.items.size ?? 0;
    kept.delete(rid);
  };
  const get = async (rid: number, read: (rid: number) => Promise<Resource | null>): Promise<ComparedRecord | null> => {
    const known = kept.get(rid);
    if (known !== undefined) {
      kept.delete(rid);
      kept.set(rid, known);
      return known;
    }
    const resource = await read(rid);
    if (resource === null) return null;
    const record = compared(resource);
    kept.set(rid, record);
    size += record.items.size;
    for (const oldest of kept.keys()) {
      if (size <= keptItems || oldest === rid) break;
      forget(oldest);
    }
    return record;
  };
  const clear = () => {
    kept.clear();
    size = 0;
  };
  return {
    clear,
    reading: (read) => ({
      get: (rid) => get(rid, read),
      item: async (number) => (await get(recordOfItem(number), read))?.items.get(layerOfItem(number))?.item ?? null,
      forget,
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
