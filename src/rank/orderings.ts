// The orderings by name, for `--strategy` and the laboratory.
import type { OrderingFactory, OrderingName } from '../model/rank.ts';
import { atf } from './atf.ts';
import { bestFirst } from './best-first.ts';
import { fifoOrdering } from './fifo.ts';
import { infospiders } from './infospiders.ts';
import { learned } from './learned.ts';
import { singlePredictor, vote } from './predictor-orderings.ts';
import { roughEnsemble } from './rough-ensemble.ts';
import { sharkSearch } from './shark-search.ts';
import { topicPagerank } from './topic-pagerank.ts';

export const orderings = {
  fifo: fifoOrdering,
  atf,
  'best-first': bestFirst,
  'shark-search': sharkSearch,
  'topic-pagerank': topicPagerank,
  infospiders,
  f1: singlePredictor('f1'),
  f2: singlePredictor('f2'),
  f3: singlePredictor('f3'),
  f4: singlePredictor('f4'),
  f5: singlePredictor('f5'),
  f6: singlePredictor('f6'),
  vote,
  'rough-ensemble': roughEnsemble,
  learned,
} as const satisfies Readonly<Record<OrderingName, OrderingFactory>>;

export type { OrderingName };
