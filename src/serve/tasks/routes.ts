// /api/v1/tasks and /api/v1/services.
import { parseSeed } from '../../seeds/url-list.ts';
import { type EventParts, getEvents } from '../crawls/event-responses.ts';
import { hostsOf } from '../crawls/host-rows.ts';
import { foundBy, waitingOf } from '../crawls/task-details.ts';
import { problemCounts } from '../crawls/task-log.ts';
import { readTaskWish, type TaskWish, wishMembers } from '../crawls/task-request.ts';
import type { OwnedTask } from '../crawls/task-rows.ts';
import { taskView } from '../crawls/task-view.ts';
import type { Tasks } from '../crawls/tasks.ts';
import { bodyOf } from '../http/read-body.ts';
import { type Asked, checkQuery, countIn } from '../http/request.ts';
import { type Answer, jsonAnswer } from '../http/response.ts';
import { get, patch, post, type Route, remove } from '../http/router.ts';
import { idIn } from '../people/routes.ts';

const path = '/api/v1/tasks/:id';

export function taskRoutes(parts: EventParts): readonly Route[] {
  const { tasks } = parts;
  const view = (asked: Asked, task: OwnedTask, status = 200) =>
    jsonAnswer(taskView(tasks, asked.who, task), 'application/json', status);
  const steer = (verb: string, act: 'start' | 'pause' | 'stop') =>
    post(`${path}/${verb}`, async (asked) => view(asked, await tasks[act](asked.who, idIn(asked))));
  return [
    get('/api/v1/tasks', async (asked) => {
      checkQuery(asked, []);
      const views = (await tasks.list(asked.who)).map((task) => taskView(tasks, asked.who, task));
      const [quota, outside] = [await tasks.quota(asked.who), await tasks.outside(asked.who)];
      return jsonAnswer({ tasks: views, quota, outside });
    }),
    post('/api/v1/tasks', (asked) => createTask(asked, tasks)),
    get(path, async (asked) => view(asked, await tasks.get(asked.who, idIn(asked)))),
    patch(path, async (asked) => {
      const body = await bodyOf(asked, ['shared']);
      return view(asked, await tasks.share(asked.who, idIn(asked), body.flag('shared')));
    }),
    remove(path, async (asked) => {
      await tasks.remove(asked.who, idIn(asked));
      return { status: 204, type: '', body: '' };
    }),
    steer('start', 'start'),
    steer('resume', 'start'),
    steer('pause', 'pause'),
    steer('stop', 'stop'),
    get(`${path}/events`, (asked) => getEvents(asked, parts, idIn(asked))),
    ...detailRoutes(parts),
    post('/api/v1/services', (asked) => submitService(asked, tasks)),
  ];
}

function detailRoutes({ tasks, store }: EventParts): readonly Route[] {
  const limitIn = ({ query }: Asked, otherwise: number) => countIn(query, 'limit', otherwise, { least: 1, most: 1000 });
  return [
    get(`${path}/found`, async (asked) => {
      checkQuery(asked, ['limit', 'offset']);
      const { name } = await tasks.get(asked.who, idIn(asked));
      const offset = countIn(asked.query, 'offset', 0, { least: 0, most: Number.MAX_SAFE_INTEGER });
      const limit = limitIn(asked, 100);
      return jsonAnswer({ found: await store.read(() => foundBy(name, { limit, offset })) });
    }),
    get(`${path}/problems`, async (asked) => {
      checkQuery(asked, []);
      const { id } = await tasks.get(asked.who, idIn(asked));
      return jsonAnswer({ problems: await store.read(() => problemCounts(id)) });
    }),
    get(`${path}/hosts`, async (asked) => {
      checkQuery(asked, ['limit', 'host']);
      const task = await tasks.get(asked.who, idIn(asked));
      const containing = asked.query.get('host') ?? '';
      const visiting = tasks.live(task.id).stats?.visiting ?? [];
      const wish = { limit: limitIn(asked, 100), nowMs: Date.now(), containing, visiting };
      return jsonAnswer({ hosts: await store.read(() => hostsOf(task, wish)) });
    }),
    get(`${path}/frontier`, async (asked) => {
      checkQuery(asked, ['limit']);
      const { id } = await tasks.get(asked.who, idIn(asked));
      return jsonAnswer({ waiting: await store.read(() => waitingOf(id, limitIn(asked, 20))) });
    }),
  ];
}

async function createTask(asked: Asked, tasks: Tasks): Promise<Answer> {
  const body = await bodyOf(asked, wishMembers);
  const wish = readTaskWish(body);
  if (body.flag('dryRun')) return jsonAnswer({ dryRun: true, ...(await tasks.dryRun(asked.who, wish)) });
  return createdAnswer(asked, tasks, await tasks.create(asked.who, wish, body.flag('start')));
}

/** One address to look at: a crawl of its own, no further than the page itself and what it names. */
async function submitService(asked: Asked, tasks: Tasks): Promise<Answer> {
  const body = await bodyOf(asked, ['url']);
  const seed = parseSeed(body.text('url'));
  const wish: TaskWish = {
    ...{
      name: `Submitted: ${new URL(seed).hostname}`,
      seeds: [seed],
      keywords: [],
      kinds: [],
      include: [],
      exclude: [],
    },
    ...{ region: null, every: null, shared: false, chosen: { 'crawl.depth': 0, 'crawl.maxPages': 20 } },
  };
  return createdAnswer(asked, tasks, await tasks.create(asked.who, wish, true));
}

function createdAnswer(asked: Asked, tasks: Tasks, task: OwnedTask): Answer {
  const answer = jsonAnswer(taskView(tasks, asked.who, task), 'application/json', 201);
  return { ...answer, headers: { location: `${asked.base}/api/v1/tasks/${task.id}` } };
}
