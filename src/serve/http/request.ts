// A request as the doors see it.
import type { TObject } from 'typebox';
import { GeotrawlError } from '../../model/errors.ts';
import type { Principal } from './principal.ts';
import { badParameter } from './response.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface HttpRequest {
  /** HEAD comes as GET. */
  readonly method: Method;
  /** Path below the public address, as sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The public address without a slash at the end: what links begin with. */
  readonly base: string;
  /** The parts of the path that the route leaves open, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Who asks; what they may was looked at before. */
  readonly who: Principal;
  /** The body as text (UTF-8); throws `request.too-large`. */
  text(): Promise<string>;
  /** The declaration it is handled by. */
  readonly route: { readonly body?: TObject };
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** A whole number, or `otherwise` where the parameter is not given; larger ones become `most`. */
export function countIn(
  query: URLSearchParams,
  name: string,
  otherwise: number,
  limits: { least: number; most: number },
): number {
  const text = query.get(name);
  if (text === null || text === '') return otherwise;
  const number = Number(text);
  if (!/^\d{1,15}$/.test(text) || number < limits.least)
    throw badParameter(name, `"${text}" is no whole number of ${limits.least} or more.`);
  return Math.min(number, limits.most);
}

/** The values of a list separated by commas; null where the parameter is not given. */
export function listIn(query: URLSearchParams, name: string): readonly string[] | null {
  const text = query.get(name);
  if (text === null) return null;
  const values = text.split(',').map((value) => value.trim());
  if (values.some((value) => value === ''))
    throw badParameter(name, 'a list with commas between its values is expected.');
  return values;
}

/**
 * The form wanted: `f=` where it is given, else the first of `forms` the client accepts. Browsers get HTML where there is any,
 * everyone without a wish the first form.
 */
export function formOf<T extends string>(request: HttpRequest, forms: Readonly<Record<T, string>>): T {
  const names = Object.keys(forms) as T[];
  const requested = request.query.get('f');
  if (requested !== null) {
    const found = names.find((name) => name === requested);
    if (found === undefined)
      throw badParameter('f', `"${requested}" is no form of this; there is ${names.join(', ')}.`);
    return found;
  }
  const accepted = (request.headers.accept ?? '*/*')
    .split(',')
    .map(readRange)
    .filter((range) => range.weight > 0);
  const weightOf = (name: T) =>
    Math.max(0, ...accepted.filter(({ type }) => fits(type, forms[name].split(';')[0]!)).map(({ weight }) => weight));
  // A form named as it is counts for more than one that "anything" covers.
  const exact = accepted
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ type }) => names.filter((name) => type === forms[name].split(';')[0]));
  const best = exact[0] ?? names.toSorted((a, b) => weightOf(b) - weightOf(a))[0]!;
  if (weightOf(best) === 0)
    throw new GeotrawlError('request.not-acceptable', `This comes as ${names.map((name) => forms[name]).join(', ')}.`);
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
  // application/json is what clients say for any JSON.
  if (range === 'application/json') return type.endsWith('json');
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}
