// The description of our own API in OpenAPI 3.1; a test compares it with the routes.
import { recordProperties } from '../../query/record-properties.ts';
import { feedParameters } from '../health/event-feed.ts';
import { type Asked, checkQuery } from '../http/request.ts';
import { type Answer, jsonAnswer } from '../http/response.ts';
import type { Serving } from '../serving.ts';
import { type PeopleOperation, peopleOperations } from './people-operations.ts';
import { resourceParameters } from './resources.ts';
import { facetParameters, searchParameters } from './search.ts';

const words: Readonly<Record<string, string>> = {
  q: 'Words. Search looks for all of them, by relevance; resources and facets for alternatives with commas between.',
  bbox: 'west,south,east,north in degrees; west may exceed east',
  relation: 'How results lie to bbox: intersects, within or contains',
  kind: 'Kinds, with commas between',
  topic: 'Topics such as inspire:hy, with commas between',
  datetime: 'A moment, or start/end with .. for an open end',
  filter: 'A filter in CQL2',
  'filter-lang': 'cql2-text or cql2-json',
  sortby: 'Properties, with - before those in descending order',
  limit: 'Items on a page, 1000 at most',
  offset: 'Items left out before the page',
  cursor: 'Where to go on, from "next"',
  fields: 'Members wanted, with commas between',
  ids: 'Identifiers, with commas between',
  externalIds: 'Addresses, with commas between',
  each: 'What a result is: resource, or layer',
  facets: 'Facets to count along, with commas between',
  expand: 'false: words as they are, without other languages, places or corrected spelling',
  without: 'Ids of expansions that are not wanted, with commas between',
  copies: 'true: every way to get a dataset is a result, not only the best of those found',
  layer: 'Name of a layer; without it the record itself',
  f: 'A form: markdown for reports, sse for streams; JSON otherwise',
  since: 'Milliseconds since 1970: only what is later',
  after: 'Number of an event: only what came after it',
  by: 'Properties to count by, with commas between',
  before: 'Only entries before this one',
  ...Object.fromEntries(recordProperties.map(({ name, title }) => [name, title])),
};

/** What the document says of a request, as far as our own pages read it. */
export interface ApiOperation {
  readonly summary: string;
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: BodySchema }>> };
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
}

interface BodySchema {
  readonly type: string;
  readonly properties: Readonly<Record<string, object>>;
  readonly additionalProperties: boolean;
}

export interface ApiDescription {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly { readonly url: string }[];
  /** By path and method in small letters. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: object;
}

const idPath = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9a-f]{16}$' } };

interface Operation {
  readonly summary: string;
  readonly parameters: readonly string[];
}

const operations: Readonly<Record<string, Operation>> = {
  '/api/v1/search': {
    summary: 'Search by words, place, kind and topic; best first, with reasons',
    parameters: searchParameters,
  },
  '/api/v1/facets': {
    summary: 'How many records there are by kind, organization, topic …',
    parameters: facetParameters,
  },
  '/api/v1/resources': { summary: 'Records that fit a filter', parameters: resourceParameters },
  '/api/v1/resources/{id}': { summary: 'One record', parameters: ['fields'] },
  '/api/v1/resources/{id}/layers': { summary: 'Its layers', parameters: ['limit', 'offset', 'cursor'] },
  '/api/v1/resources/{id}/history': { summary: 'Its states, oldest first', parameters: [] },
  '/api/v1/resources/{id}/provenance': { summary: 'Every way it was found', parameters: [] },
  '/api/v1/resources/{id}/ways': {
    summary: 'Every way to get the same dataset, the best first, with the reasons why it is the same',
    parameters: ['layer'],
  },
  '/api/v1/resources/{id}/snippets': {
    summary: 'Lines that use it from curl, GDAL, Python, R and map libraries',
    parameters: [],
  },
  '/api/v1/resources/{id}/health': { summary: 'Whether it works, and its score with all parts', parameters: [] },
  '/api/v1/resources/{id}/checks': {
    summary: 'History of its checks with the exact requests, newest first',
    parameters: ['limit', 'since'],
  },
  '/api/v1/resources/{id}/versions': { summary: 'Versions of its description with what changed', parameters: [] },
  '/api/v1/resources/{id}/report': { summary: 'What is broken, why and how to fix it', parameters: ['f'] },
  '/api/v1/resources/{id}/badge.svg': { summary: 'Its state and score as a small picture', parameters: [] },
  '/api/v1/resources/{id}/feed': { summary: 'What happened to it, as an Atom feed', parameters: [] },
  '/api/v1/feed': { summary: 'What happened to all resources, as an Atom feed', parameters: [] },
  '/api/v1/search/feed': {
    summary: 'What is new among what a search finds, as an Atom feed; also at /feeds/search',
    parameters: feedParameters,
  },
  '/api/v1/events': { summary: 'What happened to all resources, newest first', parameters: ['limit', 'after'] },
  '/api/v1/stats/health': { summary: 'How many resources are in which state', parameters: [] },
  '/api/v1/stats/decay': {
    summary: 'New, dead and revived by month, as a whole and by country, server and kind',
    parameters: ['f'],
  },
  '/api/v1/health': { summary: 'Whether the server runs', parameters: [] },
  '/api/v1/ready': { summary: 'Whether the catalog can be read', parameters: [] },
  '/api/v1/version': { summary: 'Versions', parameters: [] },
  '/api/v1/openapi.json': { summary: 'This document', parameters: [] },
};

export function getOpenApi(asked: Asked, serving: Serving): Answer {
  checkQuery(asked, []);
  return jsonAnswer(apiDescription(asked.base, serving));
}

export function apiDescription(base: string, { title, version }: Pick<Serving, 'title' | 'version'>): ApiDescription {
  const paths: Record<string, Record<string, ApiOperation>> = Object.fromEntries(
    Object.entries(operations).map(([path, operation]) => [path, { get: describe(path, operation) }]),
  );
  for (const [key, operation] of Object.entries(peopleOperations)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method]: describePeople(key, operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: base }],
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An API token, gt_…' } },
    },
  };
}

function describe(path: string, { summary, parameters }: Operation): ApiOperation {
  const query = parameters.map((name) => ({
    name,
    in: 'query',
    description: words[name] ?? '',
    schema: { type: 'string' },
  }));
  const problem = { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } };
  return {
    summary,
    operationId: path.replace('/api/v1/', '').replaceAll(/[^a-z]+/g, '-'),
    parameters: [...(path.includes('{id}') ? [idPath] : []), ...query],
    responses: {
      200: { description: 'As asked for', content: { 'application/json': { schema: { type: 'object' } } } },
      400: { description: 'Not understood', ...problem },
      ...(path.includes('{id}') ? { 404: { description: 'No such record', ...problem } } : {}),
      429: { description: 'Too many requests', ...problem },
    },
  };
}

/** Crawls and people have numbers for ids; what their requests hold is said by name. */
function describePeople(key: string, { summary, parameters = [], body, status = 200 }: PeopleOperation): ApiOperation {
  const path = key.split(' ')[1]!;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name: name!, in: 'path', required: true, schema: { type: name === 'id' ? 'integer' : 'string' } },
  }));
  const query = parameters.map((name) => ({
    name,
    in: 'query',
    description: words[name] ?? '',
    schema: { type: 'string' },
  }));
  const members = Object.fromEntries((body ?? []).map((name) => [name, {}]));
  const content = {
    'application/json': { schema: { type: 'object', properties: members, additionalProperties: false } },
  };
  const problem = { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } };
  return {
    summary,
    operationId: key
      .replace('/api/v1/', '')
      .replaceAll(/[^a-z]+/g, '-')
      .replace(/-$/, ''),
    security: [{ token: [] }, {}],
    parameters: [...inPath, ...query],
    ...(body === undefined ? {} : { requestBody: { content } }),
    responses: {
      [status]: { description: 'As asked for' },
      400: { description: 'Not understood', ...problem },
      401: { description: 'Log in first', ...problem },
      403: { description: 'Not allowed', ...problem },
    },
  };
}

/** RFC 9457. */
const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', description: 'One of docs/errors.md' },
  },
};
