// Who may see and steer which crawl, and how it stands with one.
import { GeotrawlError } from '../../model/errors.ts';
import type { Work } from '../../store/sql/sql.ts';
import { findOwnedTask, type OwnedTask } from '../crawls/task-rows.ts';
import { may, type Who } from '../http/principal.ts';

/** How it stands with a crawl, as people see it. */
export type TaskState =
  | 'new'
  | 'waiting'
  | 'running'
  | 'pausing'
  | 'paused'
  | 'stopping'
  | 'stopped'
  | 'done'
  | 'failed';

/** What is wanted and what is: the process that crawls says which run. */
export function stateOf({ id, wish, state, ended, isHeld }: OwnedTask, running: ReadonlySet<number>): TaskState {
  if (running.has(id) || isHeld) return wish === 'run' ? 'running' : wish === 'pause' ? 'pausing' : 'stopping';
  if (wish === 'run') return 'waiting';
  if (wish === 'pause') return 'paused';
  if (wish === 'none') return 'new';
  if (state === 'done') return 'done';
  return ended?.startsWith('failed') ? 'failed' : 'stopped';
}

/** Throws `task.not-found`, also for what this person may not see: they shall not learn that it is there. */
export function* seenTask(who: Who, id: number): Work<OwnedTask> {
  const task = yield* findOwnedTask(id);
  if (task === null || !maySee(who, task))
    throw new GeotrawlError('task.not-found', `There is no crawl ${id} here, or it is somebody else's.`);
  return task;
}

/** The same for changing it; throws `access.denied` too. */
export function* steeredTask(who: Who, id: number): Work<OwnedTask> {
  const task = yield* seenTask(who, id);
  if (!maySteer(who, task)) throw new GeotrawlError('access.denied', 'This crawl is somebody else’s.');
  return task;
}

export function maySee(who: Who, task: OwnedTask): boolean {
  return task.isShared || isOwn(who, task);
}

export function maySteer(who: Who, task: OwnedTask): boolean {
  return may(who, 'crawl') && isOwn(who, task);
}

/** Administrators own everything. */
function isOwn({ person, role }: Who, { owner }: OwnedTask): boolean {
  return role === 'admin' || (person !== null && owner?.id === person.id);
}
