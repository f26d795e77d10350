// Runs a test tier and counts it: `npm test` (fast), `.ci/run` (ci), `npm run test:full` (full, in parts).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fullParts } from './full-parts.mjs';
import { installSystemParts } from './install-system.mjs';
import { readTestReport, writeLastRun } from './test-report.mjs';
import { fetchNode, nodeEnvironment } from './with-node.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const lastRunFile = join(root, 'test/full/LAST-RUN.md');
const usage = 'usage: node scripts/test.mjs [--tier fast|ci|full] [--part NAME …] [--list]';

process.exitCode = main();

function main() {
  const { tier, part: names, list } = readOptions();
  if (list) {
    for (const { name, summary } of fullParts) console.log(`${name.padEnd(10)} ${summary}`);
    return 0;
  }
  if (tier !== 'full' && names.length === 0) return report(runPart({ tier, files: [] }));
  const parts = names.length === 0 ? fullParts : fullParts.filter(({ name }) => names.includes(name));
  const results = parts.map((part) => {
    console.log(`part ${part.name}: ${part.summary}`);
    const result = runPart(part);
    writeLastRun(lastRunFile, root, part.name, result);
    return result;
  });
  return report(results.reduce(addResults));
}

/** Checks, builds and tests; a step before the tests that fails counts as one failure. */
function runPart({ tier, files, node, environment = {} }) {
  const started = Date.now();
  const binary = node === undefined ? process.execPath : fetchNode(node);
  const run = (parameters) => {
    const env = { ...nodeEnvironment(binary), GEOTRAWL_TEST_TIER: tier, ...environment };
    return spawnSync(binary, parameters, { cwd: root, stdio: 'inherit', env }).status ?? 1;
  };
  if (tier !== 'fast') reportMissing(installSystemParts(tier === 'full'));
  const steps = [['scripts/check.mjs'], ['scripts/build.mjs'], ['node_modules/publint/src/cli.js', '--strict']];
  // Parts of a long run that are a few files only need the build.
  const needed = files.length === 0 ? steps : [['scripts/build.mjs']];
  const failedStep = needed.find((step) => run(step) !== 0);
  const counts = failedStep === undefined ? runTests(run, files) : failure(`${failedStep[0]} failed`);
  return { ...counts, seconds: (Date.now() - started) / 1000, node: nodeVersion(binary) };
}

function runTests(run, files) {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-report-'));
  const reportFile = join(folder, 'report.json');
  console.log(`testing: vitest run ${files.join(' ')}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const status = run(['node_modules/vitest/vitest.mjs', 'run', ...files, ...reporters]);
  const counts = existsSync(reportFile) ? readTestReport(readFileSync(reportFile, 'utf8')) : null;
  rmSync(folder, { recursive: true });
  if (counts === null) return failure('vitest ended without a report');
  // Unhandled errors end vitest with 1 although no test failed.
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function failure(message) {
  console.log(message);
  return { passed: 0, failed: 1, skipped: 0, skippedNames: [] };
}

function report({ passed, failed, skipped, skippedNames }) {
  const skipIsFailure = process.env.CI === 'true' && skipped > 0;
  for (const name of skippedNames) console.log(`skipped: ${name}`);
  if (skipIsFailure) console.log('under CI a skipped test is a failure');
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0 && !skipIsFailure ? 0 : 1;
}

function addResults(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    skippedNames: [...one.skippedNames, ...other.skippedNames],
  };
}

function reportMissing(missing) {
  for (const { name, packages } of missing) console.log(`missing: ${name} (apt-get install ${packages.join(' ')})`);
}

function nodeVersion(binary) {
  return spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout.trim().replace(/^v/, '');
}

function readOptions() {
  const options = {
    tier: { type: 'string', default: 'fast' },
    part: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
  };
  try {
    const { values } = parseArgs({ options });
    const unknown = values.part.find((name) => fullParts.every((part) => part.name !== name));
    if (unknown !== undefined) throw new Error(`Unknown part: ${unknown}. List them with --list.`);
    if (!['fast', 'ci', 'full'].includes(values.tier)) throw new Error(`Unknown tier: ${values.tier}.`);
    return values;
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(2);
  }
}
