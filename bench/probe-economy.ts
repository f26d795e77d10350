// Probe economy: capabilities requests sent per service confirmed, on the demo web. Counted by the servers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoServicesToFind } from '../lab/demo-web/manifest.ts';
import { startDemoWeb } from '../lab/demo-web/serve.ts';
import { crawl } from '../src/crawl.ts';

const web = await startDemoWeb({ hurry: true });
const folder = mkdtempSync(join(tmpdir(), 'geotrawl-economy-'));
let found = 0;
try {
  const settings = {
    db: join(folder, 'economy.db'),
    'crawl.scope': 'web',
    'crawl.depth': 8,
    'politeness.delayMs': 0,
    'network.allowPrivate': true,
    'network.resolve': [...web.resolve, web.elsewhere],
  } as const;
  for await (const event of crawl({ seeds: web.seeds, settings })) if (event.type === 'found') found++;
} finally {
  await web.close();
  rmSync(folder, { recursive: true });
}
const requests = web.requests();
const probes = requests.filter(({ path }) => /request=getcapabilities/i.test(path));
const robots = requests.filter(({ path }) => path === '/robots.txt');
const perService = (count: number) => (count / found).toFixed(2);
console.log('| | count | per service confirmed |\n|---|---|---|');
console.log(`| services confirmed (of ${demoServicesToFind.length} within reach) | ${found} | |`);
console.log(`| capabilities requests | ${probes.length} | ${perService(probes.length)} |`);
console.log(`| robots.txt | ${robots.length} | ${perService(robots.length)} |`);
console.log(`| all requests | ${requests.length} | ${perService(requests.length)} |`);
