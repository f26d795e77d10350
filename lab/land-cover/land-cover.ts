// The experiment on land cover as the laboratory lists it: how it runs, and its section of the report.
import { existsSync, readFileSync } from 'node:fs';
import { hasCorpus } from '../../test/corpus/corpus-files.ts';
import { type Comparisons, type LandCoverResult, runLandCover } from './experiment.ts';
import type { Comparison } from './measure.ts';

const resultFile = new URL('result.json', import.meta.url);

export const landCover = {
  name: 'land-cover',
  title: 'Land cover told by keywords and by topics',
  isTimed: false,
  /** Without the corpus, the result of the last run is kept. */
  run: async (): Promise<LandCoverResult> => {
    if (hasCorpus()) return runLandCover();
    if (existsSync(resultFile)) return JSON.parse(readFileSync(resultFile, 'utf8')) as LandCoverResult;
    throw new Error('the experiment needs the corpus beside the repository, in ../shared/corpus');
  },
  section: ({ documents, byRule, byHand, check }: LandCoverResult): string =>
    [
      `${documents} capabilities documents with different texts. Published ([JSWMS]): keywords are right in 30 to 90 %, by class.`,
      'Against the labels of the rule (`label-rule.ts`):',
      tableOf(byRule),
      `The check by hand judged ${check.pairs} pairs of document and class, all that the rule or one of the systems names; on ${check.same} of them (${percent(check.same / check.pairs)} %) rule and hand say the same. Against the judgements made by hand (\`judgements.tsv\`):`,
      tableOf(byHand),
    ].join('\n\n'),
  pictures: () => ({}),
};

function tableOf({ all, byClass }: Comparisons): string {
  return [
    '| class | documents that show it | keywords: precision | recall | ours at that recall: precision | ours as used: precision | recall |',
    '|---|---|---|---|---|---|---|',
    ...Object.entries(byClass).map(([code, comparison]) => line(code, comparison)),
    line('all', all),
  ].join('\n');
}

function line(name: string, { shown: count, keywords, ours, oursAtEqualRecall: equal }: Comparison): string {
  const cells = [keywords.precision, keywords.recall, equal?.precision ?? null, ours.precision, ours.recall];
  return `| ${[name, count, ...cells.map(shown)].join(' | ')} |`;
}

function shown(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
