// Tables as ERDDAP answers them: { table: { columnNames, rows } }.
import { arrayAt, isObject, type JsonObject, type JsonValue, objectAt, readJsonObject } from '../base/json/json.ts';
import type { Document } from '../model/document.ts';

export interface ErddapTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly JsonValue[])[];
}

/** Null for what is no ERDDAP table. */
export function readErddapTable(document: Document): ErddapTable | null {
  const value = readJsonObject(document);
  const table = value === undefined ? null : objectAt(value, 'table');
  if (table === null) return null;
  const columns = arrayAt(table, 'columnNames').filter((name) => typeof name === 'string');
  const rows = arrayAt(table, 'rows').filter((row) => Array.isArray(row)) as readonly (readonly JsonValue[])[];
  return columns.length === 0 ? null : { columns, rows };
}

/** A row by column names. */
export function rowObject(table: ErddapTable, row: readonly JsonValue[]): JsonObject {
  const object: Record<string, JsonValue> = {};
  table.columns.forEach((name, at) => {
    const value = row[at];
    if (value !== undefined && !isObject(value)) object[name] = value;
  });
  return object;
}
