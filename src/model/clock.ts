// Time as an argument, so that tests own it.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A clock of other machines is known within bounds: `now` is the earliest it may be, and this much later it is at most. */
  behindMs?(): number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
