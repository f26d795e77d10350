// REPORT.md, TIMINGS.md and full/REPORT.md: one section per experiment, deterministic from the stored results.
import type { ListedExperiment } from './experiment.ts';

const opening = `# Report of the laboratory

Written by \`npm run lab\` from the \`result.json\` of each experiment; run again, it is the same to the byte. Published figures
stand beside ours. [README.md](README.md) says how the simulated web was made and what of it was fixed when.`;

const timedOpening = `# Timings

Written by \`npm run lab NAME\` for experiments that measure time: these figures differ from machine to machine, so they are kept apart
from [the report](REPORT.md).`;

const fullOpening = `# Report of the laboratory: every ordering on every seed

Written by \`npm run lab:full\`. [The report](../REPORT.md) has the other experiments, and fewer seeds and topics for these.`;

export interface Report {
  /** In `lab/`. */
  readonly file: string;
  readonly opening: string;
  isListed(experiment: ListedExperiment): boolean;
}

export const reports: readonly Report[] = [
  { file: 'REPORT.md', opening, isListed: ({ isTimed }) => !isTimed },
  { file: 'TIMINGS.md', opening: timedOpening, isListed: ({ isTimed }) => isTimed },
  { file: 'full/REPORT.md', opening: fullOpening, isListed: ({ hasMore }) => hasMore },
];

/** `kept`: the stored result, null if there is none. */
export function writeReport(
  { file, opening: first, isListed }: Report,
  experiments: readonly ListedExperiment[],
  kept: (folder: string) => unknown,
): string {
  const home = file.slice(0, file.lastIndexOf('/') + 1);
  const sections = experiments.filter(isListed).map(({ name, title, section }) => {
    const result = kept(`${home}${name}`);
    const heading = `## ${title}\n\nHow: [${name}/README.md](${home === '' ? '' : '../'}${name}/README.md)`;
    return `${heading}\n\n${result === null ? 'Not run yet.' : section(result)}`;
  });
  return `${[first, ...sections].join('\n\n')}\n`;
}
