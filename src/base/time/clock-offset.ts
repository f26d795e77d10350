// How far another clock is from ours, as bounds: what was asked and answered proves no more. An answer that lay in a busy process for
// 60 ms says by up to 60 ms too little; half of that, as a guess, made pauses between two machines shorter than they were to be.

export interface ClockReading {
  /** Our clock before the question and after the answer, and what the other clock said in between; whole milliseconds. */
  readonly beforeMs: number;
  readonly theirsMs: number;
  readonly afterMs: number;
}

export interface ClockOffset {
  note(reading: ClockReading): void;
  /** The other clock now: at least, and at most. */
  bounds(nowMs: number): { readonly earliestMs: number; readonly latestMs: number };
}

/** Clocks that are being corrected run by up to this much too fast or slow (adjtime: 500 parts in a million). */
const drift = 0.0005;
const keptReadings = 32;

/** The best of the latest readings count. Nothing may be asked before the first. */
export function createClockOffset(): ClockOffset {
  let readings: ClockReading[] = [];
  return {
    note(reading) {
      const { lowMs, highMs } = boundsOf([...readings, reading], reading.afterMs);
      // One of the clocks was set, or a machine slept: what was known before is of no use.
      if (lowMs > highMs) readings = [];
      readings = [...readings.slice(1 - keptReadings), reading];
    },
    bounds(nowMs) {
      const { lowMs, highMs } = boundsOf(readings, nowMs);
      // Our own clock has counted up to a millisecond more than it says.
      return { earliestMs: Math.floor(nowMs + lowMs), latestMs: Math.ceil(nowMs + 1 + highMs) };
    },
  };
}

/** What is to be added to our clock. Both clocks say whole milliseconds, rounded somehow. */
function boundsOf(readings: readonly ClockReading[], nowMs: number): { lowMs: number; highMs: number } {
  let [lowMs, highMs] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { beforeMs, theirsMs, afterMs } of readings) {
    const driftMs = drift * Math.abs(nowMs - afterMs);
    lowMs = Math.max(lowMs, theirsMs - 1 - (afterMs + 1) - driftMs);
    highMs = Math.min(highMs, theirsMs + 1 - beforeMs + driftMs);
  }
  return { lowMs, highMs };
}
