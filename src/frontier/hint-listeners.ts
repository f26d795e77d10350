// Who wants to hear hints, and a brake: many commits a second need no more than a few hints.

export interface HintListeners {
  add(listener: (task: number) => void): () => void;
  tell(task: number): void;
}

export function makeHintListeners(): HintListeners {
  const listeners = new Set<(task: number) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (task) => {
      for (const listener of listeners) listener(task);
    },
  };
}

/** Passes on the first hint of a task at once, and those that follow in one at the end of the pause. */
export function makeHintBrake(
  send: (task: number) => void,
  pauseMs: number,
): { hint(task: number): void; stop(): void } {
  const pauses = new Map<number, { timer: NodeJS.Timeout; isWaiting: boolean }>();
  const begin = (task: number) => {
    send(task);
    const timer = setTimeout(() => {
      const { isWaiting } = pauses.get(task)!;
      pauses.delete(task);
      if (isWaiting) begin(task);
    }, pauseMs);
    timer.unref();
    pauses.set(task, { timer, isWaiting: false });
  };
  return {
    hint: (task) => {
      const pause = pauses.get(task);
      if (pause === undefined) begin(task);
      else pause.isWaiting = true;
    },
    stop: () => {
      for (const { timer } of pauses.values()) clearTimeout(timer);
      pauses.clear();
    },
  };
}
