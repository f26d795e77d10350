// Reads vitest's JSON report, and keeps the record of the parts of the full tier.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** Counts of a run. A file that could not be loaded counts as one failure. */
export function readTestReport(json) {
  const files = JSON.parse(json).testResults;
  const tests = files.flatMap((file) => file.assertionResults);
  const unloadable = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length + unloadable.length,
    skipped: skipped.length,
    skippedNames: skipped.map(({ fullName }) => fullName.trim()),
  };
}

const head = `# Last full run

One row per part of \`npm run test:full\`; each run of a part replaces its row. A commit with a plus had local changes.

| part | date | commit | Node | passed | failed | skipped | minutes | result | machine |
|---|---|---|---|---|---|---|---|---|---|
`;

/** Replaces the row of one part and keeps the others. */
export function writeLastRun(path, root, part, result) {
  const before = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const columns = head.trimEnd().split('\n').at(-1).split('|').length;
  const rows = before.filter((line) => /^\| [a-z]/.test(line) && line.split('|').length === columns);
  const others = rows.filter((line) => !line.startsWith('| part |') && !line.startsWith(`| ${part} |`));
  const cells = [
    part,
    new Date().toISOString().slice(0, 10),
    commitOf(root),
    result.node,
    result.passed,
    result.failed,
    result.skipped,
    (result.seconds / 60).toFixed(1),
    result.failed === 0 ? 'green' : 'red',
    `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`,
  ];
  writeFileSync(path, `${head}${[...others, `| ${cells.join(' | ')} |`].sort().join('\n')}\n`);
}

/** The short hash, with a plus where tracked files other than the record itself were changed. */
function commitOf(root) {
  const git = (...parameters) => spawnSync('git', parameters, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!test/full/LAST-RUN.md');
  return `${git('rev-parse', '--short=8', 'HEAD')}${changed === '' ? '' : '+'}`;
}
