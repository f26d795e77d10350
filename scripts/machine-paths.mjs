// Searches the repository's files for paths of a developer's machine and for package registries other than npm's.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Saved responses and the demo web quote the paths of servers, real and invented. */
const quotedFolders = ['fixtures/', 'lab/demo-web/sites/'];

const machinePath = /(?<![\w.])\/(?:home|Users|root|work)\/[\w.-]+/;
const otherRegistry = /"resolved": "(?!https:\/\/registry\.npmjs\.org\/)|^\s*(?:@[\w-]+:)?registry\s*=/;

/** Null if nothing was found, else one line per match. */
export function findMachinePaths(root) {
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (listed.status !== 0) return `git ls-files failed: ${listed.stderr || listed.error?.message}`;
  const names = listed.stdout.split('\0').filter((name) => name !== '' && existsSync(join(root, name)));
  const finds = names
    .filter((name) => !quotedFolders.some((folder) => name.startsWith(folder)))
    .flatMap((name) => findInFile(name, readFileSync(join(root, name), 'utf8')));
  return finds.length === 0 ? null : finds.join('\n');
}

function findInFile(name, text) {
  // Only the files npm reads can name a registry.
  const patterns = /(^|\/)(package-lock\.json|\.npmrc)$/.test(name) ? [machinePath, otherRegistry] : [machinePath];
  return text.split('\n').flatMap((line, index) => {
    const hit = patterns.map((pattern) => pattern.exec(line)).find((match) => match !== null);
    return hit === undefined ? [] : [`${name}:${index + 1}: ${hit[0].trim()}`];
  });
}
