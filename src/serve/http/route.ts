// One declaration per route: permission, rate class, parameters, responses and handler. Authorization, rate limit, validation and
// the OpenAPI documents are derived from it.
import { type TObject, type TSchema, Type } from 'typebox';
import { propertySchema, recordProperties } from '../../query/record-properties.ts';
import type { Permission } from './principal.ts';
import { filterLanguages } from './query-filter.ts';
import type { RateClass } from './rate-limit.ts';
import type { HttpRequest, Method } from './request.ts';
import type { HttpResponse } from './response.ts';

export type Handler = (request: HttpRequest) => Promise<HttpResponse> | HttpResponse;

interface RouteOptions {
  readonly permission: Permission;
  /** How much a request counts in the rate limit; 'standard' by default. */
  readonly rate?: RateClass;
  /** Routes with a summary are in the OpenAPI document: all but the pages of the web app and their assets. */
  readonly summary?: string;
  /** Query parameters with their types. Others are rejected, unless the schema is open; without a schema, all are ignored. */
  readonly query?: TObject;
  /** Known members of the request body, as JSON or form. */
  readonly body?: TObject;
  /** Media types of a body that the handler parses itself. */
  readonly bodyTypes?: readonly string[];
  /** Status of a successful response; 200 by default. */
  readonly status?: 200 | 201 | 204;
  /** Media types of a successful response; JSON by default. */
  readonly types?: readonly string[];
  /** Media type of errors; a problem document by default. */
  readonly errorType?: string;
  /** Further statuses, besides those that every route of its form has. */
  readonly statuses?: readonly number[];
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
  const optional = names.map((name) => [name, Type.Optional(parameterSchema(name))]);
  return Type.Object(Object.fromEntries(optional), { additionalProperties: false });
}

/** Parameters that handlers check themselves: names in any case, and others, which are ignored. */
export function openParameters(described: Readonly<Record<string, string>>): TObject {
  const properties = Object.entries(described).map(([name, description]) => [
    name,
    Type.Optional(Type.String({ description })),
  ]);
  return Type.Object(Object.fromEntries(properties));
}

function parameterSchema(name: string): TSchema {
  const description = descriptions[name] ?? '';
  const property = recordProperties.find((each) => each.name === name);
  const type = types[name] ?? (property && (() => Type.Unsafe({ description, ...propertySchema(property) })));
  return type?.(description) ?? Type.String({ description });
}

const integer = (description: string) => Type.Integer({ minimum: 0, description });
const list = (description: string) => Type.Array(Type.String(), { description });
const flag = (description: string) => Type.Boolean({ description });
const oneOf =
  (...values: readonly string[]) =>
  (description: string) =>
    Type.Enum([...values], { type: 'string', description });

/** Parameters that aren't plain text. */
const types: Readonly<Record<string, (description: string) => TSchema>> = {
  bbox: (description) => Type.Array(Type.Number(), { minItems: 4, maxItems: 6, description }),
  relation: oneOf('intersects', 'within', 'contains'),
  each: oneOf('resource', 'layer'),
  'filter-lang': oneOf(...filterLanguages),
  expand: flag,
  copies: flag,
  limit: (description) => Type.Integer({ minimum: 0, maximum: 1000, description }),
  ...Object.fromEntries(['offset', 'since', 'after', 'before'].map((name) => [name, integer])),
  ...Object.fromEntries(
    ['kind', 'topic', 'sortby', 'fields', 'ids', 'externalIds', 'facets', 'without', 'by'].map((name) => [name, list]),
  ),
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
