// Generalization: classifiers are trained on one collection and tested on another, over their common categories.
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

/** Names of the WSDL collections' categories in web API directories; the others have no counterpart. */
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

/** API descriptions in the form of WSDL items. */
export function asWsdl({ name, items }: Dataset, components: readonly string[]): Dataset {
  const known = items.flatMap(({ texts, label, twin }): Item[] => {
    const counterpart = counterparts[label];
    const own = { service: texts.name ?? '', documentation: texts.description ?? '' };
    return counterpart === undefined ? [] : [{ texts: own, label: counterpart, twin }];
  });
  return { name, components, items: known };
}

/** Items with the same texts as a training item aren't tested. */
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

/** Both collections contain some of the same services, recognized by their names and parts in any order. */
function sayingOf({ texts }: Item, components: readonly string[]): string {
  const { stems } = readItemTerms(
    { texts },
    components.filter((name) => name !== 'type'),
  );
  return [...new Set([...stems.values()].flat())].sort().join(' ');
}
