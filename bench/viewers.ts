// The cost of live viewers of a crawl, and whether any of them misses a discovery.
//
//   npm run bench:viewers            200 viewers
//   npm run bench:viewers -- 500     as many as you like
//
// The built server runs as a separate process; its CPU time is read from the system, that of the crawl process and of
// the viewers (in this process) separately.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChainWeb } from '../test/crawls/watch-crawl.ts';
import { childOf, processorSeconds } from './process-time.ts';
import { machine, writeSection } from './results.ts';
import { startBuiltServer } from './running-server.ts';

const viewers = Number(process.argv[2] ?? 200);
const services = 400;

interface Served {
  readonly seconds: number;
  readonly serverSeconds: number;
  readonly viewerSeconds: number;
  readonly crawlSeconds: number;
  readonly missed: number;
  readonly slowestMs: number;
}

async function measure(count: number): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'geotrawl-viewers-'));
  const web = await startChainWeb(services);
  const server = await startBuiltServer(join(folder, 'bench.db'), { GEOTRAWL_POLITENESS__DELAY_MS: '20' });
  const { url, pid, post } = server;
  const made = await post('/api/v1/tasks', { seeds: [`${web.origin}/`], depth: services, scope: 'host' });
  const { id } = (await made.json()) as { id: number };
  const watching = Array.from({ length: count }, () => view(`${url}/api/v1/tasks/${id}/events`));
  await Promise.all(watching.map(({ ready }) => ready));
  const [beganMs, serverBegan, hereBegan] = [performance.now(), processorSeconds(pid), process.cpuUsage()];
  await post(`/api/v1/tasks/${id}/start`);
  const crawlSeconds = await untilDone(`${url}/api/v1/tasks/${id}`, pid);
  const seconds = (performance.now() - beganMs) / 1000;
  const serverSeconds = processorSeconds(pid) - serverBegan;
  const { user, system } = process.cpuUsage(hereBegan);
  // The last bytes may still be in transit when the state is done.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const seen = watching.map(({ finds }) => finds);
  for (const { leave } of watching) leave();
  await server.stop();
  await web.close();
  rmSync(folder, { recursive: true });
  return {
    seconds,
    serverSeconds,
    viewerSeconds: (user + system) / 1e6,
    crawlSeconds,
    missed: seen.reduce((sum, finds) => sum + services - finds.size, 0),
    slowestMs: Math.max(0, ...spreads(seen)),
  };
}

/** For each discovery, the time between the first and the last viewer who saw it. */
function spreads(seen: readonly ReadonlyMap<number, number>[]): number[] {
  const [first] = seen;
  return [...(first?.keys() ?? [])].map((id) => {
    const times = seen.flatMap((finds) => finds.get(id) ?? []);
    return Math.max(...times) - Math.min(...times);
  });
}

async function untilDone(url: string, server: number): Promise<number> {
  let crawlSeconds = 0;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const child = childOf(server);
    if (child > 0) crawlSeconds = processorSeconds(child);
    const { state } = (await (await fetch(url)).json()) as { state: string };
    if (state === 'done') return crawlSeconds;
    if (state === 'failed' || state === 'stopped') throw new Error(`the crawl is ${state}`);
  }
}

/** One viewer: which discoveries it saw, and when. */
function view(url: string) {
  const finds = new Map<number, number>();
  const halt = new AbortController();
  let isReady: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const read = async () => {
    const response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: halt.signal });
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      isReady();
      const frames = (text + chunk).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const id = /^id: (\d+)\nevent: found\n/.exec(frame)?.[1];
        if (id !== undefined) finds.set(Number(id), performance.now());
      }
    }
  };
  read().catch((error: unknown) => {
    if (!halt.signal.aborted) throw error;
  });
  return { finds, ready, leave: () => halt.abort() };
}

const [without, withViewers] = [await measure(0), await measure(viewers)];
const percent = (used: number, { seconds }: Served) => `${((100 * used) / seconds).toFixed(1)} %`;
const extra = withViewers.serverSeconds / withViewers.seconds - without.serverSeconds / without.seconds;
writeSection(
  'bench/viewers',
  `\`npm run bench:viewers\` on ${machine()}

${services} services found in ${withViewers.seconds.toFixed(0)} s, each told to every viewer; processor of one core while it runs.

| | without viewers | ${viewers} viewers |
|---|---|---|
| server | ${percent(without.serverSeconds, without)} | ${percent(withViewers.serverSeconds, withViewers)} |
| crawl process | ${percent(without.crawlSeconds, without)} | ${percent(withViewers.crawlSeconds, withViewers)} |
| viewers and web (the load generator) | ${percent(without.viewerSeconds, without)} | ${percent(withViewers.viewerSeconds, withViewers)} |
| finds missed | – | ${withViewers.missed} of ${viewers * services} |
| first to last viewer, slowest find | – | ${withViewers.slowestMs.toFixed(0)} ms |

${viewers} viewers cost the server ${(100 * extra).toFixed(1)} % of a core; the aim is under 20 % for 200, and no find missed.
`,
);
