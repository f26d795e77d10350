// Layers at rest: one row each, CRS lists shared.
import { createHash } from 'node:crypto';
import type { Layer } from '../model/resource.ts';
import type { SqlDatabase, SqlValue } from '../store/sqlite-driver.ts';
import type { ExtentColumns } from './columns.ts';
import { extentColumns, listColumn, readExtentColumns, readListColumn, textColumn } from './columns.ts';

export interface LayerRows {
  replace(rid: number, layers: readonly Layer[]): void;
  read(rid: number): readonly Layer[];
  /** Undefined where there is none at the position. */
  at(rid: number, position: number): Layer | undefined;
  /** True when the stored layers are these, in this order, apart from details such as time, styles and CRS. */
  areInOrder(rid: number, layers: readonly Layer[]): boolean;
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

export function openLayerRows(database: SqlDatabase): LayerRows {
  const remove = database.prepare('DELETE FROM layer WHERE rid = ?');
  const insert = database.prepare(`INSERT INTO layer(rid, position, crs_list, name, title, abstract, keywords,
    west, south, east, north, crs_count, parent, queryable, styles, time, metadata_urls, feature_count, demo)
    VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const select = database.prepare('SELECT * FROM layer WHERE rid = ? ORDER BY position');
  const one = database.prepare('SELECT * FROM layer WHERE rid = ? AND position = ?');
  const names = database.prepare('SELECT name, title FROM layer WHERE rid = ? ORDER BY position');
  const codesOf = openCrsLists(database);
  return {
    replace: (rid, layers) => {
      remove.run(rid);
      const listOf = codesOf.writer();
      layers.forEach((layer, position) => {
        insert.run(rid, position, listOf(layer.crs), ...layerColumns(layer));
      });
    },
    read: (rid) => {
      const readCodes = codesOf.reader();
      return (select.all(rid) as LayerRow[]).map((row) => readLayer(row, readCodes(row.crs_list)));
    },
    at: (rid, position) => {
      const row = one.get(rid, position) as LayerRow | undefined;
      return row && readLayer(row, codesOf.reader()(row.crs_list));
    },
    areInOrder: (rid, layers) => {
      const stored = names.all(rid) as Pick<LayerRow, 'name' | 'title'>[];
      return (
        stored.length === layers.length &&
        layers.every((layer, n) => layer.name === stored[n]?.name && layer.title === stored[n]?.title)
      );
    },
  };
}

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

/** Lists nobody refers to any more stay: there are few distinct ones, and layers come back with the same. */
function openCrsLists(database: SqlDatabase) {
  const insert = database.prepare('INSERT OR IGNORE INTO crs_list(codes) VALUES(?)');
  const find = database.prepare('SELECT crs_list FROM crs_list WHERE codes = ?');
  const select = database.prepare('SELECT codes FROM crs_list WHERE crs_list = ?');
  return {
    writer: () =>
      eachListOnce((codes) => {
        insert.run(codes);
        return (find.get(codes) as { crs_list: number }).crs_list;
      }),
    reader: () => {
      const read = new Map<number, readonly string[]>();
      return (list: number | null): readonly string[] => {
        if (list === null) return [];
        const codes = read.get(list) ?? readListColumn((select.get(list) as { codes: string }).codes);
        read.set(list, codes);
        return codes;
      };
    },
  };
}

/** Inherited lists are mostly one and the same array, and nearly always equal: each is serialized and looked up once. */
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
