// Whether this process is too slow itself to judge the speed of others.

export interface EventLoopLag {
  /** True for a minute after a timer fired two seconds late or more. */
  isStrained(): boolean;
  stop(): void;
}

const [everyMs, lateMs, holdsMs] = [500, 2_000, 60_000] as const;

/** `now` is for tests. */
export function watchEventLoopLag(now: () => number = () => performance.now()): EventLoopLag {
  let last = now();
  let strainedMs = Number.NEGATIVE_INFINITY;
  const look = () => {
    const nowMs = now();
    if (nowMs - last > everyMs + lateMs) strainedMs = nowMs;
    last = nowMs;
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return {
    isStrained: () => {
      look();
      return now() - strainedMs < holdsMs;
    },
    stop: () => clearInterval(timer),
  };
}
