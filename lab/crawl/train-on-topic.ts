// Trains an ordering on a topic before a crawl, with labeled links of another simulated web.
import type { Ordering } from '../../src/model/rank.ts';
import { kinds } from '../web/skeleton.ts';
import { topicName } from '../web/topics.ts';
import { makeWeb, type SimulatedWeb } from '../web/web.ts';
import { simulatedLinks } from './simulated-links.ts';

/** Training links, half of them to pages about the topic. */
const examples = 1000;
/** Training webs and experiments use different seeds. */
const trainingSeeds = 1_000_000;

/** The same examples in the same order for every ordering. */
export function trainOnTopic(ordering: Ordering, { topic, seed }: { topic: string; seed: number }): void {
  const web = makeWeb({ seed: trainingSeeds + seed, documents: 40_000, month: 0 });
  const source = simulatedLinks(web);
  const expected = { yes: examples / 2, no: examples / 2 };
  // A stride coprime to the size visits every page once, in pseudo-random order.
  const stride = 7919;
  for (let step = 0; step < web.skeleton.size && expected.yes + expected.no > 0; step++) {
    const from = (step * stride) % web.skeleton.size;
    if (web.visit(from, 1) !== 'page') continue;
    for (const link of source.links(source.page(from, 0), () => true)) {
      if (web.visit(link.target, 1) !== 'page') continue;
      const side = isAbout(web, link.target, topic) ? 'yes' : 'no';
      if (expected[side] === 0) continue;
      expected[side]--;
      ordering.learn({
        link,
        found: side === 'yes' ? 1 : 0,
        page: source.page(link.target, 1),
        failed: false,
        costMs: 0,
      });
    }
  }
}

export function isAbout(web: SimulatedWeb, at: number, topic: string): boolean {
  return web.skeleton.kind[at] === kinds.page && topicName(web.skeleton.topic[at]!) === topic;
}
