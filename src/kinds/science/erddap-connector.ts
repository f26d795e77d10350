// Walks an ERDDAP server: the table of all its datasets in one piece, else its index page by page.
import type { JsonValue } from '../../base/json/json.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest } from '../../model/kind.ts';
import { type ErddapTable, readErddapTable, rowObject } from '../erddap-tables.ts';
import { listedRecord } from '../listed-record.ts';
import { nextPage } from '../paging/offset-paging.ts';
import { emptyPage } from '../tree-parts.ts';
import { erddapTableKind, takeErddapRow } from './erddap.ts';

/** What a record is made of; other columns would make the table twice as long. */
const columns = [
  ...['datasetID', 'accessible', 'title', 'summary', 'griddap', 'tabledap', 'wms'],
  ...['minLongitude', 'maxLongitude', 'minLatitude', 'maxLatitude', 'minTime', 'maxTime'],
];
const wholeTable = 0;

export const erddapConnector: Connector = {
  kind: 'erddap',
  firstPosition: 0,
  // A power of two: halves of pages are pages too.
  pageSize: 1024,
  ways: 2,
  canSplit: ({ way }) => way !== wholeTable,
  // Datasets are not dated: changes are told by comparing.
  canFilter: false,
  catalogOf: ({ kind, endpoint }) => (kind === 'erddap' && /\/erddap\/$/.test(endpoint) ? endpoint : null),
  request,
  read: (document, cursor) => (cursor.way === wholeTable ? readAll(document) : readIndex(document, cursor)),
  isOwnPage: (url, endpoint) =>
    url.startsWith(endpoint) && /\/(?:info\/index|tabledap\/allDatasets|index)\.\w{3,6}(?:\?|$)/.test(url),
};

function request(endpoint: string, { at, size, way }: Cursor): ProbeRequest {
  if (way === wholeTable) return { url: `${endpoint}tabledap/allDatasets.json?${columns.join('%2C')}` };
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
  // Beyond the last page ERDDAP answers that there is none.
  if (document.status === 404 && cursor.at > 0) return emptyPage;
  const table = tableOf(document, 'index');
  if (table === null) return null;
  // A page begins where pages begin, which may be before what is wanted.
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
    listedRecord({ base: root, id: '', modified: '' }, (list) => takeErddapRow(rowObject(table, row), root, list)),
  );
  return records.filter((record) => record !== null);
}
