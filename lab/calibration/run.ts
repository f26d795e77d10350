// `npm run lab:calibrate`: measures real and simulated collections side by side and writes the table of lab/README.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { standardWeb } from '../web/settings.ts';
import { makeWeb } from '../web/web.ts';
import { simulatedCollection, webkbCollection } from './collection.ts';
import { type Measures, measureCollection } from './measure-collection.ts';
import { measureStructure } from './measure-structure.ts';
import { type LabeledUrl, measureUrls, simulatedUrls } from './measure-urls.ts';
import { readWebkb } from './webkb.ts';

const readme = fileURLToPath(new URL('../README.md', import.meta.url));
const benchmark = fileURLToPath(new URL('../../../shared/corpus/urls-benchmark.tsv', import.meta.url));
const marks = ['<!-- calibration: begin -->', '<!-- calibration: end -->'] as const;

const webkb = readWebkb();
if (webkb === null || !existsSync(benchmark))
  throw new Error('The calibration needs the corpus beside the repository.');
// Seed 0 is only for calibration: no experiment uses it.
const web = makeWeb({ ...standardWeb, seed: 0, documents: 200_000 });
// As many examples of each class as WebKB has: its classes are three times as frequent as our topics.
const simulated = simulatedCollection(web, { pages: 18_000, links: 20_000 });
const published: Measures = {
  'links to known addresses [GEOWEB]': 0.79,
  'services by server [ATF]': 7,
  'links that are services, page has [Web Map Service] [ATF]': 0.16,
  'the same, page has [WMS, Service] [ATF]': 0.1325,
  'the same, page has [WMS, Server] [ATF]': 0.1,
  'the same, other pages [ATF]': 0,
};
const sections: readonly [string, Measures, Measures][] = [
  ['Pages and links (WebKB)', measureCollection(webkbCollection(webkb)), measureCollection(simulated)],
  ['As published', published, measureStructure(web)],
  ['URLs (urls-benchmark.tsv)', measureUrls(benchmarkUrls()), measureUrls(simulatedUrls(web))],
];
const table = [
  '| quantity | real | simulated |',
  '|---|---|---|',
  ...sections.flatMap(([title, real, made]) => [
    `| **${title}** | | |`,
    ...Object.keys(real).map((name) => `| ${name} | ${figure(real[name]!)} | ${figure(made[name]!)} |`),
  ]),
].join('\n');
console.log(table);
const [before, rest = ''] = readFileSync(readme, 'utf8').split(marks[0]);
writeFileSync(readme, `${before}${marks[0]}\n${table}\n${marks[1]}${rest.split(marks[1])[1] ?? ''}`);

function benchmarkUrls(): LabeledUrl[] {
  const lines = readFileSync(benchmark, 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const [label, , url = ''] = line.split('\t');
    return { isService: label === '1', url };
  });
}

function figure(value: number): string {
  return value >= 20 ? value.toFixed(0) : value.toFixed(value >= 2 ? 1 : 3);
}
