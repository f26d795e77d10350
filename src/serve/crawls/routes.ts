// /api/v1/tasks and /api/v1/services.
import { Type } from 'typebox';
import { parseSeed } from '../../seeds/url-list.ts';
import { idIn } from '../auth/routes.ts';
import { bodyOf } from '../http/read-body.ts';
import { countIn, type HttpRequest } from '../http/request.ts';
import { type HttpResponse, jsonResponse } from '../http/response.ts';
import { bodyMembers, get, patch, post, queryParameters, type Route, remove } from '../http/route.ts';
import { type EventParts, eventForms, getEvents } from './event-responses.ts';
import { foundBy, hostsOf, waitingOf } from './task-details.ts';
import { problemCounts } from './task-log.ts';
import { readTaskRequest, type TaskRequest, taskBody } from './task-request.ts';
import type { OwnedTask } from './task-rows.ts';
import { taskView } from './task-view.ts';
import type { Tasks } from './tasks.ts';

const path = '/api/v1/tasks/:id';

export function taskRoutes(parts: EventParts): readonly Route[] {
  const { tasks } = parts;
  const permission = 'crawl';
  const view = (request: HttpRequest, task: OwnedTask) => jsonResponse(taskView(tasks, request.who, task));
  const steer = (verb: string, act: 'start' | 'pause' | 'stop', summary: string) =>
    post(`${path}/${verb}`, { permission, summary, statuses: [409] }, async (request) =>
      view(request, await tasks[act](request.who, idIn(request))),
    );
  return [
    get(
      '/api/v1/tasks',
      { permission: 'watch', summary: 'Crawls the caller may see, newest first', query: queryParameters() },
      async (request) => {
        const views = (await tasks.list(request.who)).map((task) => taskView(tasks, request.who, task));
        const [quota, outside] = [await tasks.quota(request.who), await tasks.outside(request.who)];
        return jsonResponse({ tasks: views, quota, outside });
      },
    ),
    post(
      '/api/v1/tasks',
      {
        permission,
        summary: 'Create a crawl, or with dryRun only describe it (status 200)',
        body: taskBody,
        status: 201,
        statuses: [200, 409],
      },
      (request) => createTask(request, tasks),
    ),
    get(path, { permission: 'watch', summary: 'One crawl' }, async (request) =>
      view(request, await tasks.get(request.who, idIn(request))),
    ),
    patch(
      path,
      { permission, summary: 'Share a crawl, or stop sharing it', body: bodyMembers({ shared: Type.Boolean() }) },
      async (request) => {
        const body = await bodyOf(request);
        return view(request, await tasks.share(request.who, idIn(request), body.flag('shared')));
      },
    ),
    remove(
      path,
      { permission, summary: 'Remove a crawl; its records stay', status: 204, statuses: [409] },
      async (request) => {
        await tasks.remove(request.who, idIn(request));
        return { status: 204, type: '', body: '' };
      },
    ),
    steer('start', 'start', 'Start a crawl'),
    steer('resume', 'start', 'Resume a crawl'),
    steer('pause', 'pause', 'Pause a crawl'),
    steer('stop', 'stop', 'Stop a crawl and its schedule'),
    get(
      `${path}/events`,
      {
        permission: 'watch',
        summary: 'Events as server-sent events or JSON',
        query: queryParameters('after', 'limit', 'f'),
        types: Object.values(eventForms),
      },
      (request) => getEvents(request, parts, idIn(request)),
    ),
    ...detailRoutes(parts),
    post(
      '/api/v1/services',
      {
        permission,
        summary: 'Submit a single URL to be checked',
        body: bodyMembers({ url: Type.String() }),
        status: 201,
        statuses: [409],
      },
      (request) => submitService(request, tasks),
    ),
  ];
}

function detailRoutes({ tasks, store }: EventParts): readonly Route[] {
  const limitIn = ({ query }: HttpRequest, otherwise: number) =>
    countIn(query, 'limit', otherwise, { least: 1, most: 1000 });
  const detail = (
    name: string,
    options: { readonly summary: string; readonly parameters: readonly string[] },
    read: (task: OwnedTask, request: HttpRequest) => Promise<object>,
  ) =>
    get(
      `${path}/${name}`,
      { permission: 'watch', summary: options.summary, query: queryParameters(...options.parameters) },
      async (request) => jsonResponse(await read(await tasks.get(request.who, idIn(request)), request)),
    );
  return [
    detail('found', { summary: 'Records it found', parameters: ['limit', 'offset'] }, async ({ name }, request) => {
      const offset = countIn(request.query, 'offset', 0, { least: 0, most: Number.MAX_SAFE_INTEGER });
      const limit = limitIn(request, 100);
      return { found: await store.read(() => foundBy(name, { limit, offset })) };
    }),
    detail('problems', { summary: 'Problems by cause', parameters: [] }, async ({ id }) => ({
      problems: await store.read(() => problemCounts(id)),
    })),
    detail(
      'hosts',
      { summary: 'Hosts it visited, with location and crawl delay', parameters: ['limit', 'host'] },
      async (task, request) => {
        const containing = request.query.get('host') ?? '';
        const visiting = tasks.live(task.id).stats?.visiting ?? [];
        const options = { limit: limitIn(request, 100), nowMs: Date.now(), containing, visiting };
        return { hosts: await store.read(() => hostsOf(task, options)) };
      },
    ),
    detail('frontier', { summary: 'URLs it will visit next', parameters: ['limit'] }, async ({ id }, request) => ({
      waiting: await store.read(() => waitingOf(id, limitIn(request, 20))),
    })),
  ];
}

async function createTask(request: HttpRequest, tasks: Tasks): Promise<HttpResponse> {
  const body = await bodyOf(request);
  const task = readTaskRequest(body);
  if (body.flag('dryRun')) return jsonResponse({ dryRun: true, ...(await tasks.dryRun(request.who, task)) });
  return createdResponse(request, tasks, await tasks.create(request.who, task, body.flag('start')));
}

/** Adds one URL with a crawl limited to that page and what it links to. */
async function submitService(request: HttpRequest, tasks: Tasks): Promise<HttpResponse> {
  const body = await bodyOf(request);
  const seed = parseSeed(body.text('url'));
  const task: TaskRequest = {
    name: `Submitted: ${new URL(seed).hostname}`,
    seeds: [seed],
    keywords: [],
    kinds: [],
    include: [],
    exclude: [],
    region: null,
    every: null,
    shared: false,
    chosen: { 'crawl.depth': 0, 'crawl.maxPages': 20 },
  };
  return createdResponse(request, tasks, await tasks.create(request.who, task, true));
}

function createdResponse(request: HttpRequest, tasks: Tasks, task: OwnedTask): HttpResponse {
  const response = jsonResponse(taskView(tasks, request.who, task), 'application/json', 201);
  return { ...response, headers: { location: `${request.base}/api/v1/tasks/${task.id}` } };
}
