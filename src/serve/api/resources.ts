// /api/v1/resources: records with all published fields, and their parts.
import { openRecord } from '../../catalog/export.ts';
import { layerDefinition } from '../formats/qgis.ts';
import { withQuery } from '../formats/record-links.ts';
import { snippet, snippetForms } from '../formats/snippets.ts';
import { sortIn } from '../http/query-filter.ts';
import { filterOf, findRecord, itemParameters, sortableNames } from '../http/record-query.ts';
import { countIn, type HttpRequest, listIn } from '../http/request.ts';
import { badParameter, type HttpResponse, jsonResponse } from '../http/response.ts';
import type { ServerContext } from '../http/server-context.ts';
import { cursorAt, positionIn } from './cursor.ts';
import { maxLimit } from './search.ts';

export const resourceParameters: readonly string[] = [
  ...itemParameters.filter((name) => name !== 'f' && name !== 'lang'),
  'cursor',
  'fields',
];

export async function getResources(request: HttpRequest, { list }: ServerContext): Promise<HttpResponse> {
  const { query } = request;
  const limit = countIn(query, 'limit', 20, { most: maxLimit });
  const offset = positionIn(query);
  const found = await list.find({ filter: filterOf(query), sort: sortIn(query, sortableNames), offset, limit });
  const next = nextUrl(request, found.next);
  const items = found.records.map((record) => pick(withoutLayers(openRecord(record)), listIn(query, 'fields')));
  return {
    ...jsonResponse({ total: found.total, items, next }),
    ...(next === null ? {} : { headers: { link: `<${next}>; rel="next"` } }),
  };
}

export async function getResource(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const record = await findRecord(context, request.parameters.id ?? '');
  const url = `${request.base}/api/v1/resources/${record.id}`;
  const parts = 'layers history provenance distributions snippets health checks versions report badge.svg feed'.split(
    ' ',
  );
  const links = Object.fromEntries(parts.map((part) => [part.replace('.svg', ''), `${url}/${part}`]));
  const distributions = await context.catalog.duplicates.distributions({ id: record.id, layer: null });
  return jsonResponse(
    pick({ ...withoutLayers(openRecord(record)), distributions, links }, listIn(request.query, 'fields')),
  );
}

export async function getLayers(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const { layers } = await findRecord(context, request.parameters.id ?? '');
  const limit = countIn(request.query, 'limit', 100, { most: maxLimit });
  const offset = positionIn(request.query);
  const items = layers.slice(offset, offset + limit);
  const end = offset + items.length;
  const next = nextUrl(request, items.length > 0 && end < layers.length ? end : null);
  return jsonResponse({ total: layers.length, items, next });
}

export async function getHistory(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const { id } = await findRecord(context, request.parameters.id ?? '');
  return jsonResponse({ items: await context.catalog.history(id) });
}

export async function getProvenance(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const { id } = await findRecord(context, request.parameters.id ?? '');
  return jsonResponse({ items: await context.catalog.provenance(id) });
}

export async function getDistributions(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const { id, layers } = await findRecord(context, request.parameters.id ?? '');
  const name = request.query.get('layer');
  const layer = name === null ? null : layers.findIndex((each) => each.name === name);
  if (layer === -1) throw badParameter('layer', `no such layer: "${name}".`);
  return jsonResponse({ items: await context.catalog.duplicates.distributions({ id, layer }) });
}

/** Snippets for the tools that support the kind; `qlr` is a layer definition for QGIS. */
export async function getSnippets(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const record = await findRecord(context, request.parameters.id ?? '');
  const written = snippetForms.map((form) => [form, snippet(record, form)] as const);
  const all = [...written, ['qlr', layerDefinition(record)] as const].filter(([, text]) => text !== null);
  return jsonResponse(Object.fromEntries(all));
}

function nextUrl({ base, path, query }: HttpRequest, next: number | null): string | null {
  return next === null ? null : withQuery(base + path, query, { cursor: cursorAt(next), offset: null });
}

function withoutLayers<T extends { layers: unknown }>(record: T): Omit<T, 'layers'> {
  const { layers: _, ...rest } = record;
  return rest;
}

function pick(record: object, fields: readonly string[] | null): object {
  if (fields === null) return record;
  const wrong = fields.find((field) => !Object.hasOwn(record, field) && !optionalFields.includes(field));
  if (wrong !== undefined) throw badParameter('fields', `"${wrong}" must be one of ${Object.keys(record).join(', ')}.`);
  return Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)));
}

/** Not on every record. */
const optionalFields = ['topics', 'languages', 'fromRecords', 'links', 'distributions', 'health'];
