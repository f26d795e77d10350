// Decision rules from a decision table: what a combination of values means, how surely, and what to do with a new one.
import { type DecisionTable, findReduct, indiscernible } from './rough-set.ts';

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
  return { attributes: table.attributes, reduct, rules };
}

/** `values` of all attributes. An unseen combination takes the closest rule, of several the one with most support ([ROUGH]). */
export function decideByRules({ reduct, rules }: RoughRules, values: readonly string[]): RoughDecision {
  const asked = reduct.map((at) => values[at] ?? '');
  let best: RoughDecision | null = null;
  for (const rule of rules) {
    let distance = 0;
    for (let at = 0; at < asked.length; at++) if (rule.values[at] !== asked[at]) distance++;
    if (best === null || distance < best.distance) best = { rule, distance };
    if (distance === 0) break;
  }
  if (best === null) throw new Error('rules of an empty table decide nothing');
  return best;
}
