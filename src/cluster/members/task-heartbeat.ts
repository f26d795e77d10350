// The heartbeat of a crawl in a cluster: renews its leases and observes the state of its task.

import type { Frontier } from '../../model/frontier.ts';
import type { WorkerRegistration } from './worker-registration.ts';

export interface TaskHeartbeat {
  /** `done`: another worker found the frontier empty. `stop`: the task should stop. */
  desiredState(): 'go' | 'stop' | 'done';
  /** Rethrows failures to renew leases. */
  check(): void;
  close(): Promise<void>;
}

export interface HeartbeatOptions {
  readonly frontier: Frontier;
  readonly task: { readonly id: number };
  /** Called at intervals. */
  readonly refresh: () => Promise<void>;
  /** Called with every heartbeat. */
  readonly listen: () => Promise<void>;
}

/** For a crawl with exclusive use of its database. */
export const alone: TaskHeartbeat = {
  desiredState: () => 'go',
  check: () => undefined,
  close: async () => undefined,
};

export function startHeartbeat(
  member: WorkerRegistration,
  { frontier, task, refresh, listen }: HeartbeatOptions,
): TaskHeartbeat {
  const ended = new AbortController();
  let state = 'running';
  let failure: { readonly error: unknown } | null = null;
  let tendedMs = member.clock.now();
  const beat = async () => {
    const nowMs = member.clock.now();
    if (nowMs - tendedMs >= member.leaseMs / 4) {
      tendedMs = nowMs;
      await frontier.tend(nowMs);
      await refresh();
    }
    await listen();
    const [row] = await member.store.query<{ state: string }>('SELECT state FROM task WHERE task_id = $1', [task.id]);
    state = row?.state ?? 'removed';
  };
  const beating = member.everyBeat(beat, ended.signal).catch((error: unknown) => {
    failure = { error };
  });
  return {
    desiredState: () => (state === 'running' ? 'go' : state === 'done' ? 'done' : 'stop'),
    check: () => {
      if (failure !== null) throw failure.error;
    },
    close: async () => {
      ended.abort();
      await beating;
    },
  };
}
