// Majority vote of the six predictors of [ROUGH]: the more votes a link has, the earlier it is visited.
import type { Ordering, OrderingSettings, RankedLink } from '../model/rank.ts';
import { createPredictor, featureNames, featureTitles } from './predictors.ts';
import { isRecord } from './saved-state.ts';

export function vote({ state }: OrderingSettings): Ordering {
  const saved = isRecord(state) ? state : {};
  const predictors = featureNames.map((feature) => ({ feature, predictor: createPredictor(feature, saved[feature]) }));
  const supporters = (link: RankedLink) => predictors.filter(({ predictor }) => predictor.logOdds(link) > 0);
  return {
    name: 'vote',
    score: (link) => supporters(link).length,
    learn: ({ link, found }) => {
      for (const { predictor } of predictors) predictor.learn(link, found > 0);
    },
    explain: (link) => {
      const by = supporters(link).map(({ feature }) => featureTitles[feature]);
      return [`${by.length} of six predictors are for it${by.length === 0 ? '' : `: by ${by.join(', ')}`}.`];
    },
    save: () => Object.fromEntries(predictors.map(({ feature, predictor }) => [feature, predictor.save()])),
  };
}
