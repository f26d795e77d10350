// When rendering a page ends: when it is done, over budget, or because the crawl stops, whichever comes first.
import type { ErrorCode } from '../../model/errors.ts';
import { onAbort } from '../abort-listeners.ts';

export interface PageEnd {
  readonly code: ErrorCode;
  readonly message: string;
}

export interface PageWatch {
  /** Resolves when rendering must end. */
  readonly over: Promise<void>;
  /** Aborts everything in progress for the page. */
  readonly signal: AbortSignal;
  /** Why rendering ended; null while it runs and when nothing went wrong. */
  ended(): PageEnd | null;
  end(code: ErrorCode, message: string): void;
  /** Notes a limit that was reached without ending the page. */
  note(code: ErrorCode, message: string): void;
  isOver(): boolean;
  /** The page is done; stops all timers. */
  close(): void;
}

export function createPageWatch(timeMs: number, halt: AbortSignal): PageWatch {
  const controller = new AbortController();
  let reason: PageEnd | null = null;
  let resolveOver: () => void;
  const over = new Promise<void>((resolve) => {
    resolveOver = resolve;
  });
  const stop = () => {
    controller.abort();
    resolveOver();
  };
  const end = (code: ErrorCode, message: string) => {
    if (controller.signal.aborted) return;
    reason = { code, message };
    stop();
  };
  const timer = setTimeout(
    () => end('render.budget', `The page was still busy after ${Math.round(timeMs / 1000)} s and was ended.`),
    timeMs,
  );
  const forget = onAbort(halt, stop);
  return {
    over,
    signal: controller.signal,
    ended: () => reason,
    end,
    note: (code, message) => {
      if (!controller.signal.aborted) reason ??= { code, message };
    },
    isOver: () => controller.signal.aborted,
    close: () => {
      clearTimeout(timer);
      forget();
      stop();
    },
  };
}
