// REPORT.md and TIMINGS.md: one section by experiment, from the results that are kept, the same bytes for the same results.
import type { ListedExperiment } from './experiment.ts';

const opening = `# Report of the laboratory

Written by \`npm run lab\` from the \`result.json\` of each experiment; run again, it is the same to the byte. Published figures
stand beside ours. [README.md](README.md) says how the simulated web was made and what of it was fixed when.`;

const timedOpening = `# Timings

Written by \`npm run lab NAME\` for experiments that measure time: these figures differ from machine to machine, so they are kept apart
from [the report](REPORT.md).`;

export function writeReport(
  experiments: readonly ListedExperiment[],
  kept: (name: string) => unknown,
  isTimed: boolean,
): string {
  const sections = experiments.flatMap((experiment) => {
    const result = kept(experiment.name);
    const heading = `## ${experiment.title}\n\nHow: [${experiment.name}/README.md](${experiment.name}/README.md)`;
    return result === null ? [`${heading}\n\nNot run yet.`] : [`${heading}\n\n${experiment.section(result)}`];
  });
  return `${[isTimed ? timedOpening : opening, ...sections].join('\n\n')}\n`;
}
