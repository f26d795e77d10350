// `npm run lab:search`: measures, writes results.json and prints the table of the README.
import { writeFileSync } from 'node:fs';
import { measureSearch } from './experiment.ts';

const result = await measureSearch();
writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
const rows = Object.entries(result.byVariant).map(
  ([name, { ndcg10, recall20, recallSame, recallOther }]) =>
    `| ${name} | ${ndcg10.toFixed(3)} | ${recall20.toFixed(3)} | ${recallSame.toFixed(3)} | ${recallOther.toFixed(3)} |`,
);
process.stdout.write(`${result.queries} queries in ${result.languages.length} languages over ${result.records} services\n
| search | nDCG@10 | recall@20 | in the query's language | in others |
|---|---|---|---|---|
${rows.join('\n')}\n`);
