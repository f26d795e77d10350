// Trains a category model and measures its accuracy on held-out examples.
import { fingerprint } from '../../base/text/fingerprint.ts';
import { type CategoryModel, categoryModel } from '../../classify/category-model.ts';
import { predictStack, trainStack } from '../../classify/component-stack.ts';
import { classesOf, type Example } from '../../classify/prediction.ts';
import type { ComponentTexts } from '../../classify/text-features.ts';

export interface Trained {
  readonly model: CategoryModel;
  /** Correctly classified held-out examples. */
  readonly right: number;
  readonly heldOut: number;
}

/** One in five examples is held out. */
const share = 5;
/** Below this, all examples are used for training. */
const fewExamples = 20;

export function trainMeasured(examples: readonly Example<ComponentTexts>[]): Trained {
  const isHeld = ({ features }: Example<ComponentTexts>) =>
    fingerprint(JSON.stringify(features.texts), 3) % share === 0;
  const held = examples.length < fewExamples ? [] : examples.filter(isHeld);
  const learned = examples.filter((example) => !held.includes(example));
  const canMeasure = held.length > 0 && classesOf(learned).length > 1;
  const trial = canMeasure ? trainStack(learned) : null;
  const right = trial === null ? 0 : held.filter((one) => predictStack(trial, one.features).label === one.label).length;
  return {
    model: categoryModel(trainStack(examples), examples.length),
    right,
    heldOut: trial === null ? 0 : held.length,
  };
}
