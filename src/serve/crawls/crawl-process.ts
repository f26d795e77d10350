// The process beside the server in which all its crawls and checks run: begun by crawl-child.ts, gone when the server is.
import { constants, setPriority } from 'node:os';
import { systemClock } from '../../base/time/system-clock.ts';
import { createHostGate } from '../../fetch/host-gate.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { type OpenCatalog, openCatalogIn } from '../../open-catalog.ts';
import { openStore } from '../../store/open-store.ts';
import { type CrawlRunner, createCrawlRunner } from '../tasks/crawl-runner.ts';
import { startWatch } from './monitor-runner.ts';
import type { FromCrawler, ToCrawler } from './process-messages.ts';

/** Messages hasten it; without any, wishes come true this late. */
const lookEveryMs = 1000;

/** How often work on the index is begun: every time makes a piece of index that is merged with others later. */
const tendEveryMs = 2000;
/** It goes on in steps with as long a rest between: searches meanwhile have the processor half of the time at least. */
const tendMs = 50;

// People wait for answers, crawls for hosts: half a second of indexing on a full core made every search late that came meanwhile.
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
// The server is gone: another one will begin where we are.
process.on('disconnect', () => {
  void leave();
});
// Ctrl-C in a terminal reaches both; the server says when to leave.
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
  const tending = keepTended(openCatalogIn(store, { hostCountries: settings['hosts.countries'] }));
  close = async () => {
    clearInterval(timer);
    await tending.stop();
    await Promise.all([running.close(), watch?.close()]);
    await store.close();
  };
}

/** What goes wrong with a look is told; the next one may do better. */
function look(running: CrawlRunner): void {
  running.look().catch((error: unknown) => {
    // Another program that holds the database lets go of it, and one that restarts comes back.
    if (error instanceof GeotrawlError && error.retry) return;
    tell({
      type: 'failure',
      what: 'the crawls',
      message: error instanceof Error ? (error.stack ?? '') : String(error),
    });
  });
}

/** Crawls index what they find while they wait for hosts; here is done what they and others leave. */
function keepTended(catalog: Pick<OpenCatalog, 'tend'>): { stop(): Promise<void> } {
  let isStopped = false;
  let running = Promise.resolve();
  const work = async (): Promise<void> => {
    try {
      while (!isStopped && !(await catalog.tend(tendMs))) await systemClock.sleep(tendMs);
    } catch (error) {
      // Another program that holds the database lets go of it; anything else somebody should know of.
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
