// Who may view and control which crawl, and the state of a crawl.
import { GeotrawlError } from '../../model/errors.ts';
import type { Work } from '../../store/sql/sql.ts';
import { may, type Principal } from '../http/principal.ts';
import { findOwnedTask, type OwnedTask } from './task-rows.ts';

/** The state shown to users. */
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

/** Combines the desired state with the actual one reported by the crawl process. */
export function stateOf(
  { id, desiredState: desired, state, ended, isHeld }: OwnedTask,
  running: ReadonlySet<number>,
): TaskState {
  if (running.has(id) || isHeld) return desired === 'run' ? 'running' : desired === 'pause' ? 'pausing' : 'stopping';
  if (desired === 'run') return 'waiting';
  if (desired === 'pause') return 'paused';
  if (desired === 'none') return 'new';
  if (state === 'done') return 'done';
  return ended?.startsWith('failed') ? 'failed' : 'stopped';
}

/** Throws `task.not-found`, also for crawls the account may not see, so that their existence isn't disclosed. */
export function* seenTask(who: Principal, id: number): Work<OwnedTask> {
  const task = yield* findOwnedTask(id);
  if (task === null || !maySee(who, task))
    throw new GeotrawlError('task.not-found', `Crawl ${id} doesn't exist, or it belongs to another user.`);
  return task;
}

/** The same for changes; also throws `access.denied`. */
export function* steeredTask(who: Principal, id: number): Work<OwnedTask> {
  const task = yield* seenTask(who, id);
  if (!maySteer(who, task)) throw new GeotrawlError('access.denied', 'This crawl belongs to another user.');
  return task;
}

export function maySee(who: Principal, task: OwnedTask): boolean {
  return task.isShared || isOwn(who, task);
}

export function maySteer(who: Principal, task: OwnedTask): boolean {
  return may(who, 'crawl') && isOwn(who, task);
}

/** Administrators may change every crawl. */
function isOwn({ person, role }: Principal, { owner }: OwnedTask): boolean {
  return role === 'admin' || (person !== null && owner?.id === person.id);
}
