// Bounds of the offset of another clock: a request and its response prove no more. A response that waited 60 ms in a busy process
// underestimates it by up to 60 ms; estimating half of that made crawl delays between two machines too short.

export interface ClockReading {
  /** Our clock before the request and after the response, and the other clock in between; whole milliseconds. */
  readonly beforeMs: number;
  readonly theirsMs: number;
  readonly afterMs: number;
}

export interface ClockOffset {
  note(reading: ClockReading): void;
  /** Bounds of the other clock's current time. */
  bounds(nowMs: number): { readonly earliestMs: number; readonly latestMs: number };
}

/** Clocks under correction run too fast or slow by up to this share (adjtime: 500 parts per million). */
const drift = 0.0005;
const keptReadings = 32;

/** Uses the tightest of the latest readings. `note` must be called before `bounds`. */
export function createClockOffset(): ClockOffset {
  let readings: ClockReading[] = [];
  return {
    note(reading) {
      const { lowMs, highMs } = boundsOf([...readings, reading], reading.afterMs);
      // One of the clocks was set, or a machine was suspended: earlier readings are void.
      if (lowMs > highMs) readings = [];
      readings = [...readings.slice(1 - keptReadings), reading];
    },
    bounds(nowMs) {
      const { lowMs, highMs } = boundsOf(readings, nowMs);
      // Our own clock rounds down by up to a millisecond.
      return { earliestMs: Math.floor(nowMs + lowMs), latestMs: Math.ceil(nowMs + 1 + highMs) };
    },
  };
}

/** Bounds of the offset to add to our clock. Both clocks give whole milliseconds with unknown rounding. */
function boundsOf(readings: readonly ClockReading[], nowMs: number): { lowMs: number; highMs: number } {
  let [lowMs, highMs] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { beforeMs, theirsMs, afterMs } of readings) {
    const driftMs = drift * Math.abs(nowMs - afterMs);
    lowMs = Math.max(lowMs, theirsMs - 1 - (afterMs + 1) - driftMs);
    highMs = Math.min(highMs, theirsMs + 1 - beforeMs + driftMs);
  }
  return { lowMs, highMs };
}
