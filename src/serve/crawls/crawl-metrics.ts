// The last figures of every crawl, for whoever looks or watches: as the process beside the server tells them, or, where others may work
// on the same crawl, as the database has them.
import { systemClock } from '../../base/time/system-clock.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import { createClusterFigures, type OwnFigures } from './cluster-metrics.ts';
import type { EventHub } from './event-hub.ts';
import type { FromCrawler, MachineUse, TaskStats } from './process-messages.ts';

export interface Figures {
  readonly stats: TaskStats | null;
  /** Of the machine that crawls; null where that is another one. */
  readonly machine: MachineUse | null;
}

export interface FigureBoard {
  /** What the process beside the server says. */
  hear(message: Extract<FromCrawler, { type: 'stats' }>): void;
  /** The last figures; null before the first. */
  of(task: number): Figures;
  /** Reads what somebody looks at from the database, and tells whoever watches. */
  refresh(): Promise<void>;
}

/** Whoever asks for figures now and then finds them read. */
const figuresForMs = 30_000;

export interface BoardParts {
  readonly store: SqlStore;
  readonly hub: Pick<EventHub, 'tell' | 'watched'>;
  /** Those the process beside the server works on. */
  readonly running: ReadonlySet<number>;
}

export function createFigureBoard(parts: BoardParts): FigureBoard {
  return parts.store.engine === 'sqlite' ? boardOfOne(parts) : boardOfMany(parts);
}

function boardOfOne({ hub }: BoardParts): FigureBoard {
  const stats = new Map<number, TaskStats>();
  let machine: MachineUse | null = null;
  return {
    hear: (message) => {
      machine = message.machine;
      for (const figures of message.stats) {
        stats.set(figures.task, figures);
        hub.tell(figures.task, 'stats', { ...figures, machine });
      }
    },
    of: (task) => ({ stats: stats.get(task) ?? null, machine }),
    refresh: async () => undefined,
  };
}

function boardOfMany({ store, hub, running }: BoardParts): FigureBoard {
  const cluster = createClusterFigures(store, systemClock);
  const stats = new Map<number, TaskStats>();
  const own = new Map<number, OwnFigures>();
  const askedMs = new Map<number, number>();
  let machine: MachineUse | null = null;
  const machineOf = (task: number) => (running.has(task) ? machine : null);
  return {
    hear: (message) => {
      machine = message.machine;
      for (const { task, visited, visiting, waitingUntilMs } of message.stats)
        own.set(task, { visited, visiting, waitingUntilMs });
    },
    of: (task) => {
      askedMs.set(task, systemClock.now());
      return { stats: stats.get(task) ?? null, machine: machineOf(task) };
    },
    refresh: async () => {
      const nowMs = systemClock.now();
      for (const [task, atMs] of askedMs) if (nowMs - atMs > figuresForMs) askedMs.delete(task);
      for (const task of new Set([...hub.watched().keys(), ...askedMs.keys()])) {
        if (!running.has(task)) own.delete(task);
        const figures = await cluster.read(task, own.get(task) ?? null);
        if (figures === null || JSON.stringify(figures) === JSON.stringify(stats.get(task))) continue;
        stats.set(task, figures);
        hub.tell(task, 'stats', { ...figures, machine: machineOf(task) });
      }
    },
  };
}
