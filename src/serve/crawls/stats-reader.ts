// Reads the state of one crawl once a second for all its viewers.
import { maskSecrets } from '../../base/url/url.ts';
import type { Clock } from '../../model/clock.ts';
import type { CrawlEvent, CrawlProgress } from '../../model/report.ts';
import type { TaskStats } from './process-messages.ts';
import type { OwnedTask } from './task-rows.ts';

export type StatsReader = ReturnType<typeof createStatsReader>;

const mostVisited = 10;

export function createStatsReader(task: OwnedTask, clock: Pick<Clock, 'now'>) {
  let progress: (() => CrawlProgress) | null = null;
  let visited: string[] = [];
  let last = { pages: 0, bytes: 0, atMs: clock.now() };
  let lastText = '';
  return {
    watch: (newProgress: () => CrawlProgress) => {
      progress = newProgress;
    },
    note: (event: CrawlEvent) => {
      if (event.type !== 'page') return;
      visited.push(event.url);
      if (visited.length > mostVisited) visited.shift();
    },
    /** Null if nothing has changed. */
    read: (): TaskStats | null => {
      if (progress === null) return null;
      const now = progress();
      const seconds = Math.max(0.001, (clock.now() - last.atMs) / 1000);
      const rate = (from: number, to: number) => Math.round((10 * (to - from)) / seconds) / 10;
      const stats: TaskStats = {
        task: task.id,
        pages: task.pages + now.pages,
        requests: task.requests + now.requests,
        bytes: task.bytes + now.bytes,
        resources: task.resources + now.resources,
        failures: now.failures,
        pending: now.pending,
        hosts: now.hosts,
        active: now.active,
        pagesPerSecond: rate(last.pages, now.pages),
        bytesPerSecond: rate(last.bytes, now.bytes),
        waitingUntilMs: now.waitingUntilMs,
        visited: visited.map(maskSecrets),
        visiting: firstOf(now.visiting ?? [], mostVisited).map(({ url }) => maskSecrets(url)),
      };
      last = { pages: now.pages, bytes: now.bytes, atMs: clock.now() };
      visited = [];
      const text = JSON.stringify(stats);
      if (text === lastText) return null;
      lastText = text;
      return stats;
    },
  };
}

function firstOf<T>(values: Iterable<T>, most: number): T[] {
  const taken: T[] = [];
  for (const value of values) {
    if (taken.length === most) break;
    taken.push(value);
  }
  return taken;
}
