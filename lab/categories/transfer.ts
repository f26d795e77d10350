// Does it generalize? Classifiers learn from one collection and are asked about another, over the categories both have.
import { predictStack, trainStack } from '../../src/classify/component-stack.ts';
import { readItemTerms } from '../../src/classify/text-features.ts';
import type { Dataset, Item } from './datasets.ts';
import { learners } from './learners.ts';
import { scorePredictions } from './scores.ts';

export interface TransferResult {
  readonly from: string;
  readonly to: string;
  readonly train: number;
  readonly test: number;
  /** Macro-F1 by method. */
  readonly macroF1: Readonly<Record<string, number>>;
}

/** What web API directories call the categories of the WSDL collections; the others have no counterpart. */
const counterparts: Readonly<Record<string, string>> = {
  Messaging: 'communication',
  Telephony: 'communication',
  Email: 'communication',
  Chat: 'communication',
  Video: 'communication',
  Financial: 'economy',
  Banking: 'economy',
  Payments: 'economy',
  eCommerce: 'economy',
  Education: 'education',
  Mapping: 'geography',
  Medical: 'medical',
  Travel: 'travel',
};

/** API descriptions as if a WSDL had said them. */
export function asWsdl({ name, items }: Dataset, components: readonly string[]): Dataset {
  const known = items.flatMap(({ texts, label, twin }): Item[] => {
    const counterpart = counterparts[label];
    const own = { service: texts.name ?? '', documentation: texts.description ?? '' };
    return counterpart === undefined ? [] : [{ texts: own, label: counterpart, twin }];
  });
  return { name, components, items: known };
}

/** Items that say the same as one learned from are not asked. */
export function runTransfer(from: Dataset, to: Dataset): TransferResult {
  const components = [...new Set([...from.components, 'documentation'])];
  const shared = new Set(to.items.map(({ label }) => label));
  const train = from.items.filter(({ label }) => shared.has(label));
  const known = new Set(train.map(({ label }) => label));
  const said = new Set(train.map((item) => sayingOf(item, components)));
  const test = to.items.filter((item) => known.has(item.label) && !said.has(sayingOf(item, components)));
  const bag = (item: Item) => bagOf(item, components);
  const score = (classify: (item: Item) => string) =>
    scorePredictions(test.map((item) => ({ truth: item.label, said: classify(item) }))).macro.f1;
  const macroF1: Record<string, number> = {};
  for (const name of ['naive Bayes', 'SVM']) {
    const classify = learners[name]!(train.map((item) => ({ label: item.label, features: bag(item) })));
    macroF1[name] = score((item) => classify(bag(item)));
  }
  const stack = trainStack(
    train.map(({ texts, label }) => ({ label, features: { texts } })),
    { components },
  );
  macroF1.ours = score((item) => predictStack(stack, item).label);
  return { from: from.name, to: to.name, train: train.length, test: test.length, macroF1 };
}

/** All words of an item in one bag. */
export function bagOf(item: Pick<Item, 'texts'>, components: readonly string[]): string[] {
  return [...readItemTerms(item, components).stems.values()].flat();
}

/** Both collections were made from the same services; their names and parts in any order tell. */
function sayingOf({ texts }: Item, components: readonly string[]): string {
  const { stems } = readItemTerms(
    { texts },
    components.filter((name) => name !== 'type'),
  );
  return [...new Set([...stems.values()].flat())].sort().join(' ');
}
