// ERDDAP servers: the list of datasets with extents (allDatasets), the index, a dataset's attributes, the front page.
import {
  arrayAt,
  isObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  readJsonObject,
  stringAt,
} from '../../base/json/json.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { documentAddress, portalAbove } from '../address/catalog-address.ts';
import { htmlHead } from '../address/html-source.ts';
import { pageWords, recordSources } from '../address/portal-page.ts';
import { readSpatialText } from '../geometry/catalog-spatial.ts';
import { RecordList } from '../records/catalog-records.ts';
import { makeInterval } from '../records/metadata-record.ts';
import { readAttribution, readCoverage } from './acdd.ts';

export const erddap: ResourceKind = {
  id: 'erddap',
  title: 'ERDDAP server',
  family: 'catalog',
  specification: 'ERDDAP RESTful services',
  tier: 2,
  forms: ['json', 'html'],
  dataset: 'dataset',
  suspect: ({ url, anchor }) => {
    const { path } = splitAddress(url);
    if (/\/erddap\/(?:index\.(?:html|json|xhtml)|info\/|tabledap\/alldatasets)|\/erddap\/?$/.test(path)) return 0.95;
    if (/\/erddap\/(?:griddap|tabledap|wms|categorize|search|rest\.html)/.test(path)) return 0.5;
    return /\berddap\b/i.test(anchor) ? 0.5 : 0;
  },
  probe: (url) => [
    { url: allDatasetsUrl(rootOf(url)) },
    { url: `${rootOf(url)}info/index.json?page=1&itemsPerPage=1000` },
  ],
  identify,
  describe,
  more: (document) =>
    document.parts.length === 0 && (document.form === 'html' || erddapTableKind(readErddapTable(document)) === 'root')
      ? { url: allDatasetsUrl(rootOf(document.finalUrl)) }
      : null,
  check: ({ endpoint }) => [{ url: `${rootOf(endpoint)}version` }],
};

function allDatasetsUrl(root: string): string {
  return `${root}tabledap/allDatasets.json`;
}

function rootOf(url: string): string {
  const above = portalAbove(url, /\/erddap(?:\/|$)/i);
  return above === null ? `${new URL(url).origin}/erddap/` : `${above}erddap/`;
}

/** Which of its tables this is. */
export function erddapTableKind(table: ErddapTable | null): 'all' | 'index' | 'attributes' | 'root' | null {
  if (table === null) return null;
  const has = (...names: readonly string[]) => names.every((name) => table.columns.includes(name));
  if (has('datasetID', 'title') && (has('minLongitude') || has('dataStructure') || has('cdm_data_type'))) return 'all';
  if (has('Title', 'Dataset ID') && (has('griddap') || has('tabledap') || has('Info'))) return 'index';
  if (has('Row Type', 'Variable Name', 'Attribute Name', 'Value')) return 'attributes';
  // The list of what the server offers: "info", "search", "tabledap" with their URLs.
  const isRoot = has('Resource', 'URL') && table.rows.some((row) => /\/erddap\/info\//.test(String(row[1])));
  return isRoot ? 'root' : null;
}

function identify(document: Document): readonly Identity[] {
  if (document.form === 'html') {
    const isFront = /\/erddap(?:\/(?:index\.html)?)?$/.test(splitAddress(document.finalUrl).path);
    if (!isFront) return [];
    const version = /ERDDAP,?\s{1,4}Version\s{1,4}([\w.]{1,20})/i.exec(htmlHead(document))?.[1] ?? null;
    const isErddap = /<title>[^<]{0,60}ERDDAP/i.test(htmlHead(document));
    return isErddap ? [{ kind: 'erddap', version, endpoint: rootOf(document.finalUrl) }] : [];
  }
  const kind = erddapTableKind(readErddapTable(document));
  if (kind === null) return [];
  const isPart = kind === 'attributes' || /[?&]page=(?!1(?:&|$))\d/.test(document.finalUrl);
  return [{ kind: 'erddap', version: null, endpoint: isPart ? documentAddress(document) : rootOf(document.finalUrl) }];
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const root = rootOf(document.finalUrl);
  for (const source of recordSources(document)) {
    const table = readErddapTable(source);
    const kind = erddapTableKind(table);
    if (table === null || kind === null || kind === 'root') continue;
    if (kind === 'attributes') return describeDataset(document, table, records);
    for (const row of table.rows) addErddapRow(rowObject(table, row), root, records);
  }
  const page = document.form === 'html' ? pageWords(document) : { title: 'ERDDAP' };
  return records.describe(document, { ...page, software: 'ERDDAP' });
}

/** A row of allDatasets or of the index; services are given by URL, '' if a dataset has none. */
export function addErddapRow(row: JsonObject, root: string, records: RecordList): void {
  const id = stringAt(row, 'datasetID') || stringAt(row, 'Dataset ID');
  // The list of all datasets includes itself.
  if (id === '' || id === 'allDatasets') return;
  const title = stringAt(row, 'title') || stringAt(row, 'Title');
  const corners = ['minLongitude', 'minLatitude', 'maxLongitude', 'maxLatitude'].map((name) => numberAt(row, name));
  records.add({
    name: id,
    title,
    abstract: stringAt(row, 'summary') || stringAt(row, 'Summary'),
    extent: corners.every((corner) => corner !== null) ? readSpatialText(corners.join(','), records.problems) : null,
    time: makeInterval(stringAt(row, 'minTime'), stringAt(row, 'maxTime')),
    metadataUrls: [`${root}info/${id}/index.json`],
  });
  const wms = stringAt(row, 'wms');
  if (wms !== '') records.link(`${root}wms/${id}/request?service=WMS&request=GetCapabilities`, title);
  for (const name of ['griddap', 'tabledap']) {
    const url = stringAt(row, name);
    if (url !== '') records.link(`${url.replace(/\.\w{2,6}$/, '')}.dds`, title);
  }
}

/** The attributes of one dataset: global ones are under NC_GLOBAL. */
function describeDataset(document: Document, table: ErddapTable, records: RecordList): Description {
  const own = new Map<string, string>();
  const variables: string[] = [];
  for (const row of table.rows) {
    const { 'Row Type': type, 'Variable Name': variable, 'Attribute Name': name, Value: value } = rowObject(table, row);
    if (type === 'variable' || type === 'dimension') variables.push(String(variable));
    else if (variable === 'NC_GLOBAL') own.set(String(name), String(value));
  }
  const text = (name: string) => own.get(name) ?? '';
  records.add({
    name: /\/info\/([^/]{1,200})\//.exec(document.finalUrl)?.[1] ?? null,
    title: text('title'),
    abstract: text('summary'),
    keywords: variables,
    ...readCoverage(text, records.problems),
  });
  const parts = { title: text('title'), abstract: text('summary'), ...readAttribution(text), software: 'ERDDAP' };
  return records.describe(document, parts);
}

export interface ErddapTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly JsonValue[])[];
}

/** Null if it isn't an ERDDAP table. */
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
