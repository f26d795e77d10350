// Training and test splits: folds and small samples, stratified and seeded, with duplicates together.
import { type SeededRandom, seededRandom } from '../../src/base/random/seeded-random.ts';
import type { Item } from './datasets.ts';

export interface Split {
  readonly train: readonly Item[];
  readonly test: readonly Item[];
}

/** `count` folds; each is the test set once. */
export function foldSplits(items: readonly Item[], count: number, seed: number): Split[] {
  const folds = dealTwins(items, count, seed);
  return folds.map((test, at) => ({ train: folds.filter((_, other) => other !== at).flat(), test }));
}

/** As published: a tenth is for training, the remainder for testing. The tenths of the draws are disjoint. */
export function tenthSplits(items: readonly Item[], draws: number, seed: number): Split[] {
  const tenths = dealTwins(items, 10, seed);
  return tenths.slice(0, draws).map((train, at) => ({ train, test: tenths.filter((_, other) => other !== at).flat() }));
}

/** Classes are distributed one after another, so every fold has its share of each; duplicates stay together. */
function dealTwins(items: readonly Item[], hands: number, seed: number): Item[][] {
  const random = seededRandom(seed);
  const byClass = new Map<string, (readonly Item[])[]>();
  for (const group of groupTwins(items).values()) {
    const cards = byClass.get(group[0]!.label) ?? [];
    cards.push(group);
    byClass.set(group[0]!.label, cards);
  }
  const dealt: Item[][] = Array.from({ length: hands }, () => []);
  let next = 0;
  for (const [, cards] of [...byClass].sort(([one], [other]) => (one < other ? -1 : 1))) {
    for (const card of shuffled(cards, random)) dealt[next++ % hands]!.push(...card);
  }
  return dealt;
}

function groupTwins(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.twin);
    if (group === undefined) groups.set(item.twin, [item]);
    else group.push(item);
  }
  return groups;
}

function shuffled<T>(list: readonly T[], random: SeededRandom): T[] {
  const order = [...list];
  for (let at = order.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}
