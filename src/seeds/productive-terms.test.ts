import { expect, it } from 'vitest';
import type { Page } from '../model/document.ts';
import { createProductiveTerms } from './productive-terms.ts';

const page = (title: string, text: string) => ({ title, headings: [], text: () => text }) as unknown as Page;

it('builds new queries from words that only productive pages share', () => {
  const terms = createProductiveTerms();
  terms.note('a', page('Home', 'bathymetry soundings harbor'));
  terms.note('b', page('Home', 'bathymetry wms'));
  for (const name of ['c', 'd', 'e', 'f', 'g']) terms.note(name, page('Home', `cookies ${name}`));
  for (const url of ['a', 'b', 'b', 'nowhere']) terms.credit(url);
  expect(terms.best(2, ['WMS harbor'])).toEqual(['bathymetry', 'soundings']);
  const resumed = createProductiveTerms(terms.counts());
  expect(resumed.best(1, [])).toEqual(['bathymetry']);
});
