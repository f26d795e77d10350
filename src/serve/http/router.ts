// Which door answers which path.
import { percentDecoded } from '../../base/url/percent-decoded.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Asked, Method } from './request.ts';
import { type Answer, notFound } from './response.ts';

export type Handler = (asked: Asked) => Promise<Answer> | Answer;

export interface Route {
  readonly method: Method;
  /** '/ogc/collections/:collection/items': a name behind a colon stands for one part of the path. */
  readonly path: string;
  readonly handle: Handler;
}

export interface Found {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

export function get(path: string, handle: Handler): Route {
  return { method: 'GET', path, handle };
}

export function post(path: string, handle: Handler): Route {
  return { method: 'POST', path, handle };
}

export function put(path: string, handle: Handler): Route {
  return { method: 'PUT', path, handle };
}

export function patch(path: string, handle: Handler): Route {
  return { method: 'PATCH', path, handle };
}

export function remove(path: string, handle: Handler): Route {
  return { method: 'DELETE', path, handle };
}

/** Paths of the routes are taken apart once, not for every request. */
export type FindRoute = (method: string, path: string) => Found;

/** What it makes throws `request.not-found`, or `request.method` where only another method would do. A slash at the end does not matter. */
export function openRouter(routes: readonly Route[]): FindRoute {
  const patterns = routes.map((route) => ({ route, pattern: partsOf(route.path) }));
  return (method, path) => {
    const parts = partsOf(path).map(percentDecoded);
    const others = new Set<string>();
    for (const { route, pattern } of patterns) {
      const parameters = match(pattern, parts);
      if (parameters === null) continue;
      if (route.method === method) return { route, parameters };
      others.add(route.method);
    }
    if (others.size === 0) throw notFound(`There is nothing at ${path}.`);
    const allow = [...others, ...(others.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    throw new GeotrawlError('request.method', `${path} takes ${allow}, not ${method}.`, { facts: { allow } });
  };
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const parameters: Record<string, string> = {};
  for (let n = 0; n < pattern.length; n++) {
    const part = pattern[n]!;
    if (part.startsWith(':')) parameters[part.slice(1)] = parts[n]!;
    else if (part !== parts[n]) return null;
  }
  return parameters;
}
