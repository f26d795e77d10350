// The URL model alone: is it a service? Real URLs, five folds by host, with and without query strings.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../../src/base/random/seeded-random.ts';
import { fingerprint } from '../../src/base/text/fingerprint.ts';
import { siteOf } from '../../src/base/url/url.ts';
import { FeatureBag } from '../../src/rank/feature-bag.ts';
import { createLinearModels, logistic } from '../../src/rank/linear-model.ts';
import { addUrlFeatures } from '../../src/rank/url-features.ts';
import { type Experiment, markdownTable } from '../report/experiment.ts';

const table = fileURLToPath(new URL('../../../shared/corpus/urls-benchmark.tsv', import.meta.url));
const folds = 5;
const rounds = 4;
const learningRate = { rate: 0.3, inertia: 1 };
/** Length of a URL's vector of features. */
const length = 3;
const regularExpression = { precision: 0.894, recall: 0.908 };

export interface LabeledUrl {
  readonly url: string;
  readonly isService: boolean;
  /** URLs of one group are never on both sides of a fold. */
  readonly group: string;
}

export interface UrlScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

interface UrlModelResult {
  readonly urls: number;
  readonly full: UrlScore;
  readonly withoutQuery: UrlScore;
  /** Folds by registrable domain, so that hosts of one owner are in the same fold. */
  readonly bySite: UrlScore;
}

export const urlModel: Experiment<UrlModelResult> = {
  name: 'url-model',
  title: 'The URL model alone',
  isTimed: false,
  run: async () => measureUrlModel(readBenchmark()),
  section,
  pictures: () => ({}),
};

/** Empty if the corpus is absent. */
export function readBenchmark(): LabeledUrl[] {
  if (!existsSync(table)) return [];
  const lines = readFileSync(table, 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const [label, , url = '', host = ''] = line.split('\t');
    return { url, isService: label === '1', group: host };
  });
}

export function measureUrlModel(urls: readonly LabeledUrl[]): UrlModelResult {
  const bare = urls.map((one) => ({ ...one, url: one.url.replace(/[?#].*$/s, '') }));
  const sites = urls.map((one) => ({ ...one, group: siteOf(one.group) }));
  return {
    urls: urls.length,
    full: crossValidate(urls),
    withoutQuery: crossValidate(bare),
    bySite: crossValidate(sites),
  };
}

function crossValidate(urls: readonly LabeledUrl[]): UrlScore {
  const counts = { right: 0, wrong: 0, missed: 0 };
  for (let fold = 0; fold < folds; fold++) {
    const isTested = ({ group }: LabeledUrl): boolean => fingerprint(group) % folds === fold;
    const isService = train(
      urls.filter((url) => !isTested(url)),
      fold,
    );
    for (const one of urls.filter(isTested)) {
      const says = isService(one.url);
      if (says && one.isService) counts.right++;
      else if (says) counts.wrong++;
      else if (one.isService) counts.missed++;
    }
  }
  const precision = counts.right / (counts.right + counts.wrong);
  const recall = counts.right / (counts.right + counts.missed);
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

function train(urls: readonly LabeledUrl[], seed: number): (url: string) => boolean {
  const bag = new FeatureBag(512);
  const { model } = createLinearModels({ model: learningRate });
  const random = seededRandom(seed);
  const sumOf = (url: string): number => {
    bag.clear();
    addUrlFeatures(bag, url, length);
    return model.sum(bag);
  };
  for (let round = 0; round < rounds; round++) {
    const shuffled = urls.map((one) => ({ one, place: random.next() })).sort((a, b) => a.place - b.place);
    for (const { one } of shuffled) model.step(bag, logistic(sumOf(one.url)) - (one.isService ? 1 : 0));
  }
  return (url) => sumOf(url) > 0;
}

function section({ urls, full, withoutQuery, bySite }: UrlModelResult): string {
  const row = (name: string, { precision, recall, f1 }: UrlScore): string[] => [
    name,
    ...[precision, recall, f1].map((share) => share.toFixed(3)),
  ];
  const { precision, recall } = regularExpression;
  const baseline = { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
  return `${urls} real URLs, services and others, five folds: the model that judges a URL has never seen its host.

${markdownTable(
  ['', 'precision', 'recall', 'F1'],
  [
    row('URL model', full),
    row('query strings removed', withoutQuery),
    row('folds by registrable domain', bySite),
    row('regular expression of 20 terms', baseline),
  ],
)}`;
}
