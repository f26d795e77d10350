// /api/v1/resources: records with everything that may be shown of them.
import { openRecord } from '../../catalog/export.ts';
import { layerDefinition } from '../formats/qgis.ts';
import { sortableNames } from '../formats/queryables.ts';
import { withQuery } from '../formats/record-links.ts';
import { snippet, snippetForms } from '../formats/snippets.ts';
import { sortIn } from '../http/query-filter.ts';
import { type Asked, checkQuery, countIn, listIn } from '../http/request.ts';
import { type Answer, badParameter, jsonAnswer } from '../http/response.ts';
import { filterOf, findRecord, itemParameters } from '../records/items.ts';
import type { Serving } from '../serving.ts';
import { cursorAt, positionIn } from './cursor.ts';
import { maxLimit } from './search.ts';

export const resourceParameters: readonly string[] = [
  ...itemParameters.filter((name) => name !== 'f' && name !== 'lang'),
  'cursor',
  'fields',
];

export async function getResources(asked: Asked, { list }: Serving): Promise<Answer> {
  checkQuery(asked, resourceParameters);
  const { query, base } = asked;
  const limit = countIn(query, 'limit', 20, { least: 0, most: maxLimit });
  const offset = positionIn(query);
  const found = await list.find({ filter: filterOf(query), sort: sortIn(query, sortableNames), offset, limit });
  const end = offset + found.records.length;
  const hasNext = found.records.length > 0 && end < found.total;
  const url = `${base}/api/v1/resources`;
  const next = hasNext ? withQuery(url, query, { cursor: cursorAt(end), offset: null }) : null;
  const items = found.records.map((record) => pick(withoutLayers(openRecord(record)), listIn(query, 'fields')));
  return {
    ...jsonAnswer({ total: found.total, items, next }),
    ...(next === null ? {} : { headers: { link: `<${next}>; rel="next"` } }),
  };
}

export async function getResource(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, ['fields']);
  const record = await findRecord(serving, asked.parameters.id ?? '');
  const url = `${asked.base}/api/v1/resources/${record.id}`;
  const links = {
    layers: `${url}/layers`,
    history: `${url}/history`,
    provenance: `${url}/provenance`,
    ways: `${url}/ways`,
    snippets: `${url}/snippets`,
    health: `${url}/health`,
    checks: `${url}/checks`,
    versions: `${url}/versions`,
    report: `${url}/report`,
    badge: `${url}/badge.svg`,
    feed: `${url}/feed`,
  };
  const ways = await serving.catalog.duplicates.ways({ id: record.id, layer: null });
  return jsonAnswer(pick({ ...withoutLayers(openRecord(record)), ways, links }, listIn(asked.query, 'fields')));
}

export async function getLayers(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, ['limit', 'offset', 'cursor']);
  const { layers, id } = await findRecord(serving, asked.parameters.id ?? '');
  const limit = countIn(asked.query, 'limit', 100, { least: 0, most: maxLimit });
  const offset = positionIn(asked.query);
  const items = layers.slice(offset, offset + limit);
  const end = offset + items.length;
  const url = `${asked.base}/api/v1/resources/${id}/layers`;
  const hasNext = items.length > 0 && end < layers.length;
  const next = hasNext ? withQuery(url, asked.query, { cursor: cursorAt(end), offset: null }) : null;
  return jsonAnswer({ total: layers.length, items, next });
}

export async function getHistory(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, []);
  const { id } = await findRecord(serving, asked.parameters.id ?? '');
  return jsonAnswer({ items: await serving.catalog.history(id) });
}

export async function getProvenance(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, []);
  const { id } = await findRecord(serving, asked.parameters.id ?? '');
  return jsonAnswer({ items: await serving.catalog.provenance(id) });
}

/** Lines for the tools there are some for; `qlr` is a file for QGIS. */
export async function getSnippets(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, []);
  const record = await findRecord(serving, asked.parameters.id ?? '');
  const written = snippetForms.map((form) => [form, snippet(record, form)] as const);
  const all = [...written, ['qlr', layerDefinition(record)] as const].filter(([, text]) => text !== null);
  return jsonAnswer(Object.fromEntries(all));
}

function withoutLayers<T extends { layers: unknown }>(record: T): Omit<T, 'layers'> {
  const { layers: _, ...rest } = record;
  return rest;
}

function pick(record: object, fields: readonly string[] | null): object {
  if (fields === null) return record;
  const wrong = fields.find((field) => !Object.hasOwn(record, field) && !optionalFields.includes(field));
  if (wrong !== undefined) throw badParameter('fields', `"${wrong}" is not one of ${Object.keys(record).join(', ')}.`);
  return Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)));
}

/** Not on every record. */
const optionalFields = ['topics', 'languages', 'fromRecords', 'links', 'ways', 'health'];
