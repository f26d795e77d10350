// Pages of JSON APIs hint at the API behind them; other pages don't.
import { expect, it } from 'vitest';
import { makeDocument } from '../base/document/document.ts';
import { kinds } from '../kinds/index.ts';
import { hints } from './hints.ts';

const url = 'https://api.example.org/nature';

function leads(html: string) {
  return hints(makeDocument({ url, bytes: Buffer.from(html) }), kinds);
}

it('follows a page that has a JSON version and links to its conformance classes', () => {
  const alternate = '<link rel="alternate" type="application/json" href="?f=json">';
  const expected = [{ kind: 'ogc-api-features', url }];
  expect(leads(`<html><head>${alternate}<link rel="conformance" href="/conformance"></head>`)).toEqual(expected);
  expect(leads(`<html><head><title>pygeoapi - Home</title>${alternate}</head>`)).toEqual(expected);
  expect(leads(`<html><title>STAC API of Nowhere</title>${alternate}`)).toEqual([{ kind: 'stac-api', url }]);
});

it('ignores pages about APIs and blogs', () => {
  expect(leads('<html><head><title>What is OGC API?</title></head>')).toEqual([]);
  expect(leads('<html><link rel="alternate" type="application/json" href="/wp-json/wp/v2/pages/1">')).toEqual([]);
});
