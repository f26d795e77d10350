// Precision, recall and F1 of single-label predictions, over all items (micro) and as the mean over classes (macro).

/** `said` is null if a classifier had no evidence: it costs recall, not precision. */
export interface LabeledResult {
  readonly truth: string;
  readonly said: string | null;
}

export interface Averages {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface Scores {
  readonly micro: Averages;
  readonly macro: Averages;
}

export function scorePredictions(answers: readonly LabeledResult[]): Scores {
  const classes = [...new Set(answers.map(({ truth }) => truth))];
  const byClass = classes.map((name) => {
    const right = answers.filter(({ truth, said }) => truth === name && said === name).length;
    const said = answers.filter((answer) => answer.said === name).length;
    return averages(right, said, answers.filter(({ truth }) => truth === name).length);
  });
  const right = answers.filter(({ truth, said }) => truth === said).length;
  const micro = averages(right, answers.filter(({ said }) => said !== null).length, answers.length);
  return {
    micro,
    macro: {
      precision: mean(byClass.map(({ precision }) => precision)),
      recall: mean(byClass.map(({ recall }) => recall)),
      f1: mean(byClass.map(({ f1 }) => f1)),
    },
  };
}

function averages(right: number, said: number, there: number): Averages {
  return {
    precision: said === 0 ? 0 : right / said,
    recall: there === 0 ? 0 : right / there,
    f1: said + there === 0 ? 0 : (2 * right) / (said + there),
  };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Expected calibration error: the mean difference between confidence and accuracy, in ten bins of confidence. */
export function calibrationError(
  answers: readonly { readonly confidence: number; readonly isRight: boolean }[],
): number {
  const steps = Array.from({ length: 10 }, (_, step) =>
    answers.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === step),
  );
  const gaps = steps.map((some) => {
    const sure = mean(some.map(({ confidence }) => confidence));
    return some.length * Math.abs(sure - mean(some.map(({ isRight }) => (isRight ? 1 : 0))));
  });
  return gaps.reduce((sum, gap) => sum + gap, 0) / Math.max(1, answers.length);
}
