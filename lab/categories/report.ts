// The section of the laboratory's report on [ROUGH]: tables of all methods beside the published figures.
import { existsSync, readFileSync } from 'node:fs';
import type { MethodScores, RunResult } from './experiment.ts';
import type { TransferResult } from './transfer.ts';

export interface CategoriesResult {
  readonly runs: readonly RunResult[];
  readonly transfers: readonly TransferResult[];
}

const resultFile = new URL('result.json', import.meta.url);

/** Of the last run; null where it never ran. */
export function readCategoriesResult(): CategoriesResult | null {
  return existsSync(resultFile) ? (JSON.parse(readFileSync(resultFile, 'utf8')) as CategoriesResult) : null;
}

const published = `| published, 10 % learned | naive Bayes, description | union (VSM) | vote | rough ensemble | SVM, rough ensemble | k-NN VSM | k-NN TSM |
|---|---|---|---|---|---|---|---|
| SALCentral (424 services, 11 categories), micro-F1 | 38.5 | 44.5 | 50.2 | 61.8 | 66.3 | 40.1 | 50.2 |
| webservicelist (444, 11), micro-F1 | 56.8 | 59.4 | 65.6 | 72.3 | 76.4 | 58.3 | 64.0 |`;

/** Markdown, from the heading of its section on. */
export function categoriesSection({ runs, transfers }: CategoriesResult): string {
  const tables = runs.map((run) => `${runTitle(run)}\n\n${runTable(run)}\n\n${shapeOf(run)}`);
  return [
    '## Categories of web services ([ROUGH])',
    'Written by `npm run lab:categories`. Items with equal texts are always on the same side; those without a label or with two are left out. Figures in percent; P, R and F1 over all items (micro) and as the mean over classes (macro). A component says nothing where an item has no such text: that costs recall.',
    published,
    ...tables,
    '### Learned from one collection, asked about another',
    'Macro-F1 over the categories both have; services that both hold are not asked. API descriptions are asked under the category that is their counterpart.',
    transferTable(transfers),
    '',
  ].join('\n\n');
}

function runTitle({ collection, protocol, items, classes }: RunResult): string {
  return `### ${collection}, ${protocol} (${items} items, ${classes} categories)`;
}

function runTable({ methods }: RunResult): string {
  const rows = methods.map(
    ({ learner, method, micro, macro }) =>
      `| ${[learner, method, ...[micro, macro].flatMap((one) => [one.precision, one.recall, one.f1].map(percent))].join(' | ')} |`,
  );
  const head = '| learner | classifier | micro P | R | F1 | macro P | R | F1 |\n|---|---|---|---|---|---|---|---|';
  return [head, ...rows].join('\n');
}

const chain = ['union (VSM)', 'vote', 'rough ensemble'] as const;

/** Whether the published order holds, learner by learner, in micro-F1. */
function shapeOf(run: RunResult): string {
  const lines = [...new Set(run.methods.map(({ learner }) => learner))]
    .filter((learner) => run.methods.some((one) => one.learner === learner && one.method === 'vote'))
    .map((learner) => {
      const own = run.methods.filter((one) => one.learner === learner);
      const f1 = (name: string) => own.find(({ method }) => method === name)!.micro.f1;
      const single = Math.max(...own.filter(({ method }) => !isCombined(method)).map(({ micro }) => micro.f1));
      const steps = [single, ...chain.map(f1)];
      const words = ['best single', ...chain].map((name, at) => {
        const sign = at === 0 ? '' : steps[at]! > steps[at - 1]! ? '< ' : '≥ ';
        return `${sign}${name} ${percent(steps[at]!)}`;
      });
      return `- ${learner}: ${words.join(' ')}; reducts: ${[...new Set(run.reducts[learner])].join('; ')}`;
    });
  const best = run.methods.reduce((one, other) => (other.macro.f1 > one.macro.f1 ? other : one));
  const top = `- best macro-F1: ${nameOf(best)} ${percent(best.macro.f1)}`;
  const calibrated =
    run.calibration === null
      ? []
      : [
          `- ours: confidence and being right lie ${percent(run.calibration)} points apart (expected calibration error)`,
        ];
  return [...lines, top, ...calibrated].join('\n');
}

function isCombined(method: string): boolean {
  return (chain as readonly string[]).includes(method);
}

function nameOf({ learner, method }: MethodScores): string {
  return `${learner}, ${method}`;
}

function transferTable(transfers: readonly TransferResult[]): string {
  const methods = Object.keys(transfers[0]?.macroF1 ?? {});
  const rows = transfers.map(
    ({ from, to, train, test, macroF1 }) =>
      `| ${[from, train, to, test, ...methods.map((method) => percent(macroF1[method]!))].join(' | ')} |`,
  );
  return [
    `| from | items | to | items | ${methods.join(' | ')} |`,
    `|${'---|'.repeat(4 + methods.length)}`,
    ...rows,
  ].join('\n');
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
