// Harvests an ERDDAP server: the table of all its datasets in one request, else its index page by page.
import type { JsonValue } from '../../base/json/json.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { nextPage } from '../paging/offset-paging.ts';
import { emptyPage } from '../paging/tree-walk.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { addErddapRow, type ErddapTable, erddapTableKind, readErddapTable, rowObject } from './erddap.ts';

/** The columns records need; all of them would double the table's size. */
const columns = [
  ...['datasetID', 'accessible', 'title', 'summary', 'griddap', 'tabledap', 'wms'],
  ...['minLongitude', 'maxLongitude', 'minLatitude', 'maxLatitude', 'minTime', 'maxTime'],
];
const wholeTable = 0;

export const erddapConnector: Connector = {
  kind: 'erddap',
  firstPosition: 0,
  // A power of two: half a page is a page too.
  pageSize: 1024,
  variants: 2,
  canSplit: ({ variant }) => variant !== wholeTable,
  // Datasets have no dates: changes are detected by comparison.
  canFilter: false,
  catalogOf: ({ kind, endpoint }) => (kind === 'erddap' && /\/erddap\/$/.test(endpoint) ? endpoint : null),
  request,
  read: (document, cursor) => (cursor.variant === wholeTable ? readAll(document) : readIndex(document, cursor)),
  isOwnPage: (url, endpoint) =>
    url.startsWith(endpoint) && /\/(?:info\/index|tabledap\/allDatasets|index)\.\w{3,6}(?:\?|$)/.test(url),
};

function request(endpoint: string, { at, size, variant }: Cursor): ProbeRequest {
  if (variant === wholeTable) return { url: `${endpoint}tabledap/allDatasets.json?${columns.join('%2C')}` };
  return { url: `${endpoint}info/index.json?page=${Math.floor(at / size) + 1}&itemsPerPage=${size}` };
}

function readAll(document: Document): RecordPage | null {
  const table = tableOf(document, 'all');
  if (table === null) return null;
  const records = readRows(table, table.rows, document);
  // The table lists itself.
  return { ...emptyPage, records, omitted: table.rows.length - records.length };
}

function readIndex(document: Document, cursor: Cursor): RecordPage | null {
  // Beyond the last page ERDDAP responds with an error.
  if (document.status === 404 && cursor.at > 0) return emptyPage;
  const table = tableOf(document, 'index');
  if (table === null) return null;
  // A page starts at a page boundary, which may be before the requested position.
  const rows = table.rows.slice(cursor.at % cursor.size);
  const records = readRows(table, rows, document);
  const isLast = table.rows.length < cursor.size;
  const next = isLast ? null : nextPage(cursor, { count: rows.length, total: null, named: null, firstPosition: 0 });
  return { ...emptyPage, records, omitted: rows.length - records.length, next };
}

function tableOf(document: Document, kind: 'all' | 'index'): ErddapTable | null {
  const table = document.status < 400 && document.partial === null ? readErddapTable(document) : null;
  return erddapTableKind(table) === kind ? table : null;
}

function readRows(
  table: ErddapTable,
  rows: readonly (readonly JsonValue[])[],
  document: Document,
): readonly CatalogRecord[] {
  const root = document.finalUrl.replace(/(?:info|tabledap)\/.*$/s, '');
  const records = rows.map((row) =>
    listedRecord({ base: root, id: '', modified: '' }, (list) => addErddapRow(rowObject(table, row), root, list)),
  );
  return records.filter((record) => record !== null);
}
