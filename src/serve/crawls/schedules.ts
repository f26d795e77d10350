// Scheduled crawls: finds those that are due and starts each exactly once, even after downtime.
import { GeotrawlError } from '../../model/errors.ts';
import type { SqlStore, Work } from '../../store/sql/sql.ts';
import { may, type Principal } from '../http/principal.ts';
import type { TaskRequest } from './task-request.ts';
import { endSchedule, listOwnedTasks, type OwnedTask, saveDesiredState, saveNext, takeSchedule } from './task-rows.ts';

export interface ScheduleDependencies {
  readonly store: SqlStore;
  readonly isLocal: boolean;
  readonly running: ReadonlySet<number>;
  /** Creates and starts a crawl; `alongside` runs in the same transaction. */
  readonly create: (who: Principal, task: TaskRequest, alongside: Alongside) => Promise<unknown>;
  readonly onFailure: (error: unknown, what: string) => void;
}

export type Alongside = (created: number) => Work<void>;

/** Temporary conditions: the crawl starts when there is capacity. */
const temporaryCodes: ReadonlySet<string> = new Set(['task.too-many', 'task.quota']);

/** Thrown to roll back when another server on the same database was faster. */
const createdElsewhere = new Error('another server created the crawl');

/**
 * A due crawl is created again so that its pages are visited again. Any number of servers may run this: the schedule
 * moves to the new crawl in the transaction that creates it. Returns the next due time, or null.
 */
export async function runSchedules(parts: ScheduleDependencies, nowMs: number): Promise<number | null> {
  const tasks = await parts.store.read(listOwnedTasks);
  for (const task of tasks) {
    const who = ownerOf(task, parts.isLocal);
    const { nextMs } = task;
    if (who === null || nextMs === null || !isDue(task, nowMs) || parts.running.has(task.id) || task.isHeld) continue;
    try {
      await parts.create(who, task.madeFrom as TaskRequest, function* (created) {
        if (!(yield* takeSchedule(task.id, nextMs))) throw createdElsewhere;
        yield* saveNext(created, nextTime(task, nowMs));
      });
    } catch (error) {
      if (error === createdElsewhere || (error instanceof GeotrawlError && temporaryCodes.has(error.code))) continue;
      await giveUp(parts, task, error);
    }
  }
  const later = tasks.flatMap(({ nextMs }) => (nextMs !== null && nextMs > nowMs ? [nextMs] : []));
  return later.length === 0 ? null : later.reduce((first, one) => Math.min(first, one));
}

/** A running crawl isn't due, so there are never two. */
function isDue({ nextMs, everyMs, desiredState: desired }: OwnedTask, nowMs: number): boolean {
  return everyMs !== null && nextMs !== null && nextMs <= nowMs && desired !== 'run';
}

/** The time of day is kept, and missed runs aren't made up for. */
function nextTime({ nextMs, everyMs }: Pick<OwnedTask, 'nextMs' | 'everyMs'>, nowMs: number): number {
  const [dueMs, stepMs] = [nextMs ?? nowMs, everyMs ?? 1];
  return dueMs + stepMs * (Math.floor((nowMs - dueMs) / stepMs) + 1);
}

/** Null if it may not run: its owner was deleted or may no longer crawl. */
function ownerOf({ owner }: OwnedTask, isLocal: boolean): Principal | null {
  const common = { scopes: null, address: 'schedule' } as const;
  if (owner === null) return isLocal ? { ...common, person: null, role: 'admin', by: 'local' } : null;
  const who: Principal = { ...common, person: owner, role: owner.role, by: 'session' };
  return may(who, 'crawl') ? who : null;
}

/** A permanent failure: the schedule ends, and the crawl shows why. */
async function giveUp({ store, onFailure }: ScheduleDependencies, task: OwnedTask, error: unknown): Promise<void> {
  onFailure(error, `the schedule of ${task.name}`);
  if (!(error instanceof GeotrawlError)) return;
  await store.transact((transaction) =>
    store.within(transaction, function* () {
      yield* endSchedule(task.id);
      yield* saveDesiredState(task.id, 'stop', `failed: ${error.message}`);
    }),
  );
}
