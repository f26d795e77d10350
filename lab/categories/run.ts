// `npm run lab:categories` runs the experiment of [ROUGH] on the corpus and writes result.json and RESULTS.md beside this file.
import { writeFileSync } from 'node:fs';
import { type Dataset, hasCorpus, readApiDescriptions, readWsdlCollection } from './datasets.ts';
import { type Run, type RunResult, runExperiment } from './experiment.ts';
import { learners } from './learners.ts';
import { type CategoriesResult, categoriesSection } from './report.ts';
import { foldSplits, tenthSplits } from './splits.ts';
import { asWsdl, runTransfer, type TransferResult } from './transfer.ts';

if (!hasCorpus) throw new Error('the experiment needs the corpus beside the repository, in ../shared/corpus');

const seed = 1;
const draws = 3;
const sawsdl = readWsdlCollection('sawsdl-tc3');
const owls = readWsdlCollection('owls-tc4-wsdl');
const apis = readApiDescriptions();
/** Fifty classes: support vectors and trees for every component, several times over, would take longer than all the rest. */
const bayesAlone = { 'naive Bayes': learners['naive Bayes']! };

const ofTenth = (dataset: Dataset): Run => ({
  dataset,
  protocol: `10 % learned, ${draws} draws`,
  splits: tenthSplits(dataset.items, draws, seed),
  learners,
});
const ofFolds = (dataset: Dataset): Run => ({
  dataset,
  protocol: '5 folds',
  splits: foldSplits(dataset.items, 5, seed),
  learners,
});
const ofFifth: Run = {
  dataset: apis,
  protocol: 'one fifth held out',
  splits: foldSplits(apis.items, 5, seed).slice(0, 1),
  learners: bayesAlone,
};

const transfers: TransferResult[] = [
  runTransfer(sawsdl, owls),
  runTransfer(owls, sawsdl),
  runTransfer(sawsdl, asWsdl(apis, sawsdl.components)),
  runTransfer(owls, asWsdl(apis, owls.components)),
];
const runs: RunResult[] = [];
for (const run of [ofTenth(sawsdl), ofTenth(owls), ofFolds(sawsdl), ofFolds(owls), ofFifth]) {
  runs.push(runExperiment(run));
  write({ runs, transfers });
  console.log(`${run.dataset.name}, ${run.protocol}: done`);
}

/** After every run: the whole takes minutes, and what is done shall not be lost. */
function write(result: CategoriesResult): void {
  const text = JSON.stringify(
    result,
    (_, value) => (typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value),
    1,
  );
  writeFileSync(new URL('result.json', import.meta.url), `${text}\n`);
  writeFileSync(new URL('RESULTS.md', import.meta.url), categoriesSection(JSON.parse(text)));
}
