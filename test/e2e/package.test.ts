// The package as npm would publish it: what is inside, and that it works in an empty folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'geotrawl-e2e-package-'));
const home = join(folder, 'empty');
let packed: string[];

function npm(parameters: readonly string[], cwd: string) {
  // What npm tells its own scripts about this repository must not reach the npm started here.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  const ran = spawnSync('npm', parameters, { cwd, env, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`npm ${parameters.join(' ')} failed:\n${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}

/** The command as npm has linked it. */
function geotrawl(...parameters: string[]) {
  const file = join(home, 'node_modules/.bin/geotrawl');
  return spawnSync(file, parameters, { cwd: home, encoding: 'utf8' });
}

beforeAll(() => {
  // Without its scripts: `npm test` has built already, and other tests are using that build.
  const told = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root);
  const [{ files }] = JSON.parse(told) as [{ files: { path: string }[] }];
  packed = files.map(({ path }) => path);
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  npm(['install', `../${tarball}`, '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], home);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed tarball', () => {
  it('contains the build and the docs, and nothing else', () => {
    const outside = packed.filter((path) => !/^(dist|docs)\//.test(path)).sort();
    expect(outside).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    const strange = packed.filter((path) => /\.test\.|(^|\/)(fixtures|test|bench|node_modules)\/|\.db$/.test(path));
    expect(strange).toEqual([]);
    expect(packed.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([]);
  });

  it('installs its commands and its library', () => {
    expect(geotrawl('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const probed = geotrawl('probe', '--json', '--file', join(root, 'fixtures/wms/1.3.0.xml'));
    expect(JSON.parse(probed.stdout)).toMatchObject({ kind: 'wms', version: '1.3.0', layerCount: 5 });
    const program = "import('geotrawl').then((library) => console.log(Object.keys(library).sort().join()))";
    const imported = spawnSync(process.execPath, ['-e', program], { cwd: home, encoding: 'utf8' });
    expect(imported.stdout).toContain('GeotrawlError,connectorSchedule,crawl,exportRecords,openCatalog,probe');
  });

  it('brings the demo', () => {
    const demo = geotrawl('demo', '--no-progress');
    expect(demo.status).toBe(0);
    expect(demo.stderr).toMatch(/^Done: \d+ pages, \d+ requests, 29 resources/m);
    expect(geotrawl('search', 'forest', '--db', 'geotrawl-data/demo.db').stdout).toContain('Land cover of Ireland');
  });
});
