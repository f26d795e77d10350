// HTTP requests as handlers get them, and content negotiation.
import type { TObject } from 'typebox';
import { GeotrawlError } from '../../model/errors.ts';
import type { Principal } from './principal.ts';
import { badParameter } from './response.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface HttpRequest {
  /** GET for HEAD. */
  readonly method: Method;
  /** Path below the public URL, as sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The public URL without a trailing slash: links start with it. */
  readonly base: string;
  /** Path parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The caller, authorized for the route. */
  readonly who: Principal;
  /** The body as text (UTF-8); throws `request.too-large`. */
  text(): Promise<string>;
  /** The declaration of the route. */
  readonly route: { readonly body?: TObject };
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** An integer, or `otherwise` if absent; larger ones become `most`. */
export function countIn(
  query: URLSearchParams,
  name: string,
  otherwise = 0,
  { least = 0, most = Number.MAX_SAFE_INTEGER } = {},
): number {
  const text = query.get(name);
  if (text === null || text === '') return otherwise;
  const number = Number(text);
  if (!/^\d{1,15}$/.test(text) || number < least)
    throw badParameter(name, `"${text}" must be an integer of at least ${least}.`);
  return Math.min(number, most);
}

/** Comma-separated values; null if absent. */
export function listIn(query: URLSearchParams, name: string): readonly string[] | null {
  const text = query.get(name);
  if (text === null) return null;
  const values = text.split(',').map((value) => value.trim());
  if (values.some((value) => value === ''))
    throw badParameter(name, 'must be a comma-separated list without empty values.');
  return values;
}

/**
 * The requested format: `f=`, else the best match of the Accept header, else the first. Browsers get HTML if there is any.
 */
export function formOf<T extends string>(request: HttpRequest, forms: Readonly<Record<T, string>>): T {
  const names = Object.keys(forms) as T[];
  const requested = request.query.get('f');
  if (requested !== null) {
    const found = names.find((name) => name === requested);
    if (found === undefined) throw badParameter('f', `"${requested}" must be one of ${names.join(', ')}.`);
    return found;
  }
  const accepted = (request.headers.accept ?? '*/*')
    .split(',')
    .map(readRange)
    .filter((range) => range.weight > 0);
  const weightOf = (name: T) =>
    Math.max(0, ...accepted.filter(({ type }) => fits(type, forms[name].split(';')[0]!)).map(({ weight }) => weight));
  // An exact match beats a wildcard.
  const exact = accepted
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ type }) => names.filter((name) => type === forms[name].split(';')[0]));
  const best = exact[0] ?? names.toSorted((a, b) => weightOf(b) - weightOf(a))[0]!;
  if (weightOf(best) === 0)
    throw new GeotrawlError(
      'request.not-acceptable',
      `Available types: ${names.map((name) => forms[name]).join(', ')}.`,
    );
  return best;
}

function readRange(text: string): { type: string; weight: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { type, weight: Number.isFinite(weight) ? weight : 0 };
}

function fits(range: string, type: string): boolean {
  if (range === '*/*' || range === type) return true;
  // Clients request any JSON as application/json.
  if (range === 'application/json') return type.endsWith('json');
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}
