// Listeners for hints, with throttling: many commits a second need only a few hints.
import type { HintQueue } from '../../model/dispatcher.ts';

export interface HintListeners {
  add(queue: HintQueue, listener: (task: number) => void): () => void;
  notify(queue: HintQueue, task: number): void;
}

export function createHintListeners(): HintListeners {
  const listeners = new Map<HintQueue, Set<(task: number) => void>>();
  return {
    add: (queue, listener) => {
      const known = listeners.get(queue) ?? new Set();
      listeners.set(queue, known.add(listener));
      return () => void known.delete(listener);
    },
    notify: (queue, task) => {
      for (const listener of listeners.get(queue) ?? []) listener(task);
    },
  };
}

export interface HintThrottle {
  hint(queue: HintQueue, task: number): void;
  stop(): void;
}

/** Forwards the first hint of a queue and task at once, and later ones combined at the end of the interval. */
export function createHintThrottle(send: (queue: HintQueue, task: number) => void, intervalMs: number): HintThrottle {
  const sent = new Map<string, { timer: NodeJS.Timeout; isPending: boolean }>();
  const begin = (key: string, queue: HintQueue, task: number) => {
    send(queue, task);
    const timer = setTimeout(() => {
      const isPending = sent.get(key)?.isPending;
      sent.delete(key);
      if (isPending) begin(key, queue, task);
    }, intervalMs);
    timer.unref();
    sent.set(key, { timer, isPending: false });
  };
  return {
    hint: (queue, task) => {
      const key = `${queue} ${task}`;
      const last = sent.get(key);
      if (last === undefined) begin(key, queue, task);
      else last.isPending = true;
    },
    stop: () => {
      for (const { timer } of sent.values()) clearTimeout(timer);
      sent.clear();
    },
  };
}
