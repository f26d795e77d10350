// Decision rules derived from a decision table, with certainty and support, and their application to new rows.
import { type DecisionTable, findReduct, indiscernible, shareRight } from './rough-set.ts';

export interface RoughRule {
  /** Values of the attributes of the reduct. */
  readonly values: readonly string[];
  readonly decision: string;
  /** Share of the rows with these values that have the decision. */
  readonly certainty: number;
  /** Share of the rows with the decision that have these values. */
  readonly coverage: number;
  /** Rows with these values and the decision. */
  readonly support: number;
}

/** Plain data, serializable as JSON. */
export interface RoughRules {
  readonly attributes: readonly string[];
  /** Indices of the attributes used by rules. */
  readonly reduct: readonly number[];
  /** Accuracy of each attribute of the reduct on its own. */
  readonly trust: readonly number[];
  /** By descending support. */
  readonly rules: readonly RoughRule[];
}

export interface RoughDecision {
  readonly rule: RoughRule;
  /** Number of reduct values in which the rule differs from the row; 0 for a known combination. */
  readonly distance: number;
}

/** An empty table has no rules. */
export function learnRoughRules(table: DecisionTable): RoughRules {
  const reduct = findReduct(table);
  const totals = new Map<string, number>();
  for (const { decision } of table.rows) totals.set(decision, (totals.get(decision) ?? 0) + 1);
  const rules = indiscernible(table, reduct).map(({ values, size, decisions }): RoughRule => {
    const [decision, support] = [...decisions].reduce((best, one) => (one[1] > best[1] ? one : best));
    return { values, decision, certainty: support / size, coverage: support / totals.get(decision)!, support };
  });
  rules.sort((one, other) => other.support - one.support);
  const trust = reduct.map((at) => shareRight(table, [at]));
  return { attributes: table.attributes, reduct, trust, rules };
}

/**
 * `values` of all attributes. An unseen combination uses the closest rule ([ROUGH]). Differences weigh by the accuracy
 * of the attribute; among equally close rules the decision with most rows wins.
 */
export function decideByRules({ reduct, trust, rules }: RoughRules, values: readonly string[]): RoughDecision {
  const requested = reduct.map((at) => values[at] ?? '');
  let closest: RoughDecision[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const rule of rules) {
    let distance = 0;
    let apart = 0;
    for (let at = 0; at < requested.length; at++) {
      if (rule.values[at] === requested[at]) continue;
      distance++;
      apart += trust[at] ?? 1;
    }
    if (distance === 0) return { rule, distance };
    if (apart > least + 1e-9) continue;
    if (apart < least - 1e-9) closest = [];
    least = Math.min(least, apart);
    closest.push({ rule, distance });
  }
  return mostSupported(closest);
}

/** Rules are sorted by support, so the first of a decision is its strongest. */
function mostSupported(closest: readonly RoughDecision[]): RoughDecision {
  const support = new Map<string, number>();
  for (const { rule } of closest) support.set(rule.decision, (support.get(rule.decision) ?? 0) + rule.support);
  const most = Math.max(...support.values());
  const best = closest.find(({ rule }) => support.get(rule.decision) === most);
  if (best === undefined) throw new Error('rules of an empty table decide nothing');
  return best;
}
