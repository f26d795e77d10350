// The experiment on categories of web services as the laboratory lists it: how it runs, and its section of the report.
import { type Dataset, hasCorpus, readApiDescriptions, readWsdlCollection } from './datasets.ts';
import { type Run, type RunResult, runExperiment } from './experiment.ts';
import { learners } from './learners.ts';
import { runMissingParts } from './missing-parts.ts';
import { type CategoriesResult, categoriesSection, readCategoriesResult } from './report.ts';
import { foldSplits, tenthSplits } from './splits.ts';
import { asWsdl, runTransfer } from './transfer.ts';

interface RunOptions {
  /** Reports progress. */
  tell(text: string): void;
}

export const categories = {
  name: 'categories',
  title: 'Categories of web services',
  isTimed: false,
  /** Without the corpus, the result of the last run is kept. */
  run: async ({ tell }: RunOptions): Promise<CategoriesResult> => {
    if (hasCorpus) return runAll(tell);
    const kept = readCategoriesResult();
    if (kept !== null) return kept;
    throw new Error('the experiment needs the corpus beside the repository, in ../shared/corpus');
  },
  section: categoriesSection,
  pictures: () => ({}),
};

const seed = 1;
const draws = 3;

function runAll(tell: (text: string) => void): CategoriesResult {
  const sawsdl = readWsdlCollection('sawsdl-tc3');
  const owls = readWsdlCollection('owls-tc4-wsdl');
  const apis = readApiDescriptions();
  const plans = [ofTenth(sawsdl), ofTenth(owls), ofTenth(apis), ofFolds(sawsdl), ofFolds(owls), ofFifth(apis)];
  const runs = plans.map((plan): RunResult => {
    tell(`${plan.dataset.name}, ${plan.protocol}`);
    return runExperiment(plan);
  });
  tell('from one collection to another');
  const transfers = [
    runTransfer(sawsdl, owls),
    runTransfer(owls, sawsdl),
    runTransfer(sawsdl, asWsdl(apis, sawsdl.components)),
    runTransfer(owls, asWsdl(apis, owls.components)),
  ];
  tell('parts that are missing');
  const missing = [sawsdl, owls].map((dataset) => runMissingParts(dataset, foldSplits(dataset.items, 5, seed)));
  return rounded({ runs, transfers, missing });
}

function ofTenth(dataset: Dataset): Run {
  const splits = tenthSplits(dataset.items, draws, seed);
  return { dataset, protocol: `10 % learned, ${draws} draws`, splits, learners };
}

function ofFolds(dataset: Dataset): Run {
  return { dataset, protocol: '5 folds', splits: foldSplits(dataset.items, 5, seed), learners };
}

function ofFifth(dataset: Dataset): Run {
  const splits = foldSplits(dataset.items, 5, seed).slice(0, 1);
  return { dataset, protocol: 'one fifth held out', splits, learners };
}

/** Four digits are more precise than the collections. */
function rounded(result: CategoriesResult): CategoriesResult {
  return JSON.parse(
    JSON.stringify(result, (_, value) => (typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value)),
  );
}
