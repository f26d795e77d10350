// The heartbeat of a crawl in a cluster: renews its leases and observes the state of its task.

import type { Frontier } from '../../model/frontier.ts';
import type { WorkerRegistration } from './worker-registration.ts';

export interface TaskHeartbeat {
  /** `done`: another worker found the frontier empty. `stop`: the task should stop. */
  desiredState(): 'go' | 'stop' | 'done';
  /** Pages read by all workers for this task. */
  pages(): number;
  /** Rethrows failures to renew leases. */
  check(): void;
  close(): Promise<void>;
}

export interface HeartbeatOptions {
  readonly frontier: Frontier;
  readonly task: { readonly id: number; readonly pages: number };
  /** Called at intervals. */
  readonly refresh: () => Promise<void>;
  /** Called with every heartbeat. */
  readonly listen: () => Promise<void>;
}

/** For a crawl with exclusive use of its database. */
export const alone: TaskHeartbeat = {
  desiredState: () => 'go',
  pages: () => 0,
  check: () => undefined,
  close: async () => undefined,
};

export function startHeartbeat(
  member: WorkerRegistration,
  { frontier, task, refresh, listen }: HeartbeatOptions,
): TaskHeartbeat {
  const ended = new AbortController();
  let state = 'running';
  let { pages } = task;
  let failure: { readonly error: unknown } | null = null;
  let tendedMs = member.clock.now();
  const look = async () => {
    const nowMs = member.clock.now();
    if (nowMs - tendedMs >= member.leaseMs / 4) {
      tendedMs = nowMs;
      await frontier.tend(nowMs);
      await refresh();
    }
    await listen();
    const [row] = await member.store.query<{ state: string; pages: number }>(
      'SELECT state, pages FROM task WHERE task_id = $1',
      [task.id],
    );
    state = row?.state ?? 'removed';
    pages = row?.pages ?? pages;
  };
  const attending = member.everyBeat(look, ended.signal).catch((error: unknown) => {
    failure = { error };
  });
  return {
    desiredState: () => (state === 'running' ? 'go' : state === 'done' ? 'done' : 'stop'),
    pages: () => pages,
    check: () => {
      if (failure !== null) throw failure.error;
    },
    close: async () => {
      ended.abort();
      await attending;
    },
  };
}
