// OpenAPI documents, generated from the route declarations: 3.1 for all routes for programs, 3.0 for those of one standard.
import type { TSchema } from 'typebox';
import { errorCodes } from '../../model/errors.ts';
import { anonymous, may, type Permission, permissions } from './principal.ts';
import type { RateClass } from './rate-limit.ts';
import { statusOf, statusTitles } from './response.ts';
import type { Route } from './route.ts';

export interface ApiOperation {
  readonly summary: string;
  readonly operationId: string;
  /** What a caller must be allowed to do. */
  readonly 'x-permission': Permission;
  readonly 'x-rate-class': RateClass;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: object }>> };
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
}

export interface ApiDescription {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly { readonly url: string }[];
  /** By path and lower-case method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: object;
}

interface Described {
  readonly title: string;
  readonly version: string;
  readonly routes: () => readonly Route[];
}

export function apiDescription(
  base: string,
  { title, version, routes }: Described,
  openapi: '3.1.0' | '3.0.3' = '3.1.0',
): ApiDescription {
  const paths: Record<string, Record<string, ApiOperation>> = {};
  for (const route of routes()) {
    if (route.summary === undefined) continue;
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi,
    info: { title, version, license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' } },
    servers: [{ url: base }],
    paths,
    components: { schemas: { Problem: problemSchema }, responses: errorResponses(), securitySchemes },
  };
}

function operationOf(route: Route): ApiOperation {
  const { path, permission, rate = 'standard', summary = '', body, bodyTypes = [] } = route;
  const bodies = [
    ...(body === undefined ? [] : [['application/json', { schema: body }] as const]),
    ...bodyTypes.map((type) => [type, {}] as const),
  ];
  return {
    summary,
    operationId: operationIdOf(route),
    'x-permission': permission,
    'x-rate-class': rate,
    security: securityOf(permission),
    parameters: [...pathParameters(path), ...queryParametersOf(route)],
    ...(bodies.length === 0 ? {} : { requestBody: { content: Object.fromEntries(bodies) } }),
    responses: responsesOf(route),
  };
}

function operationIdOf({ method, path, permission }: Route): string {
  const isPublicApi = method === 'GET' && permission === 'look' && path.startsWith('/api/v1/');
  const name = `${isPublicApi ? '' : `${method.toLowerCase()}-`}${path.replace(/^\/api\/v1\//, '')}`;
  return name.replaceAll(/[^a-z]+/g, '-').replace(/-$/, '');
}

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'An API token, gt_…' },
  session: { type: 'apiKey', in: 'cookie', name: 'geotrawl', description: '__Host-geotrawl over TLS' },
};

/** Alternatives; the empty one is a request without an account. */
function securityOf(permission: Permission): readonly object[] {
  return [
    ...(may(anonymous, permission) ? [{}] : []),
    { session: [] },
    ...(permissions[permission].scope === null ? [] : [{ token: [] }]),
  ];
}

/** Records are identified by a hash, everything else with an `id` by a number. */
function pathParameters(path: string) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const isRecord = name === 'record' || path.startsWith('/api/v1/resources/');
    const schema = isRecord
      ? { type: 'string', pattern: '^[0-9a-f]{16}$' }
      : { type: name === 'id' ? 'integer' : 'string' };
    return { name, in: 'path', required: true, schema };
  });
}

/** Values of a list are separated by commas. */
function queryParametersOf({ query }: Route) {
  return Object.entries<TSchema & { readonly description?: string }>(query?.properties ?? {}).map(
    ([name, { description = '', ...schema }]) => ({
      name,
      in: 'query',
      description,
      schema,
      style: 'form',
      explode: false,
    }),
  );
}

function responsesOf(route: Route): Readonly<Record<string, object>> {
  const {
    method,
    path,
    query,
    body,
    bodyTypes,
    status = 200,
    types = ['application/json'],
    statuses = [],
    errorType,
  } = route;
  const hasBody = body !== undefined || bodyTypes !== undefined;
  const hasParameters = path.includes(':');
  const errors = [
    ...(hasBody || hasParameters || query !== undefined ? [400] : []),
    ...[401, 403],
    ...(hasParameters ? [404] : []),
    ...(types.length > 1 ? [406] : []),
    ...(hasBody ? [413] : []),
    ...[421, 429, 500, 503],
    ...statuses.filter((each) => each >= 400),
  ];
  const content = Object.fromEntries(types.map((type) => [type, /json$/.test(type) ? jsonContent : {}]));
  const success = { description: 'Success', ...(status === 204 ? {} : { content }) };
  return {
    ...Object.fromEntries([status, ...statuses.filter((each) => each < 400)].map((each) => [each, success])),
    ...(method === 'GET' ? { 304: { description: 'Not modified since the response with this ETag' } } : {}),
    ...Object.fromEntries(
      errors.map((each) => [
        each,
        errorType === undefined
          ? { $ref: `#/components/responses/${each}` }
          : { description: statusTitles[each], content: { [errorType]: {} } },
      ]),
    ),
  };
}

const jsonContent = { schema: { type: 'object' } };

/** Problem documents (RFC 9457) by status, with their codes. Our own failures (500, 503) can have any. */
function errorResponses(): Readonly<Record<string, object>> {
  const responses = Object.entries(statusTitles).map(([status, description]) => {
    const codes = errorCodes.filter((code) => statusOf({ code }) === Number(status));
    const withCode = Number(status) === 500 || Number(status) === 503 ? {} : { properties: { code: { enum: codes } } };
    const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, withCode] };
    return [status, { description, content: { 'application/problem+json': { schema } } }];
  });
  return Object.fromEntries(responses);
}

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
