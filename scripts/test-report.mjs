// Reads vitest's JSON report, and writes the record of a full run.
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { relative } from 'node:path';

/** Counts of a run. A file that could not be loaded counts as one failure. */
export function readTestReport(json, root) {
  const files = JSON.parse(json).testResults;
  const tests = files.flatMap((file) => file.assertionResults);
  const unloadable = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length + unloadable.length,
    skipped: skipped.length,
    skippedNames: skipped.map(({ fullName }) => fullName.trim()),
    files: files.map((file) => ({
      name: relative(root, file.name),
      tests: file.assertionResults.length,
      failed: file.assertionResults.filter(({ status }) => status === 'failed').length,
      seconds: (file.endTime - file.startTime) / 1000,
    })),
  };
}

export function writeLastRun(path, report) {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const rows = report.files
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ name, tests, failed, seconds }) => `| ${name} | ${tests} | ${failed} | ${seconds.toFixed(1)} |`);
  const text = `# Last full run

\`npm run test:full\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${machine}.

${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped

| file | tests | failed | seconds |
|---|---|---|---|
${rows.join('\n')}
`;
  writeFileSync(path, text);
}
