// What one crawl does in a cluster besides crawling: keeps its leases, and sees what became of its task elsewhere.

import type { Frontier } from '../../model/frontier.ts';
import type { ClusterMember } from './worker-registration.ts';

export interface Attendance {
  /** `done`: others found nothing left to do. `stop`: it is no longer wanted. */
  wish(): 'go' | 'stop' | 'done';
  /** Pages all workers have read for this task. */
  pages(): number;
  /** Throws what broke the keeping of leases. */
  check(): void;
  close(): Promise<void>;
}

export interface Attended {
  readonly frontier: Frontier;
  readonly task: { readonly id: number; readonly pages: number };
  /** Called now and then. */
  readonly refresh: () => Promise<void>;
  /** Called with every beat. */
  readonly listen: () => Promise<void>;
}

/** For a crawl that has its database to itself. */
export const alone: Attendance = {
  wish: () => 'go',
  pages: () => 0,
  check: () => undefined,
  close: async () => undefined,
};

export function attend(member: ClusterMember, { frontier, task, refresh, listen }: Attended): Attendance {
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
    wish: () => (state === 'running' ? 'go' : state === 'done' ? 'done' : 'stop'),
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
