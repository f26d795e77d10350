// One declaration per route: what it needs, what it takes and who handles it. Authorization, parameter checks and the OpenAPI
// document are derived from it.
import { type TObject, type TSchema, Type } from 'typebox';
import { recordProperties } from '../../query/record-properties.ts';
import type { Permission } from './principal.ts';
import { filterLanguages } from './query-filter.ts';
import type { HttpRequest, Method } from './request.ts';
import type { HttpResponse } from './response.ts';

export type Handler = (request: HttpRequest) => Promise<HttpResponse> | HttpResponse;

interface RouteOptions {
  /** What a caller must be allowed to do. */
  readonly permission: Permission;
  /** For the OpenAPI document; every route below /api/v1 has one. */
  readonly summary?: string;
  /** Query parameters with their types. Others are rejected; without a schema, all are ignored. */
  readonly query?: TObject;
  /** Known members of the request body, as JSON or form. */
  readonly body?: TObject;
  /** Status of a successful response; 200 by default. */
  readonly status?: 200 | 201 | 204;
}

export interface Route extends RouteOptions {
  readonly method: Method;
  /** '/ogc/collections/:collection/items': a name after a colon is a path parameter. */
  readonly path: string;
  readonly handle: Handler;
}

type Declare = (path: string, options: RouteOptions, handle: Handler) => Route;

const declare =
  (method: Method): Declare =>
  (path, options, handle) => ({ method, path, ...options, handle });

export const get = declare('GET');
export const post = declare('POST');
export const put = declare('PUT');
export const patch = declare('PATCH');
export const remove = declare('DELETE');

/** Query parameters by name, typed where a schema can express it; handlers parse lists, boxes, times and filters. */
export function queryParameters(...names: readonly string[]): TObject {
  const properties: Record<string, TSchema> = {};
  for (const name of names) {
    const description = descriptions[name] ?? '';
    properties[name] = Type.Optional(types[name]?.(description) ?? Type.String({ description }));
  }
  return Type.Object(properties, { additionalProperties: false });
}

const integer = (description: string) => Type.Integer({ minimum: 0, description });
const flag = (description: string) => Type.Boolean({ description });
const oneOf =
  (...values: readonly string[]) =>
  (description: string) =>
    Type.Enum([...values], { type: 'string', description });

/** Parameters that aren't plain text. */
const types: Readonly<Record<string, (description: string) => TSchema>> = {
  relation: oneOf('intersects', 'within', 'contains'),
  each: oneOf('resource', 'layer'),
  'filter-lang': oneOf(...filterLanguages),
  expand: flag,
  copies: flag,
  limit: integer,
  offset: integer,
  since: integer,
  after: integer,
  before: integer,
};

export function bodyMembers(members: Readonly<Record<string, TSchema>>): TObject {
  return Type.Object(members, { additionalProperties: false });
}

const descriptions: Readonly<Record<string, string>> = {
  q: 'Words. Search requires all of them and ranks by relevance; resources and facets take alternatives separated by commas.',
  bbox: 'west,south,east,north in degrees; west may exceed east',
  relation: 'How results relate to bbox: intersects, within or contains',
  kind: 'Kinds, separated by commas',
  topic: 'Topics such as inspire:hy, separated by commas',
  datetime: 'An instant, or start/end with .. for an open end',
  filter: 'A filter in CQL2',
  'filter-lang': 'Language of filter',
  sortby: 'Properties, separated by commas, with - before those in descending order',
  limit: 'Items per page, at most 1000',
  offset: 'Items to skip',
  cursor: 'Where to continue, from "next"',
  fields: 'Members to return, separated by commas',
  ids: 'Identifiers, separated by commas',
  externalIds: 'URLs, separated by commas',
  each: 'What a result is: resource or layer',
  facets: 'Facets to count, separated by commas',
  expand: 'false: exact words, without translations, place names or spelling corrections',
  without: 'Ids of expansions to exclude, separated by commas',
  copies: 'true: every distribution of a dataset is a result, not only the best one',
  layer: 'Name of a layer; without it the record itself',
  f: 'Format: markdown for reports, sse for streams, csv for tables; JSON by default',
  since: 'Milliseconds since 1970: only later items',
  after: 'Number of an event: only later events',
  by: 'Properties to count by, separated by commas',
  before: 'Only entries before this one',
  lang: 'Language of the page',
  start: 'Start of the time range',
  stop: 'End of the time range',
  host: 'Only hosts whose name contains this',
  ...Object.fromEntries(recordProperties.map(({ name, title }) => [name, title])),
};
