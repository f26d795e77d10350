// The process beside the server that runs all its crawls and checks: started by crawl-child.ts, exits with the server.
import { constants, setPriority } from 'node:os';
import { systemClock } from '../../base/time/system-clock.ts';
import { createHostGate } from '../../fetch/host-gate.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { type OpenCatalog, openCatalogIn } from '../../open-catalog.ts';
import { openStore } from '../../store/open-store.ts';
import { type CrawlRunner, createCrawlRunner } from './crawl-runner.ts';
import { startMonitor } from './monitor-runner.ts';
import { type FromCrawler, failureMessage, type ToCrawler } from './process-messages.ts';

/** Polling interval for desired states, when no message arrives. */
const pollEveryMs = 1000;

/** How often indexing starts: each run creates a segment that is merged later. */
const indexEveryMs = 2000;
/** Indexing runs in slices with equally long breaks, so that searches get at least half of the CPU. */
const sliceMs = 50;

// Lower priority: users wait for searches, crawls wait for hosts. Half a second of indexing at full speed delayed every search
// meanwhile.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

let runner: CrawlRunner | null = null;
let isLeaving = false;

const send = (message: FromCrawler) => {
  if (process.connected) process.send?.(message);
};

process.on('message', (message: ToCrawler) => {
  if (message.type === 'begin') begin(message);
  if (message.type === 'refresh' && runner !== null) apply(runner);
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
  const monitor = settings['server.watch'] ? startMonitor({ store, gate, settings, send }) : null;
  const onFound = () => monitor?.wake();
  const crawls = createCrawlRunner({ store, clock: systemClock, settings, isLocal, send, gate, onFound });
  runner = crawls;
  const timer = setInterval(() => {
    apply(crawls);
    crawls.report();
  }, pollEveryMs);
  apply(crawls);
  const indexing = startIndexing(openCatalogIn(store, { hostCountries: settings['hosts.countries'] }));
  close = async () => {
    clearInterval(timer);
    await indexing.stop();
    await Promise.all([crawls.close(), monitor?.close()]);
    await store.close();
  };
}

/** The next pass may succeed. */
function apply(crawls: CrawlRunner): void {
  crawls.applyDesiredStates().catch((error: unknown) => report('the crawls', error));
}

/** Locks by another program and database restarts are temporary. */
function report(what: string, error: unknown): void {
  if (!(error instanceof GeotrawlError && error.retry)) send(failureMessage(what, error));
}

/** Crawls index their results while waiting for hosts; this covers what is left over. */
function startIndexing(catalog: Pick<OpenCatalog, 'tend'>): { stop(): Promise<void> } {
  let isStopped = false;
  let running = Promise.resolve();
  const index = async (): Promise<void> => {
    try {
      while (!isStopped && !(await catalog.tend(sliceMs))) await systemClock.sleep(sliceMs);
    } catch (error) {
      report('indexing', error);
    }
    if (!isStopped) timer = setTimeout(next, indexEveryMs);
  };
  const next = () => {
    running = index();
  };
  let timer = setTimeout(next, 0);
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
