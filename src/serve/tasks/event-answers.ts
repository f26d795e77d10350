// The events of a crawl: as a stream that goes on where it broke off, or as JSON for who rather asks again.
import { GeotrawlError } from '../../model/errors.ts';
import type { SqliteStore } from '../../store/sqlite.ts';
import { type Answer, badParameter, jsonAnswer } from '../http/answer.ts';
import { type Asked, checkQuery, countIn, formOf } from '../http/asked.ts';
import { stillWho } from '../people/admit.ts';
import type { People } from '../people/people.ts';
import { frameOf, passingFrame } from './event-hub.ts';
import { readEvents } from './task-log.ts';
import type { OwnedTask } from './task-rows.ts';
import type { Tasks } from './tasks.ts';

export interface EventParts {
  readonly tasks: Tasks;
  readonly store: SqliteStore;
  readonly people: People;
}

/** How long a browser waits before it comes back. */
const retryMs = 2000;
const forms = { sse: 'text/event-stream', json: 'application/json' };
const eventsAtOnce = 1000;

export function getEvents(asked: Asked, parts: EventParts, id: number): Answer {
  checkQuery(asked, ['after', 'limit', 'f']);
  const task = parts.tasks.get(asked.who, id);
  return formOf(asked, forms) === 'json' ? pollAnswer(asked, parts, task) : streamAnswer(asked, parts, task);
}

function pollAnswer(asked: Asked, { tasks, store }: EventParts, task: OwnedTask): Answer {
  const limit = countIn(asked.query, 'limit', eventsAtOnce, { least: 1, most: eventsAtOnce });
  const after = afterIn(asked);
  const events = readEvents(store, task.id, { after, limit });
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

/** Everything that is kept and was missed, then what comes: nothing in between is lost, since both happen in one turn. */
function streamAnswer(asked: Asked, { tasks, store, people }: EventParts, task: OwnedTask): Answer {
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
    goOn: (response) => {
      let lastId = afterIn(asked);
      for (let missed = readEvents(store, task.id, { after: lastId, limit: eventsAtOnce }); missed.length > 0; ) {
        response.write(missed.map(frameOf).join(''));
        lastId = missed.at(-1)!.id;
        missed = readEvents(store, task.id, { after: lastId, limit: eventsAtOnce });
      }
      tasks.hub.join({ task: task.id, lastId, response, mayStay: () => isSeen(asked, { tasks, people }, task.id) });
    },
  };
}

/** Sessions end and crawls are taken back while somebody looks. */
function isSeen(asked: Asked, { tasks, people }: Omit<EventParts, 'store'>, id: number): boolean {
  try {
    tasks.get(stillWho(asked, people), id);
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
