// Measures pages and links: lengths, vocabulary, host sizes, and the predictive power of each type of text.
import { words } from '../../src/base/text/text.ts';
import type { Collection, MeasuredLink, MeasuredPage } from './collection.ts';
import { predictivePower } from './predictive-power.ts';

/** Quantity → value. */
export type Measures = Readonly<Record<string, number>>;

export function measureCollection({ pages, links, classes }: Collection): Measures {
  const anchors = pages.flatMap((page) => page.anchors);
  return {
    'words by page, median': quantile(
      pages.map(({ text }) => text.length),
      0.5,
    ),
    'words by page, 90 % below': quantile(
      pages.map(({ text }) => text.length),
      0.9,
    ),
    'words by title, mean': mean(pages.map(({ title }) => title.length)),
    'words by anchor, mean': mean(anchors.map((anchor) => anchor.length)),
    'anchors without words': mean(anchors.map((anchor) => (anchor.length === 0 ? 1 : 0))),
    'links by page, mean': mean(pages.map((page) => page.anchors.length)),
    'links by page, 90 % / median': ratio(pages.map((page) => page.anchors.length)),
    'links that stay on the host':
      mean(pages.map(({ ownLinks }) => ownLinks)) / mean(pages.map((page) => page.anchors.length)),
    ...measureVocabulary(pages),
    ...measurePower(pages, links, classes),
  };
}

function measureVocabulary(pages: readonly MeasuredPage[]): Measures {
  const counts = new Map<string, number>();
  let total = 0;
  let at100k = 0;
  for (const word of pages.flatMap(({ text }) => text)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    total++;
    if (total === 100_000) at100k = counts.size;
  }
  const falling = [...counts.values()].sort((one, other) => other - one);
  const share = (top: number): number => falling.slice(0, top).reduce((sum, count) => sum + count, 0) / total;
  return {
    'the 10 most frequent words': share(10),
    'the 100 most frequent words': share(100),
    'the 1,000 most frequent words': share(1000),
    'different words in 100,000': at100k,
  };
}

function measurePower(
  pages: readonly MeasuredPage[],
  links: readonly MeasuredLink[],
  classes: readonly string[],
): Measures {
  const ofLinks = (read: (link: MeasuredLink) => readonly string[]): number =>
    predictivePower(
      links.map((link) => ({ group: link.from.host, className: link.to.className, words: read(link) })),
      classes,
    );
  const ofPages = (read: (page: MeasuredPage) => readonly string[]): number =>
    predictivePower(
      pages.map((page) => ({ group: page.host, className: page.className, words: read(page) })),
      classes,
    );
  return {
    'text → its own page': ofPages(({ text }) => text),
    'title → its own page': ofPages(({ title }) => title),
    'URL → its own page': ofPages(({ url }) => pathWords(url)),
    'F1 URL → target': ofLinks(({ to }) => pathWords(to.url)),
    'F2 anchor → target': ofLinks(({ anchor }) => anchor),
    'F3 parent URL → target': ofLinks(({ from }) => pathWords(from.url)),
    'F4 parent title → target': ofLinks(({ from }) => from.title),
    'F5 parent text → target': ofLinks(({ from }) => from.text),
    'F6 window → target': ofLinks(({ window }) => window),
    'class of parent → target': ofLinks(({ from }) => [from.className]),
  };
}

function pathWords(url: string): string[] {
  return words(url.split('/').slice(3).join(' '));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length * share)]!;
}

function ratio(values: readonly number[]): number {
  return quantile(values, 0.9) / quantile(values, 0.5);
}
