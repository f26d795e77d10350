// The events of a crawl: as a stream that goes on where it broke off, or as JSON for who rather asks again.
import { GeotrawlError } from '../../model/errors.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import type { People } from '../auth/accounts.ts';
import { stillWho } from '../auth/authorize.ts';
import { type Asked, checkQuery, countIn, formOf } from '../http/request.ts';
import { type Answer, badParameter, jsonAnswer } from '../http/response.ts';
import { passingFrame } from './event-hub.ts';
import { readEvents } from './task-log.ts';
import type { OwnedTask } from './task-rows.ts';
import type { Tasks } from './tasks.ts';

export interface EventParts {
  readonly tasks: Tasks;
  readonly store: SqlStore;
  readonly people: People;
}

/** How long a browser waits before it comes back. */
const retryMs = 2000;
const forms = { sse: 'text/event-stream', json: 'application/json' };
const eventsAtOnce = 1000;

export async function getEvents(asked: Asked, parts: EventParts, id: number): Promise<Answer> {
  checkQuery(asked, ['after', 'limit', 'f']);
  const task = await parts.tasks.get(asked.who, id);
  return formOf(asked, forms) === 'json' ? pollAnswer(asked, parts, task) : streamAnswer(asked, parts, task);
}

async function pollAnswer(asked: Asked, { tasks, store }: EventParts, task: OwnedTask): Promise<Answer> {
  const limit = countIn(asked.query, 'limit', eventsAtOnce, { least: 1, most: eventsAtOnce });
  const after = afterIn(asked);
  const events = await store.read(() => readEvents(task.id, { after, limit }));
  const { stats, machine } = tasks.live(task.id);
  return jsonAnswer({
    state: tasks.stateOf(task),
    ended: task.ended,
    stats,
    machine,
    events: events.map(({ id, type, atMs, body }) => ({
      id,
      type,
      at: new Date(atMs).toISOString(),
      data: JSON.parse(body),
    })),
    last: events.at(-1)?.id ?? after,
  });
}

/** Everything that is kept and was missed, then what comes. */
function streamAnswer(asked: Asked, { tasks, store, people }: EventParts, task: OwnedTask): Answer {
  const lastId = afterIn(asked);
  const { stats, machine } = tasks.live(task.id);
  const begun =
    `retry: ${retryMs}\n\n${passingFrame('state', { state: tasks.stateOf(task), ended: task.ended })}` +
    (stats === null ? '' : passingFrame('stats', { ...stats, machine }));
  return {
    status: 200,
    type: 'text/event-stream; charset=utf-8',
    body: begun,
    // Proxies are not to gather what should arrive now.
    headers: { 'x-accel-buffering': 'no' },
    goOn: (response) =>
      tasks.hub.join({
        ...{ task: task.id, lastId, response, mayStay: () => isSeen(asked, { tasks, people }, task.id) },
        read: (after) => store.read(() => readEvents(task.id, { after, limit: eventsAtOnce })),
      }),
  };
}

/** Sessions end and crawls are taken back while somebody looks. */
async function isSeen(asked: Asked, { tasks, people }: Omit<EventParts, 'store'>, id: number): Promise<boolean> {
  try {
    await tasks.get(await stillWho(asked, people), id);
    return true;
  } catch (error) {
    if (error instanceof GeotrawlError && leftOut.has(error.code)) return false;
    throw error;
  }
}

const leftOut: ReadonlySet<string> = new Set(['task.not-found', 'access.needed']);

/** Browsers say by themselves what they saw last. */
function afterIn({ headers, query }: Asked): number {
  const text = headers['last-event-id'] ?? query.get('after') ?? '0';
  if (!/^\d{1,15}$/.test(text)) throw badParameter('after', 'the number of an event is expected.');
  return Number(text);
}
