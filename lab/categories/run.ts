// `npm run lab:categories [part]` runs the experiment of [ROUGH] on the corpus and writes result.json and RESULTS.md beside this file.
import { writeFileSync } from 'node:fs';
import { hasCorpus, readApiDescriptions, readWsdlCollection } from './datasets.ts';
import { type Run, runExperiment } from './experiment.ts';
import { learners } from './learners.ts';
import { type CategoriesResult, categoriesSection, readCategoriesResult } from './report.ts';
import { foldSplits, tenthSplits } from './splits.ts';
import { asWsdl, runTransfer } from './transfer.ts';

if (!hasCorpus) throw new Error('the experiment needs the corpus beside the repository, in ../shared/corpus');

const seed = 1;
const draws = 5;
const sawsdl = readWsdlCollection('sawsdl-tc3');
const owls = readWsdlCollection('owls-tc4-wsdl');
const apis = readApiDescriptions();
/** A tree over fifty classes takes minutes and is far behind on a tenth already. */
const withoutTree = Object.fromEntries(Object.entries(learners).filter(([name]) => name !== 'decision tree'));

const runs: Run[] = [
  ...[sawsdl, owls].flatMap((dataset) => [
    { dataset, protocol: `10 % learned, ${draws} draws`, splits: tenthSplits(dataset.items, draws, seed), learners },
    { dataset, protocol: '5 folds', splits: foldSplits(dataset.items, 5, seed), learners },
  ]),
  { dataset: apis, protocol: '10 % learned, 1 draw', splits: tenthSplits(apis.items, 1, seed), learners: withoutTree },
  {
    dataset: apis,
    protocol: 'one fifth held out',
    splits: foldSplits(apis.items, 5, seed).slice(0, 1),
    learners: withoutTree,
  },
];

const result: CategoriesResult = {
  runs: runs.map((run) => {
    const done = runExperiment(run);
    console.error(`${done.collection}, ${done.protocol}: done`);
    return done;
  }),
  transfers: [
    runTransfer(sawsdl, owls),
    runTransfer(owls, sawsdl),
    runTransfer(sawsdl, asWsdl(apis, sawsdl.components)),
    runTransfer(owls, asWsdl(apis, owls.components)),
  ],
};

const text = `${JSON.stringify(result, (_, value) => (typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value), 1)}\n`;
writeFileSync(new URL('result.json', import.meta.url), text);
const section = categoriesSection(readCategoriesResult()!);
writeFileSync(new URL('RESULTS.md', import.meta.url), section);
console.log(section);
