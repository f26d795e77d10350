// Opens a crawl's coordination with other workers and other crawls of its process.
import type { ConcurrencyShare } from '../cluster/members/concurrency-share.ts';
import { alone, startHeartbeat } from '../cluster/members/task-heartbeat.ts';
import type { WorkerRegistration } from '../cluster/members/worker-registration.ts';
import { openAllowance } from '../frontier/postgres/page-allowance.ts';
import type { Task } from '../frontier/task-table.ts';
import type { Frontier } from '../model/frontier.ts';
import type { Coordination } from './crawl-session.ts';

export interface CoordinationOptions {
  readonly task: Task;
  readonly frontier: Frontier;
  readonly isJoining: boolean;
  readonly concurrency: ConcurrencyShare | null;
  readonly maxPages: number | null;
  /** Adopts changes of others, at intervals. */
  readonly refresh: () => Promise<void>;
}

/** `member` is null for a crawl with exclusive use of its database. */
export async function openCoordination(
  member: WorkerRegistration | null,
  options: CoordinationOptions,
): Promise<Coordination> {
  const { isJoining, concurrency } = options;
  if (member !== null) return coordinate(member, options);
  return {
    isJoining,
    concurrency,
    heartbeat: alone,
    allowance: null,
    notify: () => undefined,
    subscribe: () => undefined,
    close: async () => undefined,
  };
}

async function coordinate(member: WorkerRegistration, options: CoordinationOptions): Promise<Coordination> {
  const { task, frontier, isJoining, concurrency, maxPages, refresh } = options;
  const { store, clock, dispatcher, leaseMs } = member;
  const limit = { task: task.id, longestMs: 2 * leaseMs, isJoining, now: () => clock.now() };
  const allowance = maxPages === null ? null : await openAllowance(store, { ...limit, most: maxPages });
  const heartbeat = startHeartbeat(member, { frontier, task, refresh, listen: async () => allowance?.refresh() });
  const unsubscribe: (() => void)[] = [];
  return {
    isJoining,
    concurrency,
    heartbeat,
    allowance,
    notify: (queue) => dispatcher.hint(queue, task.id),
    subscribe: (wake, work) => {
      const read = () => ({ task: task.name, ...work() });
      member.works.add(read);
      const silence = dispatcher.onHint('visit', (hinted) => {
        if (hinted !== task.id) return;
        frontier.look();
        wake();
      });
      unsubscribe.push(silence, () => void member.works.delete(read));
    },
    close: async () => {
      for (const end of unsubscribe) end();
      await heartbeat.close();
    },
  };
}
