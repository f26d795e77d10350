// Members of an array too large to parse: the same objects as from a parser, for any chunking.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeDocument } from '../document/document.ts';
import { readJsonMembers } from './json-members.ts';

function members(text: string): readonly unknown[] {
  return [...readJsonMembers(makeDocument({ url: 'http://a.org/', bytes: Buffer.from(text) }), 'dataset')];
}

it('agrees with a parser', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  fc.assert(
    fc.property(
      fc.array(object),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.integer({ min: 0, max: 2000 }),
      (dataset, before, padding) => {
        const { dataset: _, ...other } = before;
        const text = JSON.stringify({ padding: 'é'.repeat(padding), ...other, dataset, after: [{ a: 1 }] });
        expect(members(text)).toEqual(JSON.parse(text).dataset);
      },
    ),
  );
});

it("skips members that aren't objects, and a truncated one", () => {
  expect(members('{"a": {"dataset": [{"x": 0}]}, "dataset": [1, "b", {"x": 1}, [{"x": 2}], {"x": ')).toEqual([
    { x: 1 },
  ]);
  expect(members('[{"x": 1}]')).toEqual([]);
  expect(members('no JSON at all')).toEqual([]);
});
