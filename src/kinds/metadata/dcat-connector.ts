// Harvests a DCAT catalog: data.json one dataset at a time, however large, and pages of RDF by their Hydra links.
import { isObject, type JsonObject, objectsAt, readJson, stringAt } from '../../base/json/json.ts';
import { walkJsonMembers } from '../../base/json/json-members.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { CatalogRecord, Connector, Cursor, RecordPage } from '../../model/connector.ts';
import type { Document } from '../../model/document.ts';
import { nextAddress } from '../paging/link-paging.ts';
import { listedRecord } from '../records/catalog-records.ts';
import { beginsAsDataJson, type DcatForm, dcatForm, readDcatGraph } from './dcat.ts';
import { addDataset, datasetsIn, readPaging } from './dcat-records.ts';
import { addDataJson, dataJsonMembers } from './dcat-us.ts';

/** Records per step; a larger file is requested again and read from there, which bounds memory. */
const maxRecords = 50_000;
const types = 'application/ld+json, application/json;q=0.9, text/turtle;q=0.8, application/rdf+xml;q=0.8, */*;q=0.5';

export const dcatConnector: Connector = {
  kind: 'dcat',
  firstPosition: 0,
  pageSize: maxRecords,
  variants: 1,
  canSplit: () => false,
  canFilter: false,
  catalogOf: ({ kind, endpoint }) => (kind === 'dcat' ? firstPage(endpoint) : null),
  request: (endpoint, { token }) => ({ url: token ?? endpoint, accept: types }),
  read,
  isOwnPage: (url, endpoint) => firstPage(url) === firstPage(endpoint),
};

/** A link may lead to any page of a catalog; the harvest starts with the first. */
function firstPage(url: string): string {
  const target = new URL(url);
  target.searchParams.delete('page');
  return target.href;
}

function read(document: Document, cursor: Cursor): RecordPage | null {
  if (document.status >= 400) return null;
  // Recognized by its start, without parsing all of it.
  if (beginsAsDataJson(document)) return readDataJson(document, cursor, 'data.json');
  const form = dcatForm(document);
  if (form === null) return null;
  const isRdf = form !== 'data.json' && form !== 'list';
  return isRdf ? readGraph(document, cursor, form) : readDataJson(document, cursor, form);
}

function readDataJson(document: Document, cursor: Cursor, form: DcatForm): RecordPage {
  const problems = new ProblemTally();
  const records: CatalogRecord[] = [];
  const ids = new Map<string, number>();
  let count = 0;
  let lost = 0;
  const isWhole = walkDatasets(document, form, (dataset) => {
    if (dataset === null) {
      if (count >= cursor.at) lost++;
      return true;
    }
    if (records.length >= maxRecords) return false;
    const id = uniqueId(stringAt(dataset, 'identifier') || stringAt(dataset, '@id'), ids, problems);
    if (count++ < cursor.at) return true;
    const facts = { base: document.finalUrl, id, modified: stringAt(dataset, 'modified') };
    const record = listedRecord(facts, (list) => addDataJson(dataset, list));
    if (record !== null) records.push(record);
    return true;
  });
  if (lost > 0) problems.add('catalog.record-unreadable', `${lost} datasets have invalid JSON.`);
  const isMore = !isWhole && records.length >= maxRecords;
  if (!isWhole && !isMore) {
    lost++;
    problems.add('catalog.partly-read', 'The file is truncated; the part before was used.');
  }
  const next = isMore ? { ...cursor, at: count, token: document.url } : null;
  return { records, omitted: 0, lost, deleted: [], total: null, next, problems: problems.list() };
}

/** Two datasets with one identifier are two: the second would replace the first. */
function uniqueId(id: string, ids: Map<string, number>, problems: ProblemTally): string {
  if (id === '') return '';
  const before = ids.get(id) ?? 0;
  ids.set(id, before + 1);
  if (before === 0) return id;
  problems.add('catalog.record-unreadable', 'Several datasets have the same identifier.', id);
  return `${id}#${before + 1}`;
}

/** One at a time, members of series and catalogs after their parent. True if all were read. */
function walkDatasets(document: Document, form: DcatForm, visit: (dataset: JsonObject | null) => boolean): boolean {
  const readAll = (dataset: JsonObject) => [...dataJsonMembers(dataset)].every(visit);
  if (form === 'list') {
    const list = readJson(document);
    return Array.isArray(list) && list.every((one) => (isObject(one) ? readAll(one) : visit(null)));
  }
  return walkJsonMembers(document, ['dataset', 'service', 'datasetSeries', 'catalog'], (name, member) => {
    if (member === null) return visit(null);
    return name === 'catalog' ? objectsAt(member, 'dataset').every(readAll) : readAll(member);
  });
}

function readGraph(document: Document, cursor: Cursor, form: DcatForm): RecordPage {
  const { graph, xmlProblems } = readDcatGraph(document, form);
  const problems = new ProblemTally();
  const records: CatalogRecord[] = [];
  let count = 0;
  for (const node of datasetsIn(graph)) {
    count++;
    const facts = { base: document.finalUrl, id: '', modified: graph.text(node, 'modified', 'issued') };
    const record = listedRecord(facts, (list) => addDataset(graph, node, list));
    // A dataset that is only referenced has no text: it is described on another page.
    if (record !== null && (record.title !== '' || record.links.length > 0)) records.push(record);
  }
  if (graph.isFull) problems.add('catalog.partly-read', 'The catalog is too large to be read completely.');
  const { next: written, total } = readPaging(graph);
  const given = written === '' || count === 0 ? null : webUrl(written, document.finalUrl);
  const next = given === null ? null : nextAddress(given, document, problems);
  const isLost = graph.isFull || (given !== null && next === null);
  return {
    records,
    omitted: count - records.length,
    lost: isLost ? 1 : 0,
    deleted: [],
    total,
    next: next === null ? null : { ...cursor, at: cursor.at + count, token: next },
    problems: [...xmlProblems, ...problems.list()],
  };
}
