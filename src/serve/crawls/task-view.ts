// A crawl as shown by the API and pages.
import { maskSecrets } from '../../base/url/url.ts';
import type { Principal } from '../http/principal.ts';
import type { TaskRequest } from './task-request.ts';
import type { OwnedTask } from './task-rows.ts';
import type { Tasks } from './tasks.ts';

export function taskView(tasks: Tasks, who: Principal, task: OwnedTask) {
  const { id, owner, isShared, ended, pages, requests, bytes, resources } = task;
  const { seeds, keywords, kinds, include, exclude, region, every, name } = task.madeFrom as TaskRequest;
  const { settings } = task.plan;
  const { stats, machine } = tasks.live(id);
  const state = tasks.stateOf(task);
  const isLive = state === 'running' || state === 'pausing' || state === 'stopping';
  return {
    id,
    name: name === '' ? task.name : name,
    state,
    ended,
    owner: owner?.name ?? null,
    isShared,
    maySteer: tasks.maySteer(who, task),
    created: isoOf(task.createdMs),
    started: isoOf(task.startedMs),
    every,
    next: isoOf(task.nextMs),
    pages,
    requests,
    bytes,
    resources,
    stats: isLive ? stats : null,
    machine: isLive ? machine : null,
    seeds: seeds.map(maskSecrets),
    keywords,
    kinds,
    include,
    exclude,
    region,
    settings: {
      depth: settings['crawl.depth'],
      scope: settings['crawl.scope'],
      strategy: settings['crawl.strategy'],
      width: settings['search.width'],
      maxPages: settings['crawl.maxPages'] ?? null,
      maxMinutes: minutesOf(settings['crawl.maxTimeMs'] ?? null),
      maxBytes: settings['crawl.maxBytes'] ?? null,
      delayMs: settings['politeness.delayMs'],
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
