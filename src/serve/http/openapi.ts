// The OpenAPI 3.1 document of /api/v1, generated from the route declarations.
import type { TSchema } from 'typebox';
import type { Permission } from './principal.ts';
import { permissions } from './principal.ts';
import type { Route } from './route.ts';
import type { ServerContext } from './server-context.ts';

/** The parts of an operation that our own pages use. */
export interface ApiOperation {
  readonly summary: string;
  readonly operationId: string;
  /** What a caller must be allowed to do. */
  readonly 'x-permission': Permission;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: BodySchema }>> };
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
}

interface BodySchema {
  readonly properties: object;
}

export interface ApiDescription {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly { readonly url: string }[];
  /** By path and lower-case method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: object;
}

const prefix = '/api/v1/';

export function apiDescription(
  base: string,
  { title, version, routes }: Pick<ServerContext, 'title' | 'version' | 'routes'>,
): ApiDescription {
  const paths: Record<string, Record<string, ApiOperation>> = {};
  for (const route of routes()) {
    if (!route.path.startsWith(prefix)) continue;
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
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

function operationOf(route: Route): ApiOperation {
  const { method, path, permission, summary = '', body, status = 200 } = route;
  const isPublic = method === 'GET' && permission === 'look';
  const name = `${isPublic ? '' : `${method.toLowerCase()} `}${path.slice(prefix.length)}`;
  const json = { 'application/json': { schema: { type: 'object' } } };
  return {
    summary,
    operationId: name.replaceAll(/[^a-z]+/g, '-').replace(/-$/, ''),
    'x-permission': permission,
    ...(isPublic ? {} : { security: permissions[permission].scope === null ? [{}] : [{ token: [] }, {}] }),
    parameters: [...pathParameters(path), ...queryParametersOf(route)],
    ...(body === undefined ? {} : { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: {
      [status]: { description: 'Success', ...(status === 204 ? {} : { content: json }) },
      400: problem('The request is invalid'),
      ...(isPublic ? {} : { 401: problem('Login required'), 403: problem('Not allowed') }),
      ...(path.includes(':') ? { 404: problem('Not found') } : {}),
      429: problem('Too many requests'),
    },
  };
}

function problem(description: string): object {
  const schema = { $ref: '#/components/schemas/Problem' };
  return { description, content: { 'application/problem+json': { schema } } };
}

/** Records are identified by a hash, everything else with an `id` by a number. */
function pathParameters(path: string) {
  const idSchema = path.startsWith(`${prefix}resources/`)
    ? { type: 'string', pattern: '^[0-9a-f]{16}$' }
    : { type: 'integer' };
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? idSchema : { type: 'string' },
  }));
}

function queryParametersOf({ query }: Route) {
  return Object.entries<TSchema & { readonly description?: string }>(query?.properties ?? {}).map(
    ([name, { description = '', ...schema }]) => ({ name, in: 'query', description, schema }),
  );
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
