// `npm run lab [name …]`: runs experiments, stores their results beside them, and writes REPORT.md and TIMINGS.md from these.
// Results of `--full` are stored in `full/`, so that the report of the usual run stays byte-identical.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { experiments } from './experiments.ts';
import { reports, writeReport } from './report/write-report.ts';

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false }, report: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !experiments.some((experiment) => experiment.name === name));
if (unknown.length > 0) {
  const names = experiments.map(({ name }) => name).join(', ');
  console.error(`There is no experiment ${unknown.join(', ')}. There are: ${names}.`);
  process.exit(2);
}
const home = new URL(values.full ? 'full/' : './', import.meta.url);
// Timed experiments depend on the machine, so they run only if named.
const chosen = experiments.filter(({ name, isTimed, hasMore }) =>
  positionals.length > 0 ? positionals.includes(name) : !isTimed && (hasMore || !values.full),
);
for (const experiment of values.report ? [] : chosen) {
  const started = Date.now();
  const tell = (text: string): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r${experiment.name}: ${text}   `);
  };
  const { result, pictures } = await experiment.run({ isFull: values.full, tell });
  const folder = new URL(`${experiment.name}/`, home);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('result.json', folder), `${JSON.stringify(result, null, 1)}\n`);
  for (const [name, picture] of Object.entries(pictures)) writeFileSync(new URL(name, folder), picture);
  console.log(`${experiment.name}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
}
const kept = (folder: string): unknown => {
  const file = new URL(`${folder}/result.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
};
for (const report of reports)
  writeFileSync(new URL(report.file, import.meta.url), writeReport(report, experiments, kept));
