// A crawl as shown by the API and pages.
import { maskSecrets } from '../../base/url/url.ts';
import type { Principal } from '../http/principal.ts';
import type { TaskRequest } from './task-request.ts';
import type { OwnedTask } from './task-rows.ts';
import type { Tasks } from './tasks.ts';

export function taskView(tasks: Tasks, who: Principal, task: OwnedTask) {
  const { id, owner, isShared, ended, pages, requests, bytes, resources } = task;
  const taskRequest = task.madeFrom as TaskRequest;
  const { stats, machine } = tasks.live(id);
  const state = tasks.stateOf(task);
  const isLive = state === 'running' || state === 'pausing' || state === 'stopping';
  return {
    id,
    name: taskRequest.name === '' ? task.name : taskRequest.name,
    state,
    ended,
    owner: owner?.name ?? null,
    isShared,
    maySteer: tasks.maySteer(who, task),
    created: isoOf(task.createdMs),
    started: isoOf(task.startedMs),
    every: taskRequest.every,
    next: isoOf(task.nextMs),
    ...{ pages, requests, bytes, resources },
    stats: isLive ? stats : null,
    machine: isLive ? machine : null,
    seeds: taskRequest.seeds.map(maskSecrets),
    ...{
      keywords: taskRequest.keywords,
      kinds: taskRequest.kinds,
      include: taskRequest.include,
      exclude: taskRequest.exclude,
      region: taskRequest.region,
    },
    settings: {
      depth: task.plan.settings['crawl.depth'],
      scope: task.plan.settings['crawl.scope'],
      strategy: task.plan.settings['crawl.strategy'],
      width: task.plan.settings['search.width'],
      maxPages: task.plan.settings['crawl.maxPages'] ?? null,
      maxMinutes: minutesOf(task.plan.settings['crawl.maxTimeMs'] ?? null),
      maxBytes: task.plan.settings['crawl.maxBytes'] ?? null,
      delayMs: task.plan.settings['politeness.delayMs'],
    },
  };
}

export type TaskView = ReturnType<typeof taskView>;

function minutesOf(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 60_000);
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
