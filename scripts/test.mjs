// `npm test`: installs the real servers where it may, checks, builds, runs the tests and counts them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installSystemParts } from './install-system.mjs';
import { readTestReport, writeLastRun } from './test-report.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const underCi = process.env.CI === 'true';
const { full, only } = readOptions();

/** The standard suite breaks a sample of operations; the fault loops kill at 50 moments. */
const allFaults = { GEOTRAWL_TEST_KILLS: '50', GEOTRAWL_TEST_FAULTS: '40' };

process.exitCode = main();

function main() {
  if (only === undefined) {
    const { missing } = installSystemParts(full);
    for (const { name, packages } of missing) {
      console.log(`${underCi ? 'missing' : 'skipped'}: needs ${name} (apt-get install ${packages.join(' ')})`);
    }
    console.log('checking: npm run check');
    if (node(['scripts/check.mjs']) !== 0) return 1;
  }
  console.log('building: npm run build');
  if (node(['scripts/build.mjs']) !== 0) return 1;
  // The package as it would be published; needs the build, so it is not part of the check.
  if (only === undefined && node(['node_modules/publint/src/cli.js', '--strict']) !== 0) return 1;
  return runTests();
}

function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-report-'));
  const reportFile = join(folder, 'report.json');
  const group = only === undefined ? [] : [`test/${only}/`];
  console.log(`testing: vitest run ${group.join(' ')}`);
  const status = node(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...group,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
    ],
    { ...(full ? { GEOTRAWL_TEST_FULL: '1' } : {}), ...(full || only === 'faults' ? allFaults : {}) },
  );
  const isWritten = existsSync(reportFile);
  const report = isWritten ? readTestReport(readFileSync(reportFile, 'utf8'), root) : null;
  rmSync(folder, { recursive: true });
  if (report === null) {
    console.log('vitest ended without a report');
    return 1;
  }
  if (full) writeLastRun(join(root, 'test/full/LAST-RUN.md'), report);
  const skipIsFailure = underCi && report.skipped > 0;
  for (const name of report.skippedNames) console.log(`skipped: ${name}`);
  if (skipIsFailure) console.log('under CI a skipped test is a failure');
  console.log(`${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`);
  return status === 0 && report.failed === 0 && !skipIsFailure ? 0 : 1;
}

function node(parameters, environment = {}) {
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, parameters, { cwd: root, stdio: 'inherit', env }).status ?? 1;
}

function readOptions() {
  try {
    return parseArgs({ options: { full: { type: 'boolean', default: false }, only: { type: 'string' } } }).values;
  } catch (error) {
    console.error(`${error.message}\nusage: node scripts/test.mjs [--full] [--only GROUP]`);
    process.exit(2);
  }
}
