// A process that runs the crawl jobs it receives, one after another, until it is disconnected.
import { type CrawlJob, runJob } from './job.ts';

process.on('message', (job: CrawlJob) => {
  process.send?.(runJob(job));
});
