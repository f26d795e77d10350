// A process that runs crawl jobs it is sent, one after the other, until it is disconnected.
import { type CrawlJob, runJob } from './job.ts';

process.on('message', (job: CrawlJob) => {
  process.send?.(runJob(job));
});
