// The server's side of the crawl process: starts it on first use and restarts it when it dies.
import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import type { FromCrawler, ToCrawler } from './process-messages.ts';

export interface CrawlChild {
  /** Starts the process if needed and makes it re-read the desired states. */
  hasten(): void;
  isRunning(): boolean;
  /** Stops the crawls and waits until the process has exited; it is killed after `patienceMs`. */
  close(patienceMs: number): Promise<void>;
}

export interface CrawlChildDependencies {
  readonly settings: Config;
  readonly isLocal: boolean;
  readonly onMessage: (message: FromCrawler) => void;
  /** Called when the process has exited; returns whether it is still needed. */
  readonly onGone: () => Promise<boolean>;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** Backoff for a process that keeps dying immediately. */
const [firstPauseMs, longestPauseMs, healthyMs] = [500, 30_000, 60_000];

export function createCrawlChild(parts: CrawlChildDependencies): CrawlChild {
  let child: ChildProcess | null = null;
  let isClosing = false;
  let pauseMs = firstPauseMs;
  let again: NodeJS.Timeout | null = null;
  const send = (message: ToCrawler) => {
    if (child?.connected) child.send(message);
  };
  const beginAgain = async () => {
    const waitMs = pauseMs;
    try {
      if (!(await parts.onGone()) || isClosing || child !== null || again !== null) return;
    } catch (error) {
      // Whether it is needed is unknown now; once started, it finds out by itself.
      parts.onFailure(error, 'the crawl process');
    }
    again = setTimeout(start, waitMs);
    pauseMs = Math.min(2 * waitMs, longestPauseMs);
  };
  const start = () => {
    again = null;
    if (isClosing) return;
    const begun = begin();
    const begunAtMs = Date.now();
    child = begun;
    begun.on('message', (message) => parts.onMessage(message as FromCrawler));
    begun.on('error', (error) => parts.onFailure(error, 'the crawl process'));
    begun.on('exit', (code, signal) => {
      child = null;
      if (isClosing) return;
      parts.onFailure(new Error(`it ended with ${signal ?? code}`), 'the crawl process');
      if (Date.now() - begunAtMs > healthyMs) pauseMs = firstPauseMs;
      void beginAgain();
    });
    send({ type: 'begin', settings: parts.settings, isLocal: parts.isLocal });
  };
  return {
    isRunning: () => child !== null,
    hasten: () => {
      if (child !== null) send({ type: 'look' });
      else if (again === null) start();
    },
    close: async (patienceMs) => {
      isClosing = true;
      if (again !== null) clearTimeout(again);
      const leaving = child;
      if (leaving === null) return;
      const gone = new Promise<void>((resolve) => leaving.once('exit', () => resolve()));
      send({ type: 'leave' });
      const cutOff = setTimeout(() => leaving.kill('SIGKILL'), patienceMs);
      await gone;
      clearTimeout(cutOff);
    },
  };
}

/** Settings are passed by message, never by command line or environment, which other users can see. */
function begin(): ChildProcess {
  const file = fileURLToPath(import.meta.url).replace(/crawl-child(\.[jt]s)$/, 'crawl-process$1');
  // Run from source, as in tests, Node needs a TypeScript loader.
  const execArgv = file.endsWith('.ts') ? ['--import', createRequire(import.meta.url).resolve('tsx')] : [];
  return fork(file, { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}
