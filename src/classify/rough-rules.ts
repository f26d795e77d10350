// Decision rules from a decision table: what a combination of values means, how surely, and what to do with a new one.
import { type DecisionTable, findReduct, indiscernible, shareRight } from './rough-set.ts';

export interface RoughRule {
  /** Of the attributes of the reduct. */
  readonly values: readonly string[];
  readonly decision: string;
  /** The share of the rows with these values that have the decision. */
  readonly certainty: number;
  /** The share of the rows with the decision that have these values. */
  readonly coverage: number;
  /** Rows with these values and the decision. */
  readonly support: number;
}

/** Plain data: JSON keeps it. */
export interface RoughRules {
  readonly attributes: readonly string[];
  /** Indices of the attributes that rules look at. */
  readonly reduct: readonly number[];
  /** Of each attribute of the reduct: the share of rows it gets right alone. */
  readonly trust: readonly number[];
  /** Most support first. */
  readonly rules: readonly RoughRule[];
}

export interface RoughDecision {
  readonly rule: RoughRule;
  /** Values of the reduct in which the rule differs from what was asked; 0 for a combination met before. */
  readonly distance: number;
}

/** A table without rows has no rules. */
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
 * `values` of all attributes. An unseen combination takes the closest rule ([ROUGH]). To differ in an attribute that is
 * often wrong is to be closer than to differ in one that is mostly right; of rules equally close, the decision with
 * most rows behind it wins.
 */
export function decideByRules({ reduct, trust, rules }: RoughRules, values: readonly string[]): RoughDecision {
  const asked = reduct.map((at) => values[at] ?? '');
  let closest: RoughDecision[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const rule of rules) {
    let distance = 0;
    let apart = 0;
    for (let at = 0; at < asked.length; at++) {
      if (rule.values[at] === asked[at]) continue;
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

/** Rules come with most support first, so the first of a decision is its strongest. */
function mostSupported(closest: readonly RoughDecision[]): RoughDecision {
  const support = new Map<string, number>();
  for (const { rule } of closest) support.set(rule.decision, (support.get(rule.decision) ?? 0) + rule.support);
  const most = Math.max(...support.values());
  const best = closest.find(({ rule }) => support.get(rule.decision) === most);
  if (best === undefined) throw new Error('rules of an empty table decide nothing');
  return best;
}
