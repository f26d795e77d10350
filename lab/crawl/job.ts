// One crawl of an experiment as plain data, so that it can run in another process.
import type { OrderingName } from '../../src/model/rank.ts';
import { orderings } from '../../src/rank/orderings.ts';
import type { WebSettings } from '../web/settings.ts';
import { topicName, topics } from '../web/topics.ts';
import { makeWeb, type SimulatedWeb } from '../web/web.ts';
import { type CrawlResult, crawlInMemory } from './crawl-in-memory.ts';
import { searchResults } from './search-results.ts';
import { isAbout, trainOnTopic } from './train-on-topic.ts';

export interface CrawlJob {
  readonly ordering: OrderingName;
  readonly web: WebSettings;
  /** Starts without the built-in prior. */
  readonly isBlank?: boolean;
  /** Maximum number of visits. */
  readonly limit?: number;
  /** A topic whose pages are the targets instead of services. */
  readonly topic?: string;
  /** Starts from search results for map services, up to this many links away. */
  readonly hops?: number;
}

export type JobResult = Omit<CrawlResult, 'found'> & {
  /** Number of targets. */
  readonly expected: number;
};

export function runJob({ ordering: name, web: settings, isBlank = false, limit, topic, hops }: CrawlJob): JobResult {
  const web = makeWeb(settings);
  const { seed } = settings;
  const cut = limit === undefined ? {} : { limit };
  if (topic === undefined) {
    const ordering = orderings[name]({ seed, isBlank });
    const near = hops === undefined ? {} : { seeds: searchResults(web, 100), maxDepth: hops };
    const { found: _, ...result } = crawlInMemory({ web, ordering, ...near, ...cut });
    return { ...result, expected: web.services.length };
  }
  const words =
    topics
      .find((one) => one.name === topic)
      ?.words.split(' ')
      .slice(0, 10)
      .join(' ') ?? topic;
  const ordering = orderings[name]({ seed, topic: words, isBlank: true });
  trainOnTopic(ordering, { topic, seed });
  const isWanted = (at: number): boolean => isAbout(web, at, topic);
  const { found: _, ...result } = crawlInMemory({ web, ordering, isWanted, seeds: seedsNear(web, topic), ...cut });
  return { ...result, expected: countPages(web, isWanted) };
}

/** Ten home pages of hosts about the topic, spread over the web, like search results. */
function seedsNear({ skeleton: { hosts } }: SimulatedWeb, topic: string): number[] {
  const near = hosts.filter((host) => host.pages > 0 && topicName(host.topic) === topic);
  return Array.from({ length: 10 }, (_, index) => near[Math.floor((index * near.length) / 10)]!.start);
}

function countPages({ skeleton: { size } }: SimulatedWeb, holds: (at: number) => boolean): number {
  let count = 0;
  for (let at = 0; at < size; at++) if (holds(at)) count++;
  return count;
}
