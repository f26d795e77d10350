// Stored layers: one row each, with shared CRS lists.
import { createHash } from 'node:crypto';
import type { Layer } from '../model/resource.ts';
import { rowList, withRequested } from '../store/sql/row-list.ts';
import type { SqlValue } from '../store/sql/sql.ts';
import { insertion, statement, type Work } from '../store/sql/sql.ts';
import type { ExtentColumns } from './columns.ts';
import { extentColumns, listColumn, readExtentColumns, readListColumn, textColumn } from './columns.ts';

export interface LayerRef {
  readonly rid: number;
  readonly position: number;
}

interface LayerRow extends ExtentColumns {
  readonly name: string | null;
  readonly title: string;
  readonly abstract: string;
  readonly keywords: string | null;
  readonly crs_list: number | null;
  readonly crs_count: number;
  readonly parent: number | null;
  readonly queryable: number;
  readonly styles: string | null;
  readonly time: string | null;
  readonly metadata_urls: string | null;
  readonly feature_count: number | null;
  readonly demo: number;
}

const columns = `name, title, abstract, keywords, west, south, east, north, crs_count, parent, queryable, styles, time,
  metadata_urls, feature_count, demo`;
const remove = statement('DELETE FROM layer WHERE rid = ?');
const insert = insertion(`INSERT INTO layer(rid, position, crs_list, ${columns})
  VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
const select = statement<LayerRow>(`SELECT crs_list, ${columns} FROM layer WHERE rid = ? ORDER BY position`);
const named = statement<LayerRow & { readonly position: number }>(
  `SELECT position, crs_list, ${columns} FROM layer WHERE rid = ? AND name IS NOT NULL ORDER BY position LIMIT ?`,
);
const someOfAll = statement<LayerRow & { readonly n: number; readonly codes: string | null }>(
  withRequested(
    { rid: 'number', position: 'number' },
    `SELECT n, codes, ${columns} FROM asked JOIN layer ON layer.rid = asked.rid AND layer.position = asked.position
      LEFT JOIN crs_list ON crs_list.crs_list = layer.crs_list`,
  ),
);
const names = statement<Pick<LayerRow, 'name' | 'title'>>(
  'SELECT name, title FROM layer WHERE rid = ? ORDER BY position',
);

export const layerRows = {
  *replace(rid: number, layers: readonly Layer[]): Work<void> {
    yield* remove.run(rid);
    const lists = yield* storedLists(layers);
    yield* insert(layers.map((layer, n) => [rid, n, lists(layer.crs), ...layerColumns(layer)]));
  },
  *read(rid: number): Work<readonly Layer[]> {
    return yield* readLayers(yield* select.all(rid));
  },
  /** The first layers with a name, by position. */
  *firstNamed(rid: number, limit: number): Work<ReadonlyMap<number, Layer>> {
    if (limit === 0) return new Map();
    const rows = yield* named.all(rid, limit);
    const layers = yield* readLayers(rows);
    return new Map(rows.map(({ position }, n) => [position, layers[n]!]));
  },
  /** Layers of several records, by index; missing layers are skipped. */
  *atAll(refs: readonly LayerRef[]): Work<ReadonlyMap<number, Layer>> {
    const rows = yield* someOfAll.all(rowList(refs.map(({ rid, position }) => [rid, position])));
    return new Map(rows.map((row) => [row.n, readLayer(row, readListColumn(row.codes))]));
  },
  /** True if the stored layers are these, in this order, except for details such as time, styles and CRS. */
  *areInOrder(rid: number, layers: readonly Layer[]): Work<boolean> {
    const stored = yield* names.all(rid);
    return (
      stored.length === layers.length &&
      layers.every((layer, n) => layer.name === stored[n]?.name && layer.title === stored[n]?.title)
    );
  },
};

/** Changes with any stored detail of any layer, and with their order. */
export function layersHash(layers: readonly Layer[]): string {
  const hash = createHash('sha256');
  let lists = 0;
  const ordinalOf = eachListOnce((codes) => {
    hash.update(codes);
    return lists++;
  });
  for (const layer of layers) hash.update(JSON.stringify([ordinalOf(layer.crs), ...layerColumns(layer)]));
  return hash.digest('hex');
}

function layerColumns(layer: Layer): SqlValue[] {
  return [
    layer.name === null ? null : textColumn(layer.name),
    textColumn(layer.title),
    textColumn(layer.abstract),
    listColumn(layer.keywords),
    ...extentColumns(layer.extent),
    layer.crsCount,
    layer.parent,
    layer.queryable ? 1 : 0,
    listColumn(layer.styles),
    layer.time === null ? null : textColumn(layer.time),
    listColumn(layer.metadataUrls),
    layer.featureCount ?? null,
    layer.isDemo === true ? 1 : 0,
  ];
}

function* readLayers(rows: readonly LayerRow[]): Work<readonly Layer[]> {
  const lists = new Map<number, readonly string[]>();
  for (const { crs_list: list } of rows)
    if (list !== null && !lists.has(list)) lists.set(list, readListColumn((yield* listCodes.get(list))!.codes));
  return rows.map((row) => readLayer(row, row.crs_list === null ? [] : lists.get(row.crs_list)!));
}

function readLayer(row: LayerRow, crs: readonly string[]): Layer {
  return {
    name: row.name,
    title: row.title,
    abstract: row.abstract,
    keywords: readListColumn(row.keywords),
    extent: readExtentColumns(row),
    crs,
    crsCount: row.crs_count,
    parent: row.parent,
    queryable: row.queryable === 1,
    styles: readListColumn(row.styles),
    time: row.time,
    metadataUrls: readListColumn(row.metadata_urls),
    ...(row.feature_count === null ? {} : { featureCount: row.feature_count }),
    ...(row.demo === 1 ? { isDemo: true } : {}),
  };
}

const addList = statement('INSERT INTO crs_list(codes) VALUES(?) ON CONFLICT DO NOTHING');
const findList = statement<{ crs_list: number }>('SELECT crs_list FROM crs_list WHERE codes = ?');
const listCodes = statement<{ codes: string }>('SELECT codes FROM crs_list WHERE crs_list = ?');

/** Ids of the layers' CRS lists. Unreferenced lists are kept: they are few, and layers return with the same. */
function* storedLists(layers: readonly Layer[]): Work<(list: readonly string[]) => number | null> {
  const distinct: string[] = [];
  const ordinalOf = eachListOnce((codes) => distinct.push(codes) - 1);
  for (const { crs } of layers) ordinalOf(crs);
  const numbers: number[] = [];
  for (const codes of distinct) {
    const known = yield* findList.get(codes);
    if (known === undefined) yield* addList.run(codes);
    numbers.push((known ?? (yield* findList.get(codes))!).crs_list);
  }
  return (list) => {
    const ordinal = ordinalOf(list);
    return ordinal === null ? null : numbers[ordinal]!;
  };
}

/** Inherited lists are usually the same array or equal: each is serialized and looked up once. */
function eachListOnce(numberOf: (codes: string) => number): (list: readonly string[]) => number | null {
  const byArray = new Map<readonly string[], number>();
  const byCodes = new Map<string, number>();
  return (list) => {
    if (list.length === 0) return null;
    const known = byArray.get(list);
    if (known !== undefined) return known;
    const codes = JSON.stringify(list);
    const number = byCodes.get(codes) ?? numberOf(codes);
    byCodes.set(codes, number);
    byArray.set(list, number);
    return number;
  };
}
