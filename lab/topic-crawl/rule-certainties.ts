// How finely the rules of the rough ensemble distinguish links after training on a topic.
import { learnRoughRules } from '../../src/classify/rough-rules.ts';
import { orderings } from '../../src/rank/orderings.ts';
import { featureNames } from '../../src/rank/predictors.ts';
import { trainOnTopic } from '../crawl/train-on-topic.ts';

export interface RuleCertainties {
  readonly topic: string;
  /** Observed combinations of predictions. */
  readonly combinations: number;
  /** Those under which every case was relevant. */
  readonly certain: number;
}

const relevant = 'r';

export function ruleCertainties(topic: string): RuleCertainties {
  const ordering = orderings['rough-ensemble']({ seed: 1, isBlank: true });
  trainOnTopic(ordering, { topic, seed: 1 });
  const { rows } = ordering.save() as { readonly rows: readonly string[] };
  const { rules } = learnRoughRules({
    attributes: featureNames,
    rows: rows.map((row) => ({ values: [...row.slice(0, -1)], decision: row.slice(-1) })),
  });
  const certain = rules.filter(({ decision, certainty }) => decision === relevant && certainty === 1);
  return { topic, combinations: rules.length, certain: certain.length };
}
