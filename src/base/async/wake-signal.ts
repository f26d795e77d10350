// Rest that ends when the bell rings or a moment comes, for a loop that rests hundreds of times a second.
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { Clock } from '../../model/clock.ts';

export interface WakeSignal {
  /** Ends the rest; with nobody resting, the next one. */
  ring(): void;
  /** Everything that rings within one turn of the event loop ends one rest. */
  rest(untilMs: number): Promise<void>;
  /** Lets go of the timer. */
  silence(): void;
}

interface Alarm {
  readonly atMs: number;
  readonly off: AbortController;
}

/** Timers count in 32 bits; waking up for nothing now and then is harmless. */
const maxRestMs = 60_000;

export function createWakeSignal(clock: Clock): WakeSignal {
  let hasRung = false;
  let endRest: (() => void) | null = null;
  let alarm: Alarm | null = null;
  let failure: { readonly error: unknown } | null = null;
  const ring = () => {
    hasRung = true;
    endRest?.();
  };
  const fail = (error: unknown) => {
    failure = { error };
    ring();
  };
  // Most rests are ended by a visit before the moment comes. The alarm is then kept: setting one is the dear part.
  const setAlarm = (untilMs: number) => {
    if (alarm !== null && alarm.atMs <= untilMs) return;
    alarm?.off.abort();
    const waitMs = Math.max(0, Math.min(untilMs - clock.now(), maxRestMs));
    const own: Alarm = { atMs: clock.now() + waitMs, off: new AbortController() };
    alarm = own;
    clock.sleep(waitMs, own.off.signal).then(() => {
      if (alarm !== own) return;
      alarm = null;
      ring();
    }, fail);
  };
  return {
    ring,
    async rest(untilMs) {
      setAlarm(untilMs);
      await new Promise<void>((resolve) => {
        if (hasRung) resolve();
        else endRest = resolve;
      });
      endRest = null;
      await turnOfEventLoop();
      hasRung = false;
      if (failure !== null) throw failure.error;
    },
    silence: () => alarm?.off.abort(),
  };
}
