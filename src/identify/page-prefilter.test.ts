// No kind may claim a page that the prefilter drops: it would never be evaluated.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { corpusDocument, corpusRows } from '../../test/corpus/corpus.ts';
import { makeDocument } from '../base/document/document.ts';
import { kinds } from '../kinds/index.ts';
import type { Document } from '../model/document.ts';
import { mayBeClaimedPage } from './page-prefilter.ts';

const fixtures = new URL('../../fixtures/', import.meta.url);

function isClaimed(document: Document): boolean {
  return kinds.some((kind) => kind.forms.includes('html') && kind.identify(document).length > 0);
}

/** A page of a fixture, at URLs that kinds request. */
function pagesOf(file: string): Document[] {
  const bytes = readFileSync(new URL(file, fixtures));
  const folder = file.split('/')[0];
  const addresses = ['/', `/${folder}/`, `/${folder}/index.html`, `/data/${folder}/catalog.html`];
  return addresses.map((path) => makeDocument({ url: `http://agency.example${path}`, bytes }));
}

it('passes every page of a fixture that a kind claims', () => {
  const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((file) => /\.html?$/.test(file));
  expect(files.length).toBeGreaterThanOrEqual(10);
  const lost = files.filter((file) => pagesOf(file).some((page) => isClaimed(page) && !mayBeClaimedPage(page)));
  expect(lost).toEqual([]);
});

const rows = corpusRows().filter(({ kind }) => kind.startsWith('html'));

it.runIf(rows.length > 0)('nor a real page', () => {
  const lost = rows.filter((row) => isClaimed(corpusDocument(row)) && !mayBeClaimedPage(corpusDocument(row)));
  expect(lost.map(({ file }) => file)).toEqual([]);
});
