// The process beside the server that runs all its crawls and checks: started by crawl-child.ts, exits with the server.
import { constants, setPriority } from 'node:os';
import { systemClock } from '../../base/time/system-clock.ts';
import { createHostGate } from '../../fetch/host-gate.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { type OpenCatalog, openCatalogIn } from '../../open-catalog.ts';
import { openStore } from '../../store/open-store.ts';
import { type CrawlRunner, createCrawlRunner } from './crawl-runner.ts';
import { startWatch } from './monitor-runner.ts';
import type { FromCrawler, ToCrawler } from './process-messages.ts';

/** Polling interval for desired states, when no message arrives. */
const lookEveryMs = 1000;

/** How often indexing starts: each run creates a segment that is merged later. */
const tendEveryMs = 2000;
/** Indexing runs in slices with equally long breaks, so that searches get at least half of the CPU. */
const tendMs = 50;

// Lower priority: users wait for searches, crawls wait for hosts. Half a second of indexing at full speed delayed every search
// meanwhile.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

let runner: CrawlRunner | null = null;
let isLeaving = false;

const tell = (message: FromCrawler) => {
  if (process.connected) process.send?.(message);
};

process.on('message', (message: ToCrawler) => {
  if (message.type === 'begin') begin(message);
  if (message.type === 'look' && runner !== null) look(runner);
  if (message.type === 'leave') void leave();
});
// The server is gone; the next one resumes the crawls.
process.on('disconnect', () => {
  void leave();
});
// Ctrl-C in a terminal reaches both processes; the server decides when to exit.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => {
  void leave();
});

let close = async () => {};

function begin({ settings, isLocal }: Extract<ToCrawler, { type: 'begin' }>): void {
  const store = openStore(settings.db, { cacheFolder: settings['cache.folder'] });
  const gate = createHostGate(systemClock);
  const watch = settings['server.watch'] ? startWatch({ store, gate, settings, tell }) : null;
  const onFound = () => watch?.look();
  const running = createCrawlRunner({ store, clock: systemClock, settings, isLocal, tell, gate, onFound });
  runner = running;
  const timer = setInterval(() => {
    look(running);
    running.report();
  }, lookEveryMs);
  look(running);
  const maintenance = keepTended(openCatalogIn(store, { hostCountries: settings['hosts.countries'] }));
  close = async () => {
    clearInterval(timer);
    await maintenance.stop();
    await Promise.all([running.close(), watch?.close()]);
    await store.close();
  };
}

/** A failed pass is logged; the next one may succeed. */
function look(running: CrawlRunner): void {
  running.look().catch((error: unknown) => {
    // Locks by another program and database restarts are temporary.
    if (error instanceof GeotrawlError && error.retry) return;
    tell({
      type: 'failure',
      what: 'the crawls',
      message: error instanceof Error ? (error.stack ?? '') : String(error),
    });
  });
}

/** Crawls index their results while waiting for hosts; this covers what is left over. */
function keepTended(catalog: Pick<OpenCatalog, 'tend'>): { stop(): Promise<void> } {
  let isStopped = false;
  let running = Promise.resolve();
  const work = async (): Promise<void> => {
    try {
      while (!isStopped && !(await catalog.tend(tendMs))) await systemClock.sleep(tendMs);
    } catch (error) {
      // A database locked by another program is temporary; other errors are logged.
      if (!(error instanceof GeotrawlError && error.retry))
        tell({
          type: 'failure',
          what: 'indexing',
          message: error instanceof Error ? (error.stack ?? '') : String(error),
        });
    }
    if (!isStopped) timer = setTimeout(begin, tendEveryMs);
  };
  const begin = () => {
    running = work();
  };
  let timer = setTimeout(begin, 0);
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function leave(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  await close();
  process.exit(0);
}
