// The [ROUGH] ordering: six predictions form a row of a decision table, a reduct keeps the significant ones, and links are
// visited by the certainty of the matching rule, first in, first out within a rule.
import { decideByRules, learnRoughRules, type RoughRule, type RoughRules } from '../classify/rough-rules.ts';
import type { DecisionRow } from '../classify/rough-set.ts';
import type { Ordering, OrderingSettings, RankedLink } from '../model/rank.ts';
import { createPredictor, featureNames, featureTitles } from './predictors.ts';
import { isRecord } from './saved-state.ts';

/** Most recent rows used to derive rules: older ones come from less trained predictors. */
const maxRows = 2000;
const relevant = 'relevant';
const other = 'other';

export function roughEnsemble({ state }: OrderingSettings): Ordering {
  const saved = isRecord(state) ? state : {};
  const predictors = featureNames.map((feature) => createPredictor(feature, saved[feature]));
  const rows = readRows(saved.rows);
  let rules: RoughRules | null = null;
  let rowsAtRules = 0;
  let added = rows.length;
  const predict = (link: RankedLink): string[] =>
    predictors.map((predictor) => (predictor.logOdds(link) > 0 ? relevant : other));
  /** Deriving rules is expensive: they are rebuilt when the rows have grown by a tenth. */
  const currentRules = (): RoughRules | null => {
    if (rows.length > 0 && (rules === null || added > 1.1 * rowsAtRules + 10)) {
      rules = learnRoughRules({ attributes: featureNames, rows });
      rowsAtRules = added;
    }
    return rules;
  };
  const decide = (link: RankedLink) => {
    const known = currentRules();
    return known === null ? null : decideByRules(known, predict(link));
  };
  return {
    name: 'rough-ensemble',
    score: (link) => {
      const decision = decide(link);
      return decision === null ? 0.5 : relevance(decision.rule);
    },
    learn: ({ link, found }) => {
      const decision = found > 0 ? relevant : other;
      // Predicted before training on the same link; otherwise the table would be optimistic.
      rows.push({ values: predict(link), decision });
      added++;
      if (rows.length > 1.5 * maxRows) rows.splice(0, rows.length - maxRows);
      for (const predictor of predictors) predictor.learn(link, found > 0);
    },
    explain: (link) => explainRule(currentRules(), predict(link)),
    save: () => ({
      rows: rows.map(({ values, decision }) => [...values, decision].map((value) => value.charAt(0)).join('')),
      ...Object.fromEntries(featureNames.map((feature, at) => [feature, predictors[at]!.save()])),
    }),
  };
}

/** Certainty that a link matching the rule is relevant. */
function relevance({ decision, certainty }: RoughRule): number {
  return decision === relevant ? certainty : 1 - certainty;
}

function explainRule(rules: RoughRules | null, values: readonly string[]): string[] {
  if (rules === null) return ['No rules yet: nothing has been visited.'];
  const { rule, distance } = decideByRules(rules, values);
  const titles = rules.reduct.map((at) => featureTitles[featureNames[at]!]);
  const votes = rule.values.map((value, at) => `${titles[at]}: ${value === relevant ? 'yes' : 'no'}`);
  const condition = votes.join(', ') || 'always';
  const closest = distance === 0 ? '' : ` Closest rule: ${distance} of its conditions differ.`;
  return [
    `Rule "${condition}": relevant with certainty ${relevance(rule).toFixed(2)} (${rule.support} cases).${closest}`,
  ];
}

/** Seven letters each, r or o: six predictions and the outcome. */
function readRows(value: unknown): DecisionRow[] {
  if (!Array.isArray(value)) return [];
  const words = value.filter((row): row is string => typeof row === 'string' && /^[ro]{7}$/.test(row));
  return words.map((row) => {
    const names = [...row].map((letter) => (letter === 'r' ? relevant : other));
    return { values: names.slice(0, 6), decision: names[6]! };
  });
}
