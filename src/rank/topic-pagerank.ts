// Topic PageRank: rank flows along links from pages about the topic, and the link with most of it is visited next.
import type { Ordering, OrderingSettings, RankedLink } from '../model/rank.ts';
import { pageWords } from './best-first.ts';
import { createRecent } from './recent.ts';
import { isRecord, readPairs } from './saved-state.ts';
import { createTopic, geospatialTopic } from './topic.ts';

/** The damping factor of PageRank; the rest comes from the page itself, as far as it is about the topic. */
const damping = 0.85;
const remembered = 200_000;
/** What is stored with a crawl stays small; the oldest are forgotten. */
const savedPages = 10_000;

/**
 * PageRank over a graph that grows with every visit is estimated online (Abiteboul, Preda, Cobena: OPIC, 2003): every page
 * hands the rank it has collected to its links in equal parts, and what a waiting URL has collected is its score.
 */
export function topicPagerank({ topic: words = geospatialTopic, state }: OrderingSettings): Ordering {
  const saved = isRecord(state) ? state : {};
  const topic = createTopic(words, saved.topic);
  const collected = createRecent(remembered, readPairs(saved.collected));
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
    save: () => ({ topic: topic.save(), collected: collected.entries().slice(-savedPages) }),
  };
}
