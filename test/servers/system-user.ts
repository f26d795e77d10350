// Who runs servers that refuse to run as root: an unprivileged user of the system; nobody else where the tests are none.
import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user to give `spawn`; null where the tests themselves run without privileges. */
export function unprivileged(name: string): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const read = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}

export function handOver(path: string, user: SystemUser | null): void {
  if (user !== null) chownSync(path, user.uid, user.gid);
}
