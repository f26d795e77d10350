// How much memory a process and its children hold (Linux; elsewhere the browser's own limits have to do).
import { readFileSync } from 'node:fs';

const pageBytes = 4096;
const maxProcesses = 200;

/** Resident bytes of the process tree; 0 where the system does not tell. */
export function residentBytes(root: number): number {
  if (process.platform !== 'linux') return 0;
  const queue = [root];
  let bytes = 0;
  for (let at = 0; at < queue.length && at < maxProcesses; at++) {
    const pid = queue[at]!;
    bytes += pageBytes * Number(readProcess(`/proc/${pid}/statm`).split(' ')[1] ?? 0);
    const children = readProcess(`/proc/${pid}/task/${pid}/children`).trim();
    if (children !== '') queue.push(...children.split(' ').map(Number));
  }
  return bytes;
}

/** '' for a process that has ended meanwhile. */
function readProcess(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return '';
    throw error;
  }
}
