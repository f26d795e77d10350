// Words of pages that led to resources, for new queries ([JSWMS], seeds).
import { words } from '../base/text/text.ts';
import type { Page } from '../model/document.ts';

/** Characters read per page, and pages kept until they prove productive or not. */
const textLength = 5000;
const pagesRemembered = 2000;
const shortestWord = 4;
/** Words on more than this share of all pages are boilerplate, in any language. */
const commonShare = 0.5;
/** Words stored with the task. */
const wordsStored = 200;

export interface ProductiveTerms {
  /** A page was read; it may prove productive later. */
  note(url: string, page: Page): void;
  /** A resource was found through the page. A page counts once. */
  credit(url: string): void;
  /** The most frequent words of productive pages that aren't in any query yet. */
  best(count: number, queries: readonly string[]): string[];
  /** Counts to be stored and passed to `createProductiveTerms` again. */
  counts(): Readonly<Record<string, number>>;
}

export function createProductiveTerms(stored: Readonly<Record<string, number>> = {}): ProductiveTerms {
  const counts = new Map(Object.entries(stored));
  const noted = new Map<string, readonly string[]>();
  const pagesWith = new Map<string, number>();
  let pages = 0;
  const ranked = () =>
    [...counts]
      .filter(([word]) => (pagesWith.get(word) ?? 0) <= Math.max(2, pages * commonShare))
      .sort(([one, often], [other, less]) => less - often || (one < other ? -1 : 1));
  return {
    note(url, page) {
      if (noted.has(url)) return;
      const found = wordsOf(page);
      pages++;
      for (const word of found) pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1);
      const [oldest] = noted.keys();
      if (noted.size >= pagesRemembered && oldest !== undefined) noted.delete(oldest);
      noted.set(url, found);
    },
    credit(url) {
      for (const word of noted.get(url) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
      if (noted.has(url)) noted.set(url, []);
    },
    best(count, queries) {
      const known = new Set(queries.flatMap((query) => words(query)));
      return ranked()
        .map(([word]) => word)
        .filter((word) => !known.has(word))
        .slice(0, count);
    },
    counts: () => Object.fromEntries(ranked().slice(0, wordsStored)),
  };
}

function wordsOf(page: Page): readonly string[] {
  const text = [page.title, ...page.headings, page.text().slice(0, textLength)].join(' ');
  return [...new Set(words(text))].filter((word) => word.length >= shortestWord && !/\d/.test(word));
}
