// `npm run lab:land-cover`: runs the experiment, writes results.json and prints the table of the README.
import { writeFileSync } from 'node:fs';
import { runLandCover } from './experiment.ts';
import type { Comparison } from './measure.ts';

const result = runLandCover();
writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);

const shown = (value: number | null) => (value === null ? '–' : value.toFixed(2));
const line = (name: string, { shown: count, keywords, ours, oursAtEqualRecall: equal }: Comparison) =>
  `| ${name} | ${count} | ${shown(keywords.precision)} | ${shown(keywords.recall)} | ${shown(equal?.precision ?? null)} | ${shown(ours.precision)} | ${shown(ours.recall)} |`;
const table = [
  '| class | documents that show it | keywords: precision | recall | ours at that recall: precision | ours as used: precision | recall |',
  '|---|---|---|---|---|---|---|',
  ...Object.entries(result.byClass).map(([code, comparison]) => line(code, comparison)),
  line('all', result.all),
].join('\n');
process.stdout.write(`${result.documents} documents\n\n${table}\n\n${result.unjudged.length} unjudged pairs\n`);
