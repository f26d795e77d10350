// The visits in progress: starts them, collects their effects, wakes the pipeline on changes.
import { createWakeSignal } from '../base/async/wake-signal.ts';
import type { Clock } from '../model/clock.ts';
import type { Pool, Visit } from '../model/frontier.ts';

export interface VisitPool<Effects> {
  /** Visits in progress, by pool. */
  readonly active: Readonly<Record<Pool, number>>;
  readonly inProgress: ReadonlySet<Visit>;
  begin(visit: Visit): void;
  /** True while visits are in progress or effects are waiting. */
  isBusy(): boolean;
  /** Number of finished visits, and how long the oldest has waited. */
  waiting(): { readonly visits: number; readonly oldestMs: number };
  /** Everything finished since the last call. Rethrows what a visit threw, which is a bug of ours. */
  take(): Effects[];
  /** Waits until a visit finishes, the time comes, or the crawl is aborted. */
  wait(untilMs: number): Promise<void>;
  /** Ends the wait: there may be new work. */
  wake(): void;
  /** Aborts visits in progress. */
  dismiss(): void;
}

export interface VisitPoolEnd {
  readonly signal: AbortSignal | undefined;
  /** How long visits in progress may take after the signal. */
  readonly drainMs: number;
}

export function createVisitPool<Effects>(
  work: (visit: Visit, halt: AbortSignal) => Promise<Effects>,
  clock: Clock,
  { signal, drainMs }: VisitPoolEnd = { signal: undefined, drainMs: 0 },
): VisitPool<Effects> {
  const active = { page: 0, probe: 0 };
  const inProgress = new Set<Visit>();
  const halt = new AbortController();
  let finished: Effects[] = [];
  let oldestAtMs = 0;
  let failure: { readonly error: unknown } | null = null;
  const wakeSignal = createWakeSignal(clock);
  let draining: NodeJS.Timeout | null = null;
  const onAbort = () => {
    if (drainMs === 0) halt.abort(signal?.reason);
    else draining = setTimeout(() => halt.abort(signal?.reason), drainMs);
    wakeSignal.notify();
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();

  const ended = (visit: Visit) => {
    active[visit.pool]--;
    inProgress.delete(visit);
    wakeSignal.notify();
  };
  return {
    active,
    inProgress,
    begin(visit) {
      active[visit.pool]++;
      inProgress.add(visit);
      work(visit, halt.signal).then(
        (effects) => {
          if (finished.length === 0) oldestAtMs = clock.now();
          finished.push(effects);
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
    wait: wakeSignal.wait,
    wake: wakeSignal.notify,
    dismiss() {
      signal?.removeEventListener('abort', onAbort);
      if (draining !== null) clearTimeout(draining);
      halt.abort();
      wakeSignal.close();
    },
  };
}
