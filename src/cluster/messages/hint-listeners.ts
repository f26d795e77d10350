// Listeners for hints, with throttling: many commits a second need only a few hints.
import type { HintQueue } from '../../model/dispatcher.ts';

export interface HintListeners {
  add(queue: HintQueue, listener: (task: number) => void): () => void;
  tell(queue: HintQueue, task: number): void;
}

export function makeHintListeners(): HintListeners {
  const listeners = new Map<HintQueue, Set<(task: number) => void>>();
  return {
    add: (queue, listener) => {
      const known = listeners.get(queue) ?? new Set();
      listeners.set(queue, known.add(listener));
      return () => void known.delete(listener);
    },
    tell: (queue, task) => {
      for (const listener of listeners.get(queue) ?? []) listener(task);
    },
  };
}

export interface HintBrake {
  hint(queue: HintQueue, task: number): void;
  stop(): void;
}

/** Forwards the first hint of a queue and task at once, and later ones combined at the end of the interval. */
export function makeHintBrake(send: (queue: HintQueue, task: number) => void, pauseMs: number): HintBrake {
  const pauses = new Map<string, { timer: NodeJS.Timeout; isWaiting: boolean }>();
  const begin = (key: string, queue: HintQueue, task: number) => {
    send(queue, task);
    const timer = setTimeout(() => {
      const { isWaiting } = pauses.get(key)!;
      pauses.delete(key);
      if (isWaiting) begin(key, queue, task);
    }, pauseMs);
    timer.unref();
    pauses.set(key, { timer, isWaiting: false });
  };
  return {
    hint: (queue, task) => {
      const key = `${queue} ${task}`;
      const pause = pauses.get(key);
      if (pause === undefined) begin(key, queue, task);
      else pause.isWaiting = true;
    },
    stop: () => {
      for (const { timer } of pauses.values()) clearTimeout(timer);
      pauses.clear();
    },
  };
}
