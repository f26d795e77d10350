// Prints size metrics of a source tree as a Markdown table column: `npx tsx scripts/code-metrics.mts [FOLDER …]`, one column per folder.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

interface Metrics {
  readonly files: number;
  readonly lines: number;
  readonly medianLines: number;
  readonly p95Lines: number;
  readonly largest: number;
  readonly filesUnder40: number;
  readonly functionsOver60: number;
  readonly nonNullAssertions: number;
  readonly typeAssertions: number;
}

const labels: Readonly<Record<keyof Metrics, string>> = {
  files: 'files',
  lines: 'lines',
  medianLines: 'lines per file, p50',
  p95Lines: 'lines per file, p95',
  largest: 'largest file',
  filesUnder40: 'files under 40 lines',
  functionsOver60: 'functions over 60 lines',
  nonNullAssertions: '`!` assertions',
  typeAssertions: '`as` assertions (without `as const`)',
};

const folders = process.argv.length > 2 ? process.argv.slice(2) : ['src'];
const columns = folders.map(measure);
console.log(`| | ${folders.join(' | ')} |\n|---|${'---:|'.repeat(folders.length)}`);
for (const [key, label] of Object.entries(labels)) {
  console.log(`| ${label} | ${columns.map((column) => column[key as keyof Metrics]).join(' | ')} |`);
}

/** TypeScript files without tests and without the generated EPSG table. */
function measure(folder: string): Metrics {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('epsg-table.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const lengths = files.map((text) => text.split('\n').length - 1).sort((a, b) => a - b);
  const counts = { functionsOver60: 0, nonNullAssertions: 0, typeAssertions: 0 };
  for (const text of files) countNodes(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true), counts);
  return {
    files: files.length,
    lines: lengths.reduce((sum, length) => sum + length, 0),
    medianLines: quantile(lengths, 0.5),
    p95Lines: quantile(lengths, 0.95),
    largest: lengths.at(-1) ?? 0,
    filesUnder40: lengths.filter((length) => length < 40).length,
    ...counts,
  };
}

type Counts = Pick<Metrics, 'functionsOver60' | 'nonNullAssertions' | 'typeAssertions'>;

function countNodes(file: ts.SourceFile, counts: { -readonly [K in keyof Counts]: number }): void {
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isNonNullExpression(node)) counts.nonNullAssertions++;
    if (ts.isAsExpression(node) && node.type.getText(file) !== 'const') counts.typeAssertions++;
    if (ts.isFunctionLike(node) && lineOf(node.end) - lineOf(node.getStart(file)) >= 60) counts.functionsOver60++;
    ts.forEachChild(node, visit);
  };
  visit(file);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
