// Runs crawl jobs on one process per processor; results are in the order of the jobs.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CrawlJob, JobResult } from './job.ts';

const child = fileURLToPath(new URL('job-child.ts', import.meta.url));
/** More processes would need too much memory for small machines. */
const maxProcesses = 4;

export async function runJobs(
  jobs: readonly CrawlJob[],
  tell: (done: number) => void = () => undefined,
): Promise<JobResult[]> {
  const results: JobResult[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    const process = fork(child, { execArgv: ['--import', 'tsx'] });
    try {
      while (next < jobs.length) {
        const index = next++;
        results[index] = await new Promise<JobResult>((resolve, reject) => {
          process.once('message', (message) => resolve(message as JobResult));
          process.once('exit', (code) => reject(new Error(`A crawl ended with code ${code}.`)));
          process.send(jobs[index]!);
        });
        process.removeAllListeners('exit');
        done++;
        tell(done);
      }
    } finally {
      process.removeAllListeners('exit');
      process.disconnect();
    }
  };
  const processes = Math.min(maxProcesses, availableParallelism(), jobs.length);
  await Promise.all(Array.from({ length: processes }, work));
  return results;
}
