// The orderings of [ROUGH] by its predictors alone: f1 … f6 by one of them, and by the majority vote of all.
import type { Ordering, OrderingFactory, OrderingSettings, RankedLink } from '../model/rank.ts';
import { createPredictor, type FeatureName, featureNames, featureTitles } from './predictors.ts';
import { isRecord } from './saved-state.ts';

export function singlePredictor(feature: FeatureName): OrderingFactory {
  return ({ state }) => {
    const predictor = createPredictor(feature, state);
    return {
      name: feature,
      score: (link) => predictor.logOdds(link),
      learn: ({ link, found }) => predictor.learn(link, found > 0),
      explain: (link) => {
        const words = predictor.reasons(link) || 'no known words';
        return [`Log odds by ${featureTitles[feature]}: ${predictor.logOdds(link).toFixed(2)} (${words}).`];
      },
      save: () => predictor.save(),
    };
  };
}

/** The more predictors vote for a link, the earlier it is visited. */
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
      return [`${by.length} of six predictors vote for it${by.length === 0 ? '' : `: ${by.join(', ')}`}.`];
    },
    save: () => Object.fromEntries(predictors.map(({ feature, predictor }) => [feature, predictor.save()])),
  };
}
