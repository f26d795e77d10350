// Time as a dependency, so that tests control it.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Uncertainty of a remote clock: `now` is its earliest possible value, and it is at most this much later. */
  behindMs?(): number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
