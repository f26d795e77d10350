// Installs the real servers the tests need from the system's packages, where this user may: root on a Debian.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * What the tests use: the packages of each part and a file that shows it is there. Those marked `full` belong to the
 * long rounds. MapServer comes as the bare program: the tests host its CGI themselves, so no web server is needed.
 */
const systemParts = JSON.parse(readFileSync(new URL('./system-parts.json', import.meta.url), 'utf8'));

const policyFile = '/usr/sbin/policy-rc.d';
const keptPolicyFile = `${policyFile}.before-geotrawl`;

/** Installs what is missing of the wanted parts and returns which are there afterwards and which are not. */
export function installSystemParts(full) {
  const wanted = systemParts.filter((part) => full || !part.full);
  const missing = wanted.filter((part) => !isPresent(part));
  if (missing.length > 0) {
    const packages = [...new Set(missing.flatMap((part) => part.packages))];
    const obstacle = whyNot();
    if (obstacle === null) installPackages(packages);
    else console.log(`not installing ${packages.join(' ')}: ${obstacle}`);
  }
  return { present: wanted.filter(isPresent), missing: wanted.filter((part) => !isPresent(part)) };
}

function isPresent(part) {
  return existsSync(part.file);
}

function whyNot() {
  if (!existsSync('/etc/debian_version')) return 'this is no Debian';
  if (process.getuid?.() !== 0) return 'this user is not root';
  return null;
}

function installPackages(packages) {
  const started = Date.now();
  console.log(`installing ${packages.join(' ')} with apt-get`);
  if (!hasPackageLists()) apt(['update', '-qq']);
  withoutServices(() => {
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
    // Lists may be older than what the mirror still holds: one retry with fresh ones.
    if (!apt(install) && apt(['update', '-qq'])) apt(install);
  });
  console.log(`apt-get took ${((Date.now() - started) / 1000).toFixed(0)} s`);
}

function hasPackageLists() {
  const folder = '/var/lib/apt/lists';
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('_Packages') || name.endsWith('.lz4'));
}

function apt(command) {
  const result = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Dpkg::Use-Pty=0', ...command], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
  });
  if (result.status === 0) return true;
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`;
  console.log(`apt-get ${command[0]} failed:\n${output.trim().split('\n').slice(-15).join('\n')}`);
  return false;
}

/** Runs `work` while packages may not start services (policy-rc.d, exit 101 = forbidden). */
function withoutServices(work) {
  const forbids = '#!/bin/sh\nexit 101\n';
  const existed = existsSync(policyFile);
  if (existed && readFileSync(policyFile, 'utf8').trimEnd().endsWith('exit 101')) return work();
  if (existed) renameSync(policyFile, keptPolicyFile);
  writeFileSync(policyFile, forbids, { mode: 0o755 });
  try {
    work();
  } finally {
    if (existed) renameSync(keptPolicyFile, policyFile);
    else rmSync(policyFile);
  }
}
