// Shark-search (Hersovici et al., 1998): a link inherits relevance from its page and the page's ancestors.

import { memoize } from '../base/memoize.ts';
import type { Ordering, OrderingSettings, RankedLink, RankedPage } from '../model/rank.ts';
import { pageWords } from './best-first.ts';
import { isRecord, latestPairs, restoreNumbers } from './saved-state.ts';
import { createTopic, geospatialTopic } from './topic.ts';

/** The published parameters: decay per generation, anchor against context, inheritance against neighborhood. */
const decay = 0.5;
const anchorShare = 0.8;
const inheritedShare = 0.5;
/** A page less similar to the topic than this counts as off-topic and passes on what it inherited. */
const relevant = 0.02;
const remembered = 100_000;

export function sharkSearch({ topic: words = geospatialTopic, state }: OrderingSettings): Ordering {
  const saved = isRecord(state) ? state : {};
  const topic = createTopic(words, saved.topic);
  /** Inherited score of the link that led to each page. */
  const inheritedBy = restoreNumbers(remembered, saved.inherited);
  const pageSimilarity = memoize((page: RankedPage) => topic.similarity(pageWords(page)));
  const inherited = ({ parent }: RankedLink): number => {
    if (parent === null) return 1;
    const own = pageSimilarity(parent);
    return decay * (own > relevant ? own : (inheritedBy.get(parent.url) ?? 0));
  };
  const neighborhood = ({ link }: RankedLink): number => {
    const anchor = topic.similarity(link.anchor);
    const around = anchor > 0 ? 1 : topic.similarity(link.window);
    return anchorShare * anchor + (1 - anchorShare) * around;
  };
  return {
    name: 'shark-search',
    score: (link) => inheritedShare * inherited(link) + (1 - inheritedShare) * neighborhood(link),
    learn: ({ link, found, page }) => {
      if (page === null) return;
      inheritedBy.set(page.url, inherited(link));
      const text = pageWords(page);
      topic.note(text);
      if (found > 0) topic.adopt(text);
    },
    explain: (link) => [
      `Inherited from the source page and its ancestors: ${inherited(link).toFixed(3)}.`,
      `Score of the anchor and the words around it: ${neighborhood(link).toFixed(3)}.`,
    ],
    save: () => ({ topic: topic.save(), inherited: latestPairs(inheritedBy) }),
  };
}
