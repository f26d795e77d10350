// Topic crawls on WebKB ([ROUGH] tables 10–17 on real pages and links): harvest rate and target recall by ordering.

import type { OrderingName } from '../../src/model/rank.ts';
import { orderings } from '../../src/rank/orderings.ts';
import { readWebkb } from '../calibration/webkb.ts';
import { type Experiment, markdownTable, type RunOptions } from '../report/experiment.ts';
import { crawlTopic, trainOn } from './topic-crawl.ts';
import { readUniversities, type University } from './university.ts';

const targets = ['course', 'faculty', 'project', 'student'];
const checkpoints = [100, 250, 500];
const seed = 1;

interface OrderingResult {
  readonly ordering: OrderingName;
  /** Means over universities and targets, at each checkpoint. */
  readonly harvest: readonly number[];
  readonly recall: readonly number[];
}

interface WebkbResult {
  /** Universities crawled; collections of many small ones only train. */
  readonly universities: readonly string[];
  readonly orderings: readonly OrderingResult[];
}

export const webkb: Experiment<WebkbResult> = {
  name: 'webkb',
  title: 'Topic crawl: harvest rate and target recall on WebKB',
  isTimed: false,
  run,
  section,
  pictures: () => ({}),
};

async function run({ tell }: RunOptions): Promise<WebkbResult> {
  const collection = readWebkb();
  if (collection === null) throw new Error('needs webkb.tar.gz of the corpus beside the repository');
  const all = readUniversities(collection);
  const crawled = all.filter(({ name }) => name !== 'misc');
  const names = Object.keys(orderings) as OrderingName[];
  const results = names.map((ordering) => {
    tell(ordering);
    return measure(ordering, crawled, all);
  });
  return { universities: crawled.map(({ name }) => name), orderings: results };
}

/** Each university is crawled by an ordering trained on the others. */
function measure(name: OrderingName, crawled: readonly University[], all: readonly University[]): OrderingResult {
  const crawls = crawled.flatMap((university) =>
    targets.map((target) => {
      const ordering = orderings[name]({ seed, isBlank: true, topic: target });
      for (const other of all) if (other !== university) trainOn(other, target, ordering);
      return crawlTopic(university, target, ordering, seed);
    }),
  );
  const mean = (read: (crawl: (typeof crawls)[number], pages: number) => number): number[] =>
    checkpoints.map((pages) => crawls.reduce((sum, crawl) => sum + read(crawl, pages), 0) / crawls.length);
  const foundBy = ({ found }: (typeof crawls)[number], pages: number): number =>
    found[Math.min(pages, found.length) - 1] ?? 0;
  return {
    ordering: name,
    harvest: mean((crawl, pages) => foundBy(crawl, pages) / pages),
    recall: mean((crawl, pages) => foundBy(crawl, pages) / Math.max(1, crawl.targets)),
  };
}

function section({ universities, orderings: results }: WebkbResult): string {
  const head = ['ordering', ...checkpoints.map((pages) => `H(${pages})`), ...checkpoints.map((pages) => `R(${pages})`)];
  const rows = results.map(({ ordering, harvest, recall }) => [
    ordering,
    ...harvest.map((share) => share.toFixed(3)),
    ...recall.map((share) => share.toFixed(3)),
  ]);
  const of = (name: OrderingName): OrderingResult => results.find(({ ordering }) => ordering === name)!;
  const leads = (other: OrderingName): boolean =>
    checkpoints.every(
      (_, at) =>
        of('learned').harvest[at]! > of(other).harvest[at]! && of('learned').recall[at]! > of(other).recall[at]!,
    );
  const verdict = (other: OrderingName): string =>
    `\`learned\` is ${leads(other) ? 'ahead of' : 'not everywhere ahead of'} \`${other}\` at every number of pages.`;
  const published = (): string => {
    const others = ['best-first', 'topic-pagerank', 'infospiders', 'shark-search', 'vote'] as const;
    const ahead = others.filter((name) => of(name).harvest[1]! > of('rough-ensemble').harvest[1]!);
    if (ahead.length === 0) return `Ours at ${checkpoints[1]} pages: the same.`;
    return `Ours at ${checkpoints[1]} pages: \`${ahead.join('`, `')}\` before it. The topic crawl above says why rules are coarse.`;
  };
  return `Real pages and links of ${universities.join(' and ')}, one university at a time, targets course, faculty, project and student in turn;
means over both. Every ordering was taught the other universities first, and starts at the department's page.

${markdownTable(head, rows)}

${verdict('best-first')} ${verdict('rough-ensemble')}

Published ([ROUGH], 6,000 pages of the web by topic): the rough ensemble before best-first, topic PageRank, InfoSpiders, shark-search and
voting. ${published()}`;
}
