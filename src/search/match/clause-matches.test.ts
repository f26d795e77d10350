// Clause matches read from posting lists, against matching every document one by one.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PostingList } from '../index/posting-list.ts';
import type { Alternative, Clause } from '../query/query-clause.ts';
import { type ClauseMatch, type ClauseMatchSource, openClauseMatches } from './clause-matches.ts';

const documents = 30;
const wordCount = 6;

/** By document: bits of the fields that contain the word; 0 if none does. */
const anyWord = fc.array(fc.constantFrom(0, 0, 1, 2, 6), { minLength: documents, maxLength: documents });
const anyAlternative: fc.Arbitrary<Alternative> = fc.record(
  {
    words: fc.array(fc.nat(wordCount), { minLength: 1, maxLength: 3 }),
    isPhrase: fc.constant(false),
    factor: fc.constant(1),
    matched: fc.constantFrom('river', 'lake'),
  },
  { requiredKeys: ['words', 'isPhrase', 'factor'] },
);
const anyClause = fc.record({
  alternatives: fc.array(anyAlternative, { maxLength: 5 }),
  fields: fc.constantFrom(1, 2, 7),
  isNegated: fc.constantFrom(false, false, true),
  placed: fc.option(fc.nat(documents)),
});

function listOf(bits: readonly number[] | undefined): PostingList | null {
  const docs = [...(bits ?? []).entries()].filter(([, each]) => each > 0);
  if (docs.length === 0) return null;
  return {
    docs: Uint32Array.from(docs.map(([doc]) => doc)),
    impacts: new Uint8Array(docs.length),
    fields: Uint8Array.from(docs.map(([, each]) => each)),
  };
}

type MadeClause = typeof anyClause extends fc.Arbitrary<infer T> ? T : never;

function clauseOf({ placed, ...made }: MadeClause): Clause {
  const area = placed === null ? null : { boxes: [], open: () => (doc: number) => (doc === placed ? 1 : 0) };
  return { ...made, area, isInherited: true, weight: 1, most: 0 };
}

function matchOf(made: MadeClause, doc: number, words: readonly (readonly number[])[]): ClauseMatch {
  const match: ClauseMatch = { fields: 0, matched: [], isInArea: !made.isNegated && made.placed === doc };
  for (const { words: own, matched } of made.isNegated ? [] : made.alternatives) {
    const bits = own.map((word) => words[word]?.[doc] ?? 0);
    const found = bits.includes(0) ? 0 : bits.reduce((all, each) => all | each, 0) & made.fields;
    if (found === 0) continue;
    if (matched === undefined) match.fields |= found;
    else if (!match.matched.includes(matched)) match.matched.push(matched);
  }
  return match;
}

it('equals matching every document directly', () => {
  fc.assert(
    fc.property(
      fc.array(anyWord, { minLength: wordCount, maxLength: wordCount }),
      fc.array(anyClause, { minLength: 1, maxLength: 3 }),
      fc.nat(documents - 1),
      fc.integer({ min: 1, max: documents }),
      (words, clauses, first, most) => {
        const count = Math.min(most, documents - first);
        const source = { list: (word: number) => listOf(words[word]) } as ClauseMatchSource;
        const matches = openClauseMatches(clauses.map(clauseOf), source)(first, count);
        for (let n = 0; n < count; n++) {
          const expected = clauses.map((clause) => matchOf(clause, first + n, words));
          const isEmpty = expected.every(
            ({ fields, matched, isInArea }) => fields === 0 && matched.length === 0 && !isInArea,
          );
          if (isEmpty && n > 0) expect(matches.has(n)).toBe(false);
          else expect(matches.get(n)).toEqual(expected);
        }
      },
    ),
  );
});
