// JSON kinds on documents with replaced members: nothing may throw.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Resource } from '../../model/resource.ts';
import { kinds } from '../index.ts';

const own = /^(?:ogc-api-.*|stac-.*|tilejson|maplibre-style|openeo|sensorthings|3d-tiles|i3s)$/;
const jsonKinds = kinds.filter(({ id }) => own.test(id));

const texts = jsonKinds.flatMap(({ id }) => {
  const folder = new URL(`../../../fixtures/${id}/`, import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
});

const junk = [
  null,
  true,
  -1,
  1e308,
  '',
  '://',
  '\u0000',
  'http://[',
  [],
  [null],
  [[]],
  {},
  { href: 1 },
  { links: [7] },
];

/** Replaces the member at a step of the walk through all members. */
function spoil(value: unknown, step: { left: number }, other: unknown): unknown {
  if (step.left-- === 0) return other;
  if (Array.isArray(value)) return value.map((member) => spoil(member, step, other));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, spoil(member, step, other)]));
}

function exercise(kind: ResourceKind, text: string, url: string): void {
  const bytes = Buffer.from(text);
  const part = makeDocument({ url: `${url}/collections`, bytes });
  for (const document of [makeDocument({ url, bytes }), makeDocument({ url, bytes, parts: [part] })]) {
    for (const identity of kind.identify(document)) {
      const description = kind.describe(document, identity);
      kind.more?.(document, identity);
      if (URL.canParse(identity.endpoint)) kind.check?.({ ...description, ...identity } as unknown as Resource);
    }
  }
}

it('reads damaged documents without throwing', () => {
  const urls = fc.constantFrom('https://a.org/api/collections/x/items?f=json', 'https://a.org/', 'file:///tmp/x.json');
  const spoiled = fc.record({
    text: fc.constantFrom(...texts),
    at: fc.nat(200),
    other: fc.constantFrom(...junk),
    url: urls,
  });
  fc.assert(
    fc.property(spoiled, ({ text, at, other, url }) => {
      const mutated = JSON.stringify(spoil(JSON.parse(text), { left: at }, other));
      for (const kind of jsonKinds) exercise(kind, mutated, url);
    }),
    { numRuns: 500 },
  );
  expect(jsonKinds.length).toBeGreaterThan(15);
});
