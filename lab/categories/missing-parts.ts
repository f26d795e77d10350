// How accuracy drops for services with less text than the training data: parts of their texts are removed.
import { predictStack, trainStack } from '../../src/classify/component-stack.ts';
import type { Dataset } from './datasets.ts';
import { learners } from './learners.ts';
import { scorePredictions } from './scores.ts';
import type { Split } from './splits.ts';
import { bagOf } from './transfer.ts';

export interface MissingPartsResult {
  readonly collection: string;
  /** Macro-F1 by the remaining parts, then by method. */
  readonly macroF1: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What real documents lack: schemas in other files, unnamed types, everything but the names of operations. */
const lefts: Readonly<Record<string, readonly string[]>> = {
  everything: ['service', 'portType', 'operation', 'message', 'part', 'type'],
  'no types': ['service', 'portType', 'operation', 'message', 'part'],
  'no parts and types': ['service', 'portType', 'operation', 'message'],
  'no name of service and port type': ['operation', 'message', 'part', 'type'],
  'operations alone': ['operation'],
  'types alone': ['type'],
};

export function runMissingParts({ name, components }: Dataset, splits: readonly Split[]): MissingPartsResult {
  const said = splits.flatMap(({ train, test }) => {
    const stack = trainStack(
      train.map(({ texts, label }) => ({ label, features: { texts } })),
      { components },
    );
    const bayes = learners['naive Bayes']!(
      train.map((item) => ({ label: item.label, features: bagOf(item, components) })),
    );
    return Object.entries(lefts).flatMap(([left, kept]) =>
      test.map(({ texts, label }) => {
        const some = { texts: Object.fromEntries(kept.map((part) => [part, texts[part] ?? ''])) };
        return { left, truth: label, bayes: bayes(bagOf(some, components)), ours: predictStack(stack, some).label };
      }),
    );
  });
  const scoresOf = (left: string) => {
    const own = said.filter((answer) => answer.left === left);
    const f1 = (method: 'bayes' | 'ours') =>
      scorePredictions(own.map((answer) => ({ truth: answer.truth, said: answer[method] }))).macro.f1;
    return { 'naive Bayes': f1('bayes'), ours: f1('ours') };
  };
  return { collection: name, macroF1: Object.fromEntries(Object.keys(lefts).map((left) => [left, scoresOf(left)])) };
}
