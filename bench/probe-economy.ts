// Probe economy: requests per confirmed service on the entire demo web, with and without the suspicion model. Counted by the servers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoServicesToFind } from '../lab/demo-web/manifest.ts';
import { startDemoWeb } from '../lab/demo-web/serve.ts';
import { owsUrl } from '../src/base/url/ows-url.ts';
import { fetchKey } from '../src/base/url/url.ts';
import { crawlWith } from '../src/crawl/crawl.ts';
import type { Offer } from '../src/model/frontier.ts';

interface Economy {
  readonly resources: number;
  /** Confirmed endpoints, to compare two crawls. */
  readonly found: ReadonlySet<string>;
  readonly requests: number;
  readonly capabilities: number;
  readonly robots: number;
}

async function measure(wrapOffers?: (offers: Offer[]) => Offer[]): Promise<Economy> {
  const web = await startDemoWeb({ hurry: true });
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-economy-'));
  const found = new Set<string>();
  try {
    const settings = {
      db: join(folder, 'economy.db'),
      'crawl.scope': 'web',
      'crawl.depth': 8,
      'politeness.delayMs': 0,
      'network.allowPrivate': true,
      'network.resolve': [...web.resolve, web.elsewhere],
    } as const;
    const parts = wrapOffers === undefined ? {} : { wrapOffers };
    for await (const event of crawlWith(parts, { seeds: web.seeds, settings }))
      if (event.type === 'found') found.add(`${event.resource.kind} ${event.resource.endpoint}`);
  } finally {
    await web.close();
    rmSync(folder, { recursive: true });
  }
  const requests = web.requests();
  return {
    resources: found.size,
    found,
    requests: requests.length,
    capabilities: requests.filter(({ path }) => /request=getcapabilities/i.test(path)).length,
    robots: requests.filter(({ path }) => path === '/robots.txt').length,
  };
}

/**
 * Without a model, every link may be a service, so the capabilities of each are requested: once for every service a link may
 * lead to ([POLARHUB] builds the GetCapabilities form of every URL). Links the model is certain about are unchanged,
 * so that neither crawl finds less. Each of these is one request: guesses aren't repeated in another version.
 */
function everyLink(services: readonly string[]) {
  return (offers: Offer[]): Offer[] => [
    ...offers,
    ...offers
      .filter(({ pool }) => pool === 'page')
      .flatMap((offer) =>
        services.map((service): Offer => {
          const url = owsUrl(offer.url, { service, request: 'GetCapabilities' });
          const kind = service.toLowerCase();
          return { ...offer, url: fetchKey(url) ?? url, pool: 'probe', kind, cls: 1, foundBy: 'sibling' };
        }),
      ),
  ];
}

const crawls = [
  { name: 'with the suspicion model', economy: await measure() },
  { name: 'without: every link asked as WMS', economy: await measure(everyLink(['WMS'])) },
  {
    name: 'without: every link asked as WMS, WFS, WCS, WMTS, CSW',
    economy: await measure(everyLink(['WMS', 'WFS', 'WCS', 'WMTS', 'CSW'])),
  },
];
const [model] = crawls;
const per = (count: number, { resources }: Economy) => (count / resources).toFixed(2);
console.log(`Demo web, ${demoServicesToFind.length} map services within reach, seeds and depth as in its own crawl.\n`);
console.log(
  '| | resources confirmed | same as with the model | capabilities requests | per resource | all requests | per resource |',
);
console.log('|---|---|---|---|---|---|---|');
for (const { name, economy } of crawls) {
  const missed = [...model!.economy.found].filter((one) => !economy.found.has(one)).length;
  const more = [...economy.found].filter((one) => !model!.economy.found.has(one)).length;
  const same = missed === 0 && more === 0 ? 'all' : `${missed} missed, ${more} more`;
  const { resources, capabilities, requests } = economy;
  const cells = [name, resources, same, capabilities, per(capabilities, economy), requests, per(requests, economy)];
  console.log(`| ${cells.join(' | ')} |`);
}
console.log(`\nrobots.txt of ${model!.economy.robots} hosts is in "all requests" of each.`);
