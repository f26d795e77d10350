// A wait that ends at a notification or a time, for loops that wait hundreds of times a second.
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { Clock } from '../../model/clock.ts';

export interface WakeSignal {
  /** Ends the wait, or the next one if no one is waiting. */
  notify(): void;
  /** All notifications within one turn of the event loop end the same wait. */
  wait(untilMs: number): Promise<void>;
  /** Cancels the timer. */
  close(): void;
}

interface Timer {
  readonly atMs: number;
  readonly cancel: AbortController;
}

/** Timers count in 32 bits; an occasional spurious wake-up is harmless. */
const maxWaitMs = 60_000;

export function createWakeSignal(clock: Clock): WakeSignal {
  let isNotified = false;
  let endWait: (() => void) | null = null;
  let timer: Timer | null = null;
  let failure: { readonly error: unknown } | null = null;
  const notify = () => {
    isNotified = true;
    endWait?.();
  };
  const fail = (error: unknown) => {
    failure = { error };
    notify();
  };
  // Most waits end before their time. Their timer is kept for the next one, since starting timers is expensive.
  const startTimer = (untilMs: number) => {
    if (timer !== null && timer.atMs <= untilMs) return;
    timer?.cancel.abort();
    const waitMs = Math.max(0, Math.min(untilMs - clock.now(), maxWaitMs));
    const own: Timer = { atMs: clock.now() + waitMs, cancel: new AbortController() };
    timer = own;
    clock.sleep(waitMs, own.cancel.signal).then(() => {
      if (timer !== own) return;
      timer = null;
      notify();
    }, fail);
  };
  return {
    notify,
    async wait(untilMs) {
      startTimer(untilMs);
      await new Promise<void>((resolve) => {
        if (isNotified) resolve();
        else endWait = resolve;
      });
      endWait = null;
      await turnOfEventLoop();
      isNotified = false;
      if (failure !== null) throw failure.error;
    },
    close: () => timer?.cancel.abort(),
  };
}
