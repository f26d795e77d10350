// `npm run lab:jswms`: runs the experiment over all applications, prints the table and writes RESULTS.md.
import { writeFileSync } from 'node:fs';
import { type ApplicationResult, runApplication } from './experiment.ts';
import { startApplicationWeb } from './serve.ts';
import { applications } from './services.ts';

const web = await startApplicationWeb();
const results: ApplicationResult[] = [];
try {
  for (const application of applications) results.push(await runApplication(application, web));
} finally {
  await web.close();
}
const table = resultTable(results);
console.log(table);
for (const { name, missed } of results) if (missed.length > 0) console.log(`missed by ${name}: ${missed.join(', ')}`);
writeFileSync(new URL('./RESULTS.md', import.meta.url), page());
process.exitCode = results.every(({ missed }) => missed.length === 0) ? 0 : 1;

function resultTable(rows: readonly ApplicationResult[]): string {
  const total = (of: (row: ApplicationResult) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const lines = rows.map((row) => line(row.name, (of) => of(row)));
  return [
    '| application | live services | by HTML alone | by rules | by rendering | found | URLs validated | generic: found | generic: URLs validated |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
    line('all', total),
  ].join('\n');
}

function line(name: string, value: (of: (row: ApplicationResult) => number) => number): string {
  const cells = [
    value((row) => row.live),
    value((row) => row.byHtml),
    value((row) => row.byRules),
    value((row) => row.byRendering),
    value((row) => row.live - row.missed.length),
    value((row) => row.validated),
    value((row) => row.genericFound),
    value((row) => row.genericValidated),
  ];
  return `| ${[name, ...cells].join(' | ')} |`;
}

function page(): string {
  return `# The experiment of [JSWMS]

Eight map applications, made with OpenLayers 10, Leaflet 1.9 and OpenLayers 2 as published, and with ArcGIS JS 3 in source
shape only (its library is not free to ship). Each shows four services that a real MapServer answers; some name services
that are gone, or that are only in comments. \`npm run lab:jswms\` writes this page.

${table}

- **By rules**: calls and constructors of map libraries in the scripts, read and not run. **By rendering**: the
  application was opened in Chromium, because its scripts told nothing; no picture of a map was asked for.
- **URLs validated**: endpoints asked for capabilities, dead ones included.
- **Generic**: every URL and every quoted path in the page and the scripts it loads, each asked for capabilities.
- **Published** ([JSWMS]): 32 live services of eight applications, none by HTML alone; 58 URLs validated by rules against
  3,266 by the generic extractor.
`;
}
