// Crawls that come again: which are due, and that each runs once at its time, however long the server was away.
import { GeotrawlError } from '../../model/errors.ts';
import type { SqlStore, Work } from '../../store/sql/sql.ts';
import { may, type Who } from '../http/principal.ts';
import type { TaskWish } from './task-request.ts';
import { endSchedule, listOwnedTasks, type OwnedTask, saveNext, saveWish, takeSchedule } from './task-rows.ts';

export interface ScheduleParts {
  readonly store: SqlStore;
  readonly isLocal: boolean;
  readonly running: ReadonlySet<number>;
  /** Makes and starts a crawl; `alongside` happens in the same transaction as its making. */
  readonly create: (who: Who, wish: TaskWish, alongside: Alongside) => Promise<unknown>;
  readonly onFailure: (error: unknown, what: string) => void;
}

export type Alongside = (made: number) => Work<void>;

/** Reasons that pass: the crawl begins when there is room. */
const passing: ReadonlySet<string> = new Set(['task.too-many', 'task.quota']);

/** Thrown to undo what another server with the same database has done in the same moment. */
const madeElsewhere = new Error('another server has made the crawl');

/**
 * A crawl that is due again is made anew: its pages are to be looked at once more. Any number of servers may look: the schedule goes
 * over to the new crawl in the transaction that makes it, once. Answers with the next moment that comes, null where there is none.
 */
export async function runSchedules(parts: ScheduleParts, nowMs: number): Promise<number | null> {
  const tasks = await parts.store.read(listOwnedTasks);
  for (const task of tasks) {
    const who = ownerOf(task, parts.isLocal);
    const { nextMs } = task;
    if (who === null || nextMs === null || !isDue(task, nowMs) || parts.running.has(task.id) || task.isHeld) continue;
    try {
      await parts.create(who, task.madeFrom as TaskWish, function* (made) {
        if (!(yield* takeSchedule(task.id, nextMs))) throw madeElsewhere;
        yield* saveNext(made, nextTime(task, nowMs));
      });
    } catch (error) {
      if (error === madeElsewhere || (error instanceof GeotrawlError && passing.has(error.code))) continue;
      await giveUp(parts, task, error);
    }
  }
  const later = tasks.flatMap(({ nextMs }) => (nextMs !== null && nextMs > nowMs ? [nextMs] : []));
  return later.length === 0 ? null : later.reduce((first, one) => Math.min(first, one));
}

/** One that still runs is not due: there are never two of them. */
function isDue({ nextMs, everyMs, wish }: OwnedTask, nowMs: number): boolean {
  return everyMs !== null && nextMs !== null && nextMs <= nowMs && wish !== 'run';
}

/** The time of day stays, and what was missed is not made up for. */
function nextTime({ nextMs, everyMs }: Pick<OwnedTask, 'nextMs' | 'everyMs'>, nowMs: number): number {
  const [dueMs, stepMs] = [nextMs ?? nowMs, everyMs ?? 1];
  return dueMs + stepMs * (Math.floor((nowMs - dueMs) / stepMs) + 1);
}

/** Null where nobody may have it run: its owner is gone, or no longer crawls. */
function ownerOf({ owner }: OwnedTask, isLocal: boolean): Who | null {
  const common = { scopes: null, address: 'schedule' } as const;
  if (owner === null) return isLocal ? { ...common, person: null, role: 'admin', by: 'local' } : null;
  const who: Who = { ...common, person: owner, role: owner.role, by: 'session' };
  return may(who, 'crawl') ? who : null;
}

/** What cannot be made today cannot be made tomorrow: the schedule ends, and the crawl says why. */
async function giveUp({ store, onFailure }: ScheduleParts, task: OwnedTask, error: unknown): Promise<void> {
  onFailure(error, `the schedule of ${task.name}`);
  if (!(error instanceof GeotrawlError)) return;
  await store.transact((transaction) =>
    store.within(transaction, function* () {
      yield* endSchedule(task.id);
      yield* saveWish(task.id, 'stop', `failed: ${error.message}`);
    }),
  );
}
