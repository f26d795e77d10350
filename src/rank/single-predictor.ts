// The single-predictor orderings f1 … f6 of [ROUGH].
import type { Ordering, OrderingFactory } from '../model/rank.ts';
import { createPredictor, type FeatureName, featureTitles } from './predictors.ts';

export function singlePredictor(feature: FeatureName): OrderingFactory {
  return ({ state }): Ordering => {
    const predictor = createPredictor(feature, state);
    return {
      name: feature,
      score: (link) => predictor.logOdds(link),
      learn: ({ link, found }) => predictor.learn(link, found > 0),
      explain: (link) => {
        const said = predictor.reasons(link);
        const words = said === '' ? 'has no words it knows' : `says ${said}`;
        return [`By ${featureTitles[feature]}, the log-odds are ${predictor.logOdds(link).toFixed(2)}: it ${words}.`];
      },
      save: () => predictor.save(),
    };
  };
}
