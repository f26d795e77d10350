// Truncated JSON.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../document/document.ts';
import { parseCut, readJsonHead } from './json-head.ts';

describe('parseCut', () => {
  it('closes brackets after the last complete member', () => {
    expect(parseCut('{"a":[1,2,{"b":"x')).toEqual({ a: [1, 2, {}] });
    expect(parseCut('{"a":1,"b":tru')).toEqual({ a: 1 });
    expect(parseCut('{"a":"}]\\"","b":[')).toEqual({ a: '}]"', b: [] });
    expect(parseCut('[{"a":1}] trailing')).toEqual([{ a: 1 }]);
    expect(parseCut('nothing')).toBeUndefined();
  });

  it('reads every prefix of every document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), (value, at) => {
        const text = JSON.stringify([value, { a: value }]);
        const cut = text.slice(0, 1 + (at % text.length));
        expect(parseCut(cut)).toBeInstanceOf(Array);
      }),
    );
  });
});

describe('readJsonHead', () => {
  const read = (text: string, partial: 'range' | null) =>
    readJsonHead(makeDocument({ url: 'http://a.org/', bytes: Buffer.from(text), partial }));

  it('reports whether the document is complete', () => {
    expect(read('{"a":1}', null)).toEqual({ value: { a: 1 }, isWhole: true });
    expect(read('{"a":1,"b', 'range')).toEqual({ value: { a: 1 }, isWhole: false });
  });

  it("doesn't repair damaged documents", () => {
    expect(read('{"a":1,"b', null)).toBeNull();
    expect(read('[1,2]', null)).toBeNull();
    expect(read('<a/>', 'range')).toBeNull();
  });
});
