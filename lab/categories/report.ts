// The section of the laboratory's report on [ROUGH]: tables of all methods beside the published figures.
import { existsSync, readFileSync } from 'node:fs';
import type { MethodScores, RunResult } from './experiment.ts';
import type { MissingPartsResult } from './missing-parts.ts';
import type { TransferResult } from './transfer.ts';

export interface CategoriesResult {
  readonly runs: readonly RunResult[];
  readonly transfers: readonly TransferResult[];
  readonly missing: readonly MissingPartsResult[];
}

const resultFile = new URL('result.json', import.meta.url);

/** Of the last run; null if it never ran. */
export function readCategoriesResult(): CategoriesResult | null {
  return existsSync(resultFile) ? (JSON.parse(readFileSync(resultFile, 'utf8')) as CategoriesResult) : null;
}

/** Micro-F1 of [ROUGH], 10 % learned. */
const published = [
  ['SALCentral (424 services, 11 categories), as published', 38.5, 44.5, 50.2, 61.8, 66.3, 40.1, 50.2, '–'],
  ['webservicelist (444, 11), as published', 56.8, 59.4, 65.6, 72.3, 76.4, 58.3, '64.0', '–'],
];

/** Markdown without the heading of the section. */
export function categoriesSection({ runs, transfers, missing }: CategoriesResult): string {
  const tables = runs.map((run) => `${runTitle(run)}\n\n${runTable(run)}\n\n${shapeOf(run)}`);
  return [
    'Figures in percent: precision, recall and F1 over all items (micro) and as the mean over classes (macro). Items with equal texts are always on the same side; those without a label or with two are left out. A component says nothing where an item has no such text: that costs recall.',
    `Micro-F1 beside the published figures. "Single" is the description of the registry as published, and the best component with us. ${orderWords(runs)}`,
    besidePublished(runs),
    ...tables,
    '### Learned from one collection, asked about another',
    'Macro-F1 over the categories both have; services that both hold are not asked. API descriptions are asked under the category that is their counterpart.',
    transferTable(transfers),
    '### Where parts are missing',
    'Macro-F1 over 5 folds, learned from whole documents and asked about what is left of others.',
    missingTable(missing),
  ].join('\n\n');
}

const singleOrUnion = ['single', 'union (VSM)', 'vote', 'rough ensemble'] as const;

function besidePublished(runs: readonly RunResult[]): string {
  const head = ['', ...singleOrUnion.map((name) => `naive Bayes: ${name}`), 'SVM: rough ensemble'];
  const rows = runs.map((run) => {
    const f1 = (learner: string, method: string) => percent(microF1(run, learner, method));
    const bayes = singleOrUnion.map((method) => f1('naive Bayes', method));
    const others = [f1('SVM', 'rough ensemble'), f1('k-NN', 'k-NN VSM'), f1('k-NN', 'k-NN TSM')];
    return [`${run.collection}, ${run.protocol}`, ...bayes, ...others, f1('ours', 'calibrated stack')];
  });
  return table([...head, 'k-NN VSM', 'k-NN TSM', 'ours'], [...published, ...rows]);
}

/** 'single' is the best of the components. */
function microF1({ methods }: RunResult, learner: string, method: string): number {
  const own = methods.filter((one) => one.learner === learner);
  const some = own.filter((one) => (method === 'single' ? !isCombined(one.method) : one.method === method));
  return Math.max(...some.map(({ micro }) => micro.f1));
}

/** How often each step of the published order holds, and whether ours is on top. */
function orderWords(runs: readonly RunResult[]): string {
  const compared = runs.flatMap((run) => learnersOf(run).map((learner) => ({ run, learner })));
  const steps = singleOrUnion.slice(1).map((method, at) => {
    const before = singleOrUnion[at]!;
    const held = compared.filter(({ run, learner }) => microF1(run, learner, before) < microF1(run, learner, method));
    return `${before} < ${method} in ${held.length}`;
  });
  const onTop = runs.filter(({ methods }) => bestOf(methods).learner === 'ours');
  return `The published order is single < union < vote < rough ensemble. Of ${compared.length} comparisons (three learners in each run), ${steps.join(', ')}; ours has the best macro-F1 in ${onTop.length} of ${runs.length} runs.`;
}

function learnersOf({ methods }: RunResult): string[] {
  return [...new Set(methods.filter(({ method }) => method === 'vote').map(({ learner }) => learner))];
}

function bestOf(methods: readonly MethodScores[]): MethodScores {
  return methods.reduce((one, other) => (other.macro.f1 > one.macro.f1 ? other : one));
}

function runTitle({ collection, protocol, items, classes }: RunResult): string {
  return `### ${collection}, ${protocol} (${items} items, ${classes} categories)`;
}

function runTable({ methods }: RunResult): string {
  const rows = methods.map(({ learner, method, micro, macro }) => [
    learner,
    method,
    ...[micro, macro].flatMap((one) => [one.precision, one.recall, one.f1].map(percent)),
  ]);
  return table(['learner', 'classifier', 'micro P', 'R', 'F1', 'macro P', 'R', 'F1'], rows);
}

/** Whether the published order holds, learner by learner, in micro-F1. */
function shapeOf(run: RunResult): string {
  const lines = learnersOf(run).map((learner) => {
    const steps = singleOrUnion.map((method) => microF1(run, learner, method));
    const words = singleOrUnion.map((name, at) => {
      const sign = at === 0 ? 'best ' : steps[at]! > steps[at - 1]! ? '< ' : '≥ ';
      return `${sign}${name} ${percent(steps[at]!)}`;
    });
    return `- ${learner}: ${words.join(' ')}; reducts: ${[...new Set(run.reducts[learner])].join('; ')}`;
  });
  const best = bestOf(run.methods);
  const top = `- best macro-F1: ${best.learner}, ${best.method} ${percent(best.macro.f1)}`;
  if (run.calibration === null) return [...lines, top].join('\n');
  const apart = `- ours: confidence and being right lie ${percent(run.calibration)} points apart (expected calibration error)`;
  return [...lines, top, apart].join('\n');
}

function isCombined(method: string): boolean {
  return (singleOrUnion as readonly string[]).includes(method);
}

function transferTable(transfers: readonly TransferResult[]): string {
  const methods = Object.keys(transfers[0]?.macroF1 ?? {});
  const rows = transfers.map(({ from, to, train, test, macroF1 }) => [
    ...[from, train, to, test],
    ...methods.map((method) => percent(macroF1[method]!)),
  ]);
  return table(['from', 'items', 'to', 'items', ...methods], rows);
}

function missingTable(missing: readonly MissingPartsResult[]): string {
  const rows = missing.flatMap(({ collection, macroF1 }) =>
    Object.entries(macroF1).map(([left, scores]) => [collection, left, ...Object.values(scores).map(percent)]),
  );
  return table(['collection', 'what is left', 'naive Bayes', 'ours'], rows);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
