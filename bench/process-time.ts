// What other processes cost, as Linux tells it.
import { readFileSync } from 'node:fs';

/** utime and stime of a process, in seconds (proc(5), fields 14 and 15; 100 ticks a second). */
export function processorSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

/** How long the main thread of a process was ready and had no core, in seconds (proc(5), schedstat). */
export function waitedSeconds(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9;
}
