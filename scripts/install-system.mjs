// Installs the programs the CI and full tiers need with apt-get, when run as root on Debian.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The packages of each part and a file that exists once it is installed. Those marked `full` are for the full tier only.
 * MapServer is only the program: the tests run its CGI themselves, so no web server is needed.
 */
const systemParts = JSON.parse(readFileSync(new URL('./system-parts.json', import.meta.url), 'utf8'));

const policyFile = '/usr/sbin/policy-rc.d';
const policyBackup = `${policyFile}.before-geotrawl`;

/** Installs the missing parts of a tier and returns those that are still missing. */
export function installSystemParts(isFull) {
  const required = systemParts.filter((part) => isFull || !part.full);
  const missing = required.filter((part) => !isPresent(part));
  if (missing.length > 0) {
    const packages = [...new Set(missing.flatMap((part) => part.packages))];
    const obstacle = findObstacle();
    if (obstacle === null) installPackages(packages);
    else console.log(`not installing ${packages.join(' ')}: ${obstacle}`);
  }
  return required.filter((part) => !isPresent(part));
}

function isPresent(part) {
  return existsSync(part.file);
}

function findObstacle() {
  if (!existsSync('/etc/debian_version')) return 'this system is not Debian';
  if (process.getuid?.() !== 0) return 'it needs root';
  return null;
}

function installPackages(packages) {
  const started = Date.now();
  console.log(`installing ${packages.join(' ')} with apt-get`);
  if (!hasPackageLists()) apt(['update', '-qq']);
  withoutServices(() => {
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
    // The mirror may no longer have what old package lists name: one retry with fresh ones.
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

/** Runs `work` while packages can't start services (policy-rc.d, exit 101 = forbidden). */
function withoutServices(work) {
  const policy = '#!/bin/sh\nexit 101\n';
  const existed = existsSync(policyFile);
  if (existed && readFileSync(policyFile, 'utf8').trimEnd().endsWith('exit 101')) return work();
  if (existed) renameSync(policyFile, policyBackup);
  writeFileSync(policyFile, policy, { mode: 0o755 });
  try {
    work();
  } finally {
    if (existed) renameSync(policyBackup, policyFile);
    else rmSync(policyFile);
  }
}
