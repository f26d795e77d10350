// What a request brings along: a JSON object from programs, a form from pages, read alike.

import type { HttpRequest } from './request.ts';
import { badParameter } from './response.ts';

/** The members of the body; throws `request.bad-parameter` where it is no object, or has members nobody knows. */
export async function bodyOf(
  request: Pick<HttpRequest, 'text' | 'headers' | 'route'>,
  known: readonly string[] = Object.keys(request.route.body?.properties ?? {}),
): Promise<Body> {
  const text = await request.text();
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  const members = isForm ? membersOfForm(text) : membersOfJson(text);
  const odd = [...members.keys()].find((name) => !known.includes(name));
  if (odd !== undefined)
    throw badParameter(odd, `there is no such member here. Known: ${known.toSorted().join(', ')}.`);
  return makeBody(members);
}

export interface Body {
  has(name: string): boolean;
  /** Throws `request.bad-parameter` where it is missing and nothing stands for it, or no text. */
  text(name: string, otherwise?: string): string;
  /** A list of texts; one text with commas or lines between will do. */
  list(name: string): readonly string[];
  /** A whole number; null where it is not given. */
  count(name: string): number | null;
  flag(name: string): boolean;
  /** As it was given. */
  raw(name: string): unknown;
}

function makeBody(members: ReadonlyMap<string, unknown>): Body {
  const has = (name: string) => {
    const value = members.get(name);
    return value !== undefined && value !== null && value !== '';
  };
  return {
    has,
    raw: (name) => members.get(name),
    text: (name, otherwise) => {
      const value = members.get(name) ?? otherwise;
      if (typeof value !== 'string') throw badParameter(name, 'a text is expected.');
      return value;
    },
    list: (name) => {
      if (!has(name)) return [];
      const value = members.get(name);
      const values = typeof value === 'string' ? value.split(/[\n,]/) : value;
      if (!Array.isArray(values) || !values.every((one) => typeof one === 'string'))
        throw badParameter(name, 'a list of texts is expected.');
      return values.map((one: string) => one.trim()).filter((one) => one !== '');
    },
    count: (name) => {
      if (!has(name)) return null;
      const number = Number(members.get(name));
      if (!Number.isSafeInteger(number) || number < 0)
        throw badParameter(name, 'a whole number is expected.', { reason: 'no-count' });
      return number;
    },
    flag: (name) => [true, 'true', 'on', '1'].includes(members.get(name) as string | true),
  };
}

function membersOfJson(text: string): ReadonlyMap<string, unknown> {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw badParameter('body', `JSON is expected: ${error.message}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badParameter('body', 'a JSON object is expected.');
  return new Map(Object.entries(value));
}

/** A name that is there several times is a list: check boxes. */
function membersOfForm(text: string): ReadonlyMap<string, unknown> {
  const form = new URLSearchParams(text);
  return new Map(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
