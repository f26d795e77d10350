// Trains categories and says how good they are on examples held back, before all examples are learned from.
import { fingerprint } from './base/text/fingerprint.ts';
import { type CategoryModel, categoryModel } from './classify/category-model.ts';
import { predictStack, trainStack } from './classify/component-stack.ts';
import { classesOf, type Example } from './classify/prediction.ts';
import type { ComponentTexts } from './classify/text-features.ts';

export interface Trained {
  readonly model: CategoryModel;
  /** Of the held-back examples, how many were told right. */
  readonly right: number;
  readonly asked: number;
}

/** One in five is held back. */
const share = 5;
/** Fewer examples are all needed for learning. */
const fewExamples = 20;

export function trainMeasured(examples: readonly Example<ComponentTexts>[]): Trained {
  const isHeld = ({ features }: Example<ComponentTexts>) =>
    fingerprint(JSON.stringify(features.texts), 3) % share === 0;
  const held = examples.length < fewExamples ? [] : examples.filter(isHeld);
  const learned = examples.filter((example) => !held.includes(example));
  const canAsk = held.length > 0 && classesOf(learned).length > 1;
  const trial = canAsk ? trainStack(learned) : null;
  const right = trial === null ? 0 : held.filter((one) => predictStack(trial, one.features).label === one.label).length;
  return {
    model: categoryModel(trainStack(examples), examples.length),
    right,
    asked: trial === null ? 0 : held.length,
  };
}
