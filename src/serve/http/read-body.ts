// Request bodies: a JSON object from programs or a form from pages, read alike.
import { Type } from 'typebox';
import type { HttpRequest } from './request.ts';
import { badParameter } from './response.ts';
import { bodyError } from './validate.ts';

/**
 * The members of the body. Throws `request.bad-parameter` if it isn't an object or doesn't fit the schema of the route. Pages whose
 * routes have no schema name the members.
 */
export async function bodyOf(
  request: Pick<HttpRequest, 'text' | 'headers' | 'route'>,
  members?: readonly string[],
): Promise<Body> {
  const text = await request.text();
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  const given = isForm ? membersOfForm(text) : membersOfJson(text);
  const named = members && Type.Object(Object.fromEntries(members.map((name) => [name, Type.Unknown()])));
  const error = bodyError(named ?? request.route.body ?? Type.Object({}), given, isForm);
  if (error !== null) throw error;
  return makeBody(given);
}

export type Body = ReturnType<typeof makeBody>;

function makeBody(members: ReadonlyMap<string, unknown>) {
  const has = (name: string): boolean =>
    ![undefined, null, ''].includes(members.get(name) as string | undefined | null);
  return {
    has,
    /** The value as sent. */
    raw: (name: string): unknown => members.get(name),
    /** Throws `request.bad-parameter` if it isn't text, or is missing without a default. */
    text: (name: string, otherwise?: string): string => {
      const value = members.get(name) ?? otherwise;
      if (typeof value !== 'string') throw badParameter(name, 'must be text.');
      return value;
    },
    /** A list of texts, or one text with commas or line breaks between them. */
    list: (name: string): readonly string[] => {
      if (!has(name)) return [];
      const value = members.get(name);
      const values = typeof value === 'string' ? value.split(/[\n,]/) : value;
      if (!Array.isArray(values) || !values.every((one) => typeof one === 'string'))
        throw badParameter(name, 'must be a list of texts.');
      return values.map((one: string) => one.trim()).filter((one) => one !== '');
    },
    /** A non-negative integer; null if absent. */
    count: (name: string): number | null => {
      if (!has(name)) return null;
      const number = Number(members.get(name));
      if (!Number.isSafeInteger(number) || number < 0)
        throw badParameter(name, 'must be an integer of at least 0.', { reason: 'no-count' });
      return number;
    },
    flag: (name: string): boolean => [true, 'true', 'on', '1'].includes(members.get(name) as string | true),
  };
}

function membersOfJson(text: string): ReadonlyMap<string, unknown> {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw badParameter('body', `invalid JSON: ${error.message}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badParameter('body', 'must be a JSON object.');
  return new Map(Object.entries(value));
}

/** A repeated name is a list: check boxes. */
function membersOfForm(text: string): ReadonlyMap<string, unknown> {
  const form = new URLSearchParams(text);
  return new Map(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
