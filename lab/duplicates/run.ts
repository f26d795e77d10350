// `npm run lab:duplicates`: measures, writes results.json and prints the table of the README.
import { writeFileSync } from 'node:fs';
import { type Measured, measureAll } from './experiment.ts';

const results = await measureAll();
writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
const row = (name: string, { scenes, pairs, same, found, wrong, precision, recall }: Measured) =>
  `| ${name} | ${scenes} | ${pairs} | ${same} | ${found} | ${wrong.length} | ${precision.toFixed(3)} | ${recall.toFixed(3)} |`;
process.stdout.write(`| scenes | | pairs | labelled the same | found the same | wrong | precision | recall |
|---|---|---|---|---|---|---|---|
${Object.entries(results)
  .map(([name, measured]) => row(name, measured))
  .join('\n')}\n`);
