// The real crawler on a small simulated web over HTTP, held against the ground truth.
import { expect, it } from 'vitest';
import { endpointKey } from '../../src/base/url/url.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import { makeManifest } from './manifest.ts';
import { serveWeb } from './serve.ts';
import { makeWeb } from './web.ts';

it('finds the services of a small simulated web through named hosts', async () => {
  const web = makeWeb({ seed: 3, documents: 500, month: 0 });
  const { seeds, services, pages } = makeManifest(web);
  const served = await serveWeb(web, { isReliable: true });
  const found = new Set<string>();
  let read = 0;
  try {
    const settings = {
      db: ':memory:',
      'crawl.scope': 'web',
      'crawl.depth': 50,
      'politeness.delayMs': 0,
      'network.allowPrivate': true,
      'network.resolve': [...served.resolve],
    } as const;
    for await (const event of crawl({ seeds: [...seeds], settings })) {
      if (event.type === 'found') found.add(endpointKey(event.resource.url));
      if (event.type === 'page') read++;
    }
  } finally {
    await served.close();
  }
  const missing = services.filter(({ url }) => !found.has(endpointKey(url)));
  expect(missing.map(({ url }) => url)).toEqual([]);
  // Every page but those of traps, which budgets cut short.
  expect(read).toBeGreaterThanOrEqual(pages);
});
