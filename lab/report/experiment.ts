// The interface of an experiment, and number formatting.

export interface RunOptions {
  /** All orderings on all seeds: `npm run lab:full`. */
  readonly isFull: boolean;
  /** Reports progress. */
  tell(text: string): void;
}

/** `Result` is plain data and stored in `result.json`; everything else is derived from it. */
export interface Experiment<Result = unknown> {
  /** Its folder in `lab/`. */
  readonly name: string;
  readonly title: string;
  /** Machine-dependent figures go to TIMINGS.md instead of REPORT.md. */
  readonly isTimed: boolean;
  /** Whether `npm run lab:full` does more than `npm run lab`. */
  readonly hasMore?: boolean;
  run(options: RunOptions): Promise<Result>;
  /** Its section of the report, in Markdown without the heading. */
  section(result: Result): string;
  /** Pictures by file name. */
  pictures(result: Result): Readonly<Record<string, string>>;
}

/** An experiment with its result type erased. */
export type ListedExperiment = Required<Pick<Experiment, 'name' | 'title' | 'isTimed' | 'hasMore'>> & {
  run(options: RunOptions): Promise<{ readonly result: unknown; readonly pictures: Readonly<Record<string, string>> }>;
  section(result: unknown): string;
};

export function listed<Result>(experiment: Experiment<Result>): ListedExperiment {
  const { name, title, isTimed, hasMore = false } = experiment;
  return {
    name,
    title,
    isTimed,
    hasMore,
    run: async (options) => {
      const result = await experiment.run(options);
      return { result, pictures: experiment.pictures(result) };
    },
    // Only the experiment itself writes its result.json.
    section: (result) => experiment.section(result as Result),
  };
}

export interface Spread {
  readonly mean: number;
  /** Half the width of the 95 % interval of the mean (Student's t). */
  readonly margin: number;
}

/** Student's t at 97.5 % for 1, 2 … 15 degrees of freedom, then the normal distribution's. */
const quantiles = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13];

export function spreadOf(values: readonly number[]): Spread {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count < 2) return { mean, margin: 0 };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  return { mean, margin: (quantiles[count - 2] ?? 1.96) * Math.sqrt(variance / count) };
}

/** '62.5 ± 3.1' of shares; '62.5' without a known interval. */
export function percent({ mean, margin }: Spread, count = 2): string {
  return count < 2 ? (100 * mean).toFixed(1) : `${(100 * mean).toFixed(1)} ± ${(100 * margin).toFixed(1)}`;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
