// The server's end of the process that crawls: begins it on first need, and again when it dies.
import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import type { FromCrawler, ToCrawler } from './process-messages.ts';

export interface CrawlChild {
  /** Somebody wants something: begins the process where there is none, and has it look. */
  hasten(): void;
  isRunning(): boolean;
  /** Ends crawls where they are and waits until the process is gone; it is killed after `patienceMs`. */
  close(patienceMs: number): Promise<void>;
}

export interface ChildParts {
  readonly settings: Config;
  readonly isLocal: boolean;
  readonly onMessage: (message: FromCrawler) => void;
  /** The process is gone; whether somebody wants it back is asked then. */
  readonly onGone: () => Promise<boolean>;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** A process that dies at once again and again gets more and more time. */
const [firstPauseMs, longestPauseMs, healthyMs] = [500, 30_000, 60_000];

export function createCrawlChild(parts: ChildParts): CrawlChild {
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
      // Whether it is wanted cannot be told now; begun, it finds out by itself.
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

/** Settings go by message, never by command line or environment: others on the machine see those. */
function begin(): ChildProcess {
  const file = fileURLToPath(import.meta.url).replace(/crawl-child(\.[jt]s)$/, 'crawl-process$1');
  // From the sources, as tests run it, Node needs help with TypeScript.
  const execArgv = file.endsWith('.ts') ? ['--import', createRequire(import.meta.url).resolve('tsx')] : [];
  return fork(file, { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}
