// Every kind of the registry against the conformance suite, and the page that lists them.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kindsTable, kindTerms } from '../../scripts/kinds-table.mts';
import { kinds } from '../../src/kinds/index.ts';
import { testKind } from './kinds.ts';

for (const kind of kinds) testKind(kind, kinds);

it('has one id per kind', () => {
  expect(new Set(kinds.map(({ id }) => id)).size).toBe(kinds.length);
});

it('lists every kind in docs/kinds.md, as generated', () => {
  const page = readFileSync(new URL('../../docs/kinds.md', import.meta.url), 'utf8');
  expect(page).toContain(kindsTable(kinds));
});

it('has the words of every kind in src/catalog/kind-terms.ts, as generated', () => {
  expect(readFileSync(new URL('../../src/catalog/kind-terms.ts', import.meta.url), 'utf8')).toBe(kindTerms(kinds));
});
