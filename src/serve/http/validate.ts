// Validates query parameters and request bodies against the schemas of a route declaration.
import type { TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { GeotrawlError } from '../../model/errors.ts';
import { badParameter } from './response.ts';

/** The members of a schema that messages are made of. */
interface Constraint {
  readonly type?: string;
  readonly minimum?: number;
  readonly enum?: readonly string[];
}

/** `request.bad-parameter` for an unknown or repeated parameter, and for a value of the wrong type; else null. */
export function queryError(schema: TObject, query: URLSearchParams): GeotrawlError | null {
  const known = Object.keys(schema.properties);
  const seen = new Set<string>();
  for (const [name, text] of query) {
    const expected = schema.properties[name];
    if (!known.includes(name) || expected === undefined)
      return badParameter(name, `there is no such parameter here. Known: ${known.toSorted().join(', ')}.`);
    if (seen.has(name)) return badParameter(name, 'given more than once.');
    seen.add(name);
    // An empty number is one that isn't given: forms send them.
    const isEmpty = text === '' && (expected as Constraint).type === 'integer';
    if (!isEmpty && !Value.Check(expected, coerce(expected, text)))
      return badParameter(name, `"${text}" ${requirement(expected)}.`);
  }
  return null;
}

/** Text as the type of its schema, where it can be read as such. */
function coerce(schema: TSchema, text: string): unknown {
  const { type } = schema as Constraint;
  if (type === 'integer') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function requirement(schema: TSchema): string {
  const { type, minimum, enum: values } = schema as Constraint;
  if (values !== undefined) return `must be one of ${values.join(', ')}`;
  if (type === 'boolean') return 'must be true or false';
  if (type === 'integer') return `must be an integer of at least ${minimum ?? 0}`;
  return 'must be text';
}
