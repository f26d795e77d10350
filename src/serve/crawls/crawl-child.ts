// The server's side of the crawl process: starts it on first use and restarts it when it dies.
import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import type { FromCrawler, ToCrawler } from './process-messages.ts';

export interface CrawlChildDependencies {
  readonly settings: Config;
  readonly isLocal: boolean;
  readonly onMessage: (message: FromCrawler) => void;
  /** Called when the process has exited; returns whether it is still needed. */
  readonly onExit: () => Promise<boolean>;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** Backoff for a process that keeps dying immediately. */
const [firstBackoffMs, longestBackoffMs, healthyMs] = [500, 30_000, 60_000];

export function createCrawlChild(parts: CrawlChildDependencies) {
  let child: ChildProcess | null = null;
  let isClosing = false;
  let backoffMs = firstBackoffMs;
  let restart: NodeJS.Timeout | null = null;
  const send = (message: ToCrawler) => {
    if (child?.connected) child.send(message);
  };
  const restartLater = async () => {
    const waitMs = backoffMs;
    try {
      if (!(await parts.onExit()) || isClosing || child !== null || restart !== null) return;
    } catch (error) {
      // Whether it is needed is unknown now; once started, it finds out by itself.
      parts.onFailure(error, 'the crawl process');
    }
    restart = setTimeout(start, waitMs);
    backoffMs = Math.min(2 * waitMs, longestBackoffMs);
  };
  const start = () => {
    restart = null;
    if (isClosing) return;
    const startedMs = Date.now();
    child = forkCrawlProcess();
    child.on('message', (message) => parts.onMessage(message as FromCrawler));
    child.on('error', (error) => parts.onFailure(error, 'the crawl process'));
    child.on('exit', (code, signal) => {
      child = null;
      if (isClosing) return;
      parts.onFailure(new Error(`it ended with ${signal ?? code}`), 'the crawl process');
      if (Date.now() - startedMs > healthyMs) backoffMs = firstBackoffMs;
      void restartLater();
    });
    send({ type: 'begin', settings: parts.settings, isLocal: parts.isLocal });
  };
  return {
    isRunning: () => child !== null,
    /** Starts the process if needed and makes it re-read the desired states. */
    refresh: () => {
      if (child !== null) send({ type: 'refresh' });
      else if (restart === null) start();
    },
    /** Stops the crawls and waits until the process has exited; it is killed after `graceMs`. */
    close: async (graceMs: number) => {
      isClosing = true;
      if (restart !== null) clearTimeout(restart);
      const leaving = child;
      if (leaving === null) return;
      const exited = new Promise<void>((resolve) => leaving.once('exit', () => resolve()));
      send({ type: 'leave' });
      const kill = setTimeout(() => leaving.kill('SIGKILL'), graceMs);
      await exited;
      clearTimeout(kill);
    },
  };
}

/** Settings are passed by message, never by command line or environment, which other users can see. */
function forkCrawlProcess(): ChildProcess {
  const file = fileURLToPath(import.meta.url).replace(/crawl-child(\.[jt]s)$/, 'crawl-process$1');
  // Run from source, as in tests, Node needs a TypeScript loader.
  const execArgv = file.endsWith('.ts') ? ['--import', createRequire(import.meta.url).resolve('tsx')] : [];
  return fork(file, { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}
