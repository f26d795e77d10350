// Validates query parameters and request bodies against the schemas of a route declaration.
import type { TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { GeotrawlError } from '../../model/errors.ts';
import { badParameter } from './response.ts';

/** The members of a schema that messages are made of. */
interface Constraint {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
}

/** `request.bad-parameter` for an unknown or repeated parameter, and for a value of the wrong type; else null. */
export function queryError(schema: TObject, query: URLSearchParams): GeotrawlError | null {
  if (!('additionalProperties' in schema)) return null;
  const seen = new Set<string>();
  for (const [name, text] of query) {
    const expected = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (expected === undefined) return unknownName(schema, name, 'parameter');
    if (seen.has(name)) return badParameter(name, 'given more than once.');
    seen.add(name);
    if (!isValidText(expected, text)) return badParameter(name, `"${text}" ${requirement(expected)}.`);
  }
  return null;
}

/** The same for the members of a body. Handlers parse text and the repeated names of forms. */
export function bodyError(
  schema: TObject,
  members: ReadonlyMap<string, unknown>,
  isForm: boolean,
): GeotrawlError | null {
  for (const [name, value] of members) {
    const expected = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (expected === undefined) return unknownName(schema, name, 'member');
    const isText = isForm || value === null || typeof value === 'string';
    if (!isText && !Value.Check(expected, value)) return badParameter(name, `the value ${requirement(expected)}.`);
  }
  return null;
}

function unknownName({ properties }: TObject, name: string, what: string): GeotrawlError {
  return badParameter(name, `unknown ${what}. Known: ${Object.keys(properties).toSorted().join(', ')}.`);
}

/** Lists, numbers and times are parsed by handlers. */
function isValidText(schema: TSchema, text: string): boolean {
  const { type, maximum = Number.MAX_SAFE_INTEGER, enum: values } = schema as Constraint;
  if (type === 'boolean') return /^(?:true|false)$/i.test(text);
  if (values !== undefined) return Value.Check(schema, text);
  if (type !== 'integer' || text === '') return true; // Forms send an empty number for one that isn't given.
  // Larger numbers count as the maximum (OGC API – Features, 7.15.3).
  return /^\d{1,15}$/.test(text) && Value.Check(schema, Math.min(Number(text), maximum));
}

function requirement(schema: TSchema): string {
  const { type, minimum, enum: values } = schema as Constraint;
  if (values !== undefined) return `must be one of ${values.join(', ')}`;
  if (type === 'boolean') return 'must be true or false';
  if (type === 'integer') return `must be an integer of at least ${minimum ?? 0}`;
  return `must be ${type === 'array' ? 'a list' : 'text'}`;
}
