// Topic PageRank: rank flows along links from pages about the topic; the link with the highest rank is visited next.
import type { Ordering, OrderingSettings, RankedLink } from '../model/rank.ts';
import { pageWords } from './best-first.ts';
import { isRecord, latestPairs, restoreNumbers } from './saved-state.ts';
import { createTopic, geospatialTopic } from './topic.ts';

/** The damping factor of PageRank; the remainder comes from the page itself, in proportion to its topicality. */
const damping = 0.85;
const remembered = 400_000;

/**
 * PageRank over a graph that grows with every visit is estimated online (Abiteboul, Preda, Cobena: OPIC, 2003): every
 * page distributes the rank it has collected evenly over its links, and the rank a queued URL has collected is its
 * score.
 */
export function topicPagerank({ topic: words = geospatialTopic, state }: OrderingSettings): Ordering {
  const saved = isRecord(state) ? state : {};
  const topic = createTopic(words, saved.topic);
  const collected = restoreNumbers(remembered, saved.collected);
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
      const passedOn = damping * Math.min(1, rankOf(link)) + (1 - damping) * topic.similarity(text);
      collected.set(link.link.url, 0);
      const { links } = page;
      for (const url of links) collected.set(url, (collected.get(url) ?? 0) + passedOn / links.length);
    },
    explain: (link) => [`Rank received from pages that link to it: ${rankOf(link).toPrecision(3)}.`],
    save: () => ({ topic: topic.save(), collected: latestPairs(collected) }),
  };
}
