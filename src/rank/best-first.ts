// Best-first ordering as in [JSWMS]'s topical crawl: cosine of TF-IDF vectors of page, URL and anchor.

import { memoize } from '../base/memoize.ts';
import type { Ordering, OrderingSettings, RankedLink, RankedPage } from '../model/rank.ts';
import { createTopic, geospatialTopic, topicKeywords } from './topic.ts';

/** Links of pages less similar to the topic than this come last: an ordering can't drop them as the paper does. */
const threshold = 0.02;
const shares = { page: 0.5, anchor: 0.3, url: 0.2 };

export function bestFirst({ topic: words = geospatialTopic, state }: OrderingSettings): Ordering {
  const topic = createTopic(words, state);
  const pageSimilarity = memoize((page: RankedPage) => topic.similarity(pageWords(page)));
  const parts = ({ link, parent }: RankedLink) => ({
    // A seed scores like the topic itself.
    page: parent === null ? 1 : pageSimilarity(parent),
    anchor: topic.similarity(link.anchor),
    url: topic.urlSimilarity(link.url),
  });
  const score = (link: RankedLink): number => {
    const { page, anchor, url } = parts(link);
    const joined = shares.page * page + shares.anchor * anchor + shares.url * url;
    return page < threshold ? joined - 1 : joined;
  };
  return {
    name: 'best-first',
    score,
    learn: ({ found, page }) => {
      if (page === null) return;
      const text = pageWords(page);
      topic.note(text);
      if (found > 0) topic.adopt(text);
    },
    explain: (link) => {
      const { page, anchor, url } = parts(link);
      const shared = link.parent === null ? [] : topicKeywords(topic, pageWords(link.parent), 5);
      const of = shared.length === 0 ? '' : ` (${shared.join(', ')})`;
      return [
        `Similarity of the source page to the topic: ${page.toFixed(3)}${of}${page < threshold ? ', too low' : ''}.`,
        `Similarity of the anchor: ${anchor.toFixed(3)}, of the URL: ${url.toFixed(3)}.`,
      ];
    },
    save: () => topic.save(),
  };
}

export function pageWords({ title, text }: RankedPage): string {
  return `${title} ${text}`;
}
