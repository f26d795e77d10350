// Query parameters against the schema of a route: names, repetitions and types.
import { expect, it } from 'vitest';
import { queryParameters } from './route.ts';
import { queryError } from './validate.ts';

const schema = queryParameters('q', 'limit', 'each', 'expand');
const messageFor = (query: string) => queryError(schema, new URLSearchParams(query))?.message ?? null;

it.each(['', 'q=', 'q=7&limit=20', 'limit=', 'limit=0', 'each=layer&expand=false'])('accepts "%s"', (query) => {
  expect(messageFor(query)).toBeNull();
});

it.each([
  ['speed=1', 'speed: unknown parameter. Known: each, expand, limit, q.'],
  ['q=a&q=b', 'q: given more than once.'],
  ['limit=-1', 'limit: "-1" must be an integer of at least 0.'],
  ['limit=1.5', 'limit: "1.5" must be an integer of at least 0.'],
  ['each=world', 'each: "world" must be one of resource, layer.'],
  ['expand=perhaps', 'expand: "perhaps" must be true or false.'],
  ['constructor=1', 'constructor: unknown parameter. Known: each, expand, limit, q.'],
])('rejects "%s"', (query, message) => {
  expect(messageFor(query)).toBe(message);
});
