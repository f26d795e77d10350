// The process beside the server in which all its crawls and checks run: begun by crawl-child.ts, gone when the server is.
import { systemClock } from '../../base/system-clock.ts';
import { createHostGate } from '../../fetch/host-gate.ts';
import { openSqlite } from '../../store/sqlite.ts';
import { type CrawlRunner, createCrawlRunner } from './crawl-runner.ts';
import type { FromCrawler, ToCrawler } from './messages.ts';
import { startWatch } from './watch-runner.ts';

/** Messages hasten it; without any, wishes come true this late. */
const lookEveryMs = 1000;

let runner: CrawlRunner | null = null;
let isLeaving = false;

const tell = (message: FromCrawler) => {
  if (process.connected) process.send?.(message);
};

process.on('message', (message: ToCrawler) => {
  if (message.type === 'begin') begin(message);
  if (message.type === 'look') runner?.look();
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
  const store = openSqlite(settings.db);
  const gate = createHostGate(systemClock);
  const watch = settings['server.watch'] ? startWatch({ store, gate, settings, tell }) : null;
  const onFound = () => watch?.look();
  const running = createCrawlRunner({ store, clock: systemClock, settings, isLocal, tell, gate, onFound });
  runner = running;
  const timer = setInterval(() => {
    running.look();
    running.report();
  }, lookEveryMs);
  running.look();
  close = async () => {
    clearInterval(timer);
    await Promise.all([running.close(), watch?.close()]);
    await store.close();
  };
}

async function leave(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  await close();
  process.exit(0);
}
