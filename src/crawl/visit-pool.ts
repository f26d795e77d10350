// The visits under way: begins them, gathers what they brought, wakes the pipeline when something changed.
import { createBell } from '../base/async/wake-signal.ts';
import type { Clock } from '../model/clock.ts';
import type { Pool, Visit } from '../model/frontier.ts';

export interface Crew<Effects> {
  /** Visits under way, by pool. */
  readonly active: Readonly<Record<Pool, number>>;
  readonly underWay: ReadonlySet<Visit>;
  begin(visit: Visit): void;
  /** True while visits are under way or their effects wait to be taken. */
  isBusy(): boolean;
  /** How many finished visits wait, and for how long the oldest has. */
  waiting(): { readonly visits: number; readonly oldestMs: number };
  /** Everything finished since the last call. Throws what a visit threw: that is a bug of ours. */
  take(): Effects[];
  /** Sleeps until a visit finishes, the moment comes, or the crawl is aborted. */
  rest(untilMs: number): Promise<void>;
  /** Ends the rest: there may be work that was not there before. */
  wake(): void;
  /** Aborts what is under way. */
  dismiss(): void;
}

export type Work<Effects> = (visit: Visit, halt: AbortSignal) => Promise<Effects>;

export interface CrewEnd {
  readonly signal: AbortSignal | undefined;
  /** How long visits under way may go on after the signal. */
  readonly drainMs: number;
}

export function createCrew<Effects>(work: Work<Effects>, clock: Clock, end?: CrewEnd): Crew<Effects> {
  const { signal, drainMs = 0 } = end ?? {};
  const active = { page: 0, probe: 0 };
  const underWay = new Set<Visit>();
  const halt = new AbortController();
  let finished: Effects[] = [];
  let oldestAtMs = 0;
  let failure: { readonly error: unknown } | null = null;
  const bell = createBell(clock);
  let draining: NodeJS.Timeout | null = null;
  const onAbort = () => {
    if (drainMs === 0) halt.abort(signal?.reason);
    else draining = setTimeout(() => halt.abort(signal?.reason), drainMs);
    bell.ring();
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();

  const keep = (effects: Effects) => {
    if (finished.length === 0) oldestAtMs = clock.now();
    finished.push(effects);
  };
  const ended = (visit: Visit) => {
    active[visit.pool]--;
    underWay.delete(visit);
    bell.ring();
  };
  return {
    active,
    underWay,
    begin(visit) {
      active[visit.pool]++;
      underWay.add(visit);
      work(visit, halt.signal).then(
        (effects) => {
          keep(effects);
          ended(visit);
        },
        (error: unknown) => {
          failure ??= { error };
          ended(visit);
        },
      );
    },
    isBusy: () => active.page + active.probe + finished.length > 0 || failure !== null,
    waiting: () => ({ visits: finished.length, oldestMs: finished.length === 0 ? 0 : clock.now() - oldestAtMs }),
    take() {
      if (failure !== null) throw failure.error;
      const taken = finished;
      finished = [];
      return taken;
    },
    rest: bell.rest,
    wake: bell.ring,
    dismiss() {
      signal?.removeEventListener('abort', onAbort);
      if (draining !== null) clearTimeout(draining);
      halt.abort();
      bell.silence();
    },
  };
}
