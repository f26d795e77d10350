// Predictive power of one type of text for the target of a link: naive Bayes, trained on half of the sites, tested on the others.

export interface Example {
  /** Examples of one group are never on both sides. */
  readonly group: string;
  readonly className: string;
  readonly words: readonly string[];
}

/**
 * Area under the ROC curve, one class against the others, averaged over `classes`: 0.5 is chance. Independent of how
 * frequent a class is, so that real and simulated collections are comparable.
 */
export function predictivePower(examples: readonly Example[], classes: readonly string[]): number {
  const halves = [0, 1].map((half) => examples.filter(({ group }) => halfOf(group) === half));
  const areas = classes.flatMap((className) =>
    [0, 1].map((half) => {
      const score = train(halves[1 - half]!, className);
      return areaUnderCurve(
        halves[half]!.map((one) => ({ score: score(one.words), isTarget: one.className === className })),
      );
    }),
  );
  const known = areas.filter((area) => !Number.isNaN(area));
  return known.reduce((sum, area) => sum + area, 0) / known.length;
}

/** A random half by the hash of the group's name. */
function halfOf(group: string): number {
  let hash = 7;
  for (let at = 0; at < group.length; at++) hash = (Math.imul(hash, 31) + group.charCodeAt(at)) | 0;
  return (hash >>> 3) & 1;
}

function train(examples: readonly Example[], className: string): (words: readonly string[]) => number {
  const counts = new Map<string, [number, number]>();
  const totals: [number, number] = [0, 0];
  for (const example of examples) {
    const side = example.className === className ? 0 : 1;
    for (const word of example.words) {
      const pair = counts.get(word) ?? [0, 0];
      pair[side]++;
      totals[side]++;
      counts.set(word, pair);
    }
  }
  const size = counts.size + 1;
  return (words) => {
    let score = 0;
    for (const word of words) {
      const pair = counts.get(word);
      if (pair === undefined) continue;
      score += Math.log((pair[0] + 1) / (totals[0] + size)) - Math.log((pair[1] + 1) / (totals[1] + size));
    }
    return score;
  };
}

/** Rank statistic with ties shared; NaN if one side is empty. */
export function areaUnderCurve(scored: readonly { readonly score: number; readonly isTarget: boolean }[]): number {
  const sorted = [...scored].sort((one, other) => one.score - other.score);
  const targets = sorted.filter(({ isTarget }) => isTarget).length;
  let rankSum = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]!.score === sorted[from]!.score) to++;
    const rank = (from + 1 + to) / 2;
    for (let at = from; at < to; at++) if (sorted[at]!.isTarget) rankSum += rank;
    from = to;
  }
  const others = sorted.length - targets;
  return (rankSum - (targets * (targets + 1)) / 2) / (targets * others);
}
