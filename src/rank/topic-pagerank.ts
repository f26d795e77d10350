// Topic PageRank: rank flows along links from pages about the topic; the link with the highest rank is visited next.
import { LRUCache } from 'lru-cache';
import type { Ordering, OrderingSettings, RankedLink } from '../model/rank.ts';
import { pageWords } from './best-first.ts';
import { isRecord, readPairs } from './saved-state.ts';
import { createTopic, geospatialTopic } from './topic.ts';

/** The damping factor of PageRank; the remainder comes from the page itself, in proportion to its topicality. */
const damping = 0.85;
const remembered = 400_000;
/** Bounds the state stored with a crawl; the oldest entries are dropped. */
const savedPages = 10_000;

/**
 * PageRank over a graph that grows with every visit is estimated online (Abiteboul, Preda, Cobena: OPIC, 2003): every
 * page distributes the rank it has collected evenly over its links, and the rank a queued URL has collected is its
 * score.
 */
export function topicPagerank({ topic: words = geospatialTopic, state }: OrderingSettings): Ordering {
  const saved = isRecord(state) ? state : {};
  const topic = createTopic(words, saved.topic);
  const collected = new LRUCache<string, number>({ max: remembered });
  for (const [url, rank] of readPairs(saved.collected)) collected.set(url, rank);
  const rankOf = ({ link, parent }: RankedLink): number => collected.get(link.url) ?? (parent === null ? 1 : 0);
  return {
    name: 'topic-pagerank',
    isRescored: true,
    score: rankOf,
    learn: ({ link, found, page }) => {
      if (page === null) return;
      const text = pageWords(page);
      topic.note(text);
      if (found > 0) topic.adopt(text);
      const handedOn = damping * Math.min(1, rankOf(link)) + (1 - damping) * topic.similarity(text);
      collected.set(link.link.url, 0);
      const { links } = page;
      for (const url of links) collected.set(url, (collected.get(url) ?? 0) + handedOn / links.length);
    },
    explain: (link) => [`Pages that link to it have handed it a rank of ${rankOf(link).toPrecision(3)}.`],
    save: () => ({ topic: topic.save(), collected: [...collected.rentries()].slice(-savedPages) }),
  };
}
