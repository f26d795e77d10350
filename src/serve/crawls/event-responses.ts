// The events of a crawl: as a resumable event stream, or as JSON for polling clients.
import { GeotrawlError } from '../../model/errors.ts';
import type { SqlStore } from '../../store/sql/sql.ts';
import type { Accounts } from '../auth/accounts.ts';
import { refreshPrincipal } from '../auth/authorize.ts';
import { countIn, formOf, type HttpRequest } from '../http/request.ts';
import { badParameter, type HttpResponse, jsonResponse } from '../http/response.ts';
import { transientFrame } from './event-hub.ts';
import { readEvents } from './task-log.ts';
import type { OwnedTask } from './task-rows.ts';
import type { Tasks } from './tasks.ts';

export interface EventParts {
  readonly tasks: Tasks;
  readonly store: SqlStore;
  readonly people: Accounts;
}

/** Reconnect delay of browsers. */
const retryMs = 2000;
export const eventForms = { sse: 'text/event-stream', json: 'application/json' };
const eventsAtOnce = 1000;

export async function getEvents(request: HttpRequest, parts: EventParts, id: number): Promise<HttpResponse> {
  const task = await parts.tasks.get(request.who, id);
  return formOf(request, eventForms) === 'json'
    ? pollResponse(request, parts, task)
    : streamResponse(request, parts, task);
}

async function pollResponse(
  request: HttpRequest,
  { tasks, store }: EventParts,
  task: OwnedTask,
): Promise<HttpResponse> {
  const limit = countIn(request.query, 'limit', eventsAtOnce, { least: 1, most: eventsAtOnce });
  const after = afterIn(request);
  const events = await store.read(() => readEvents(task.id, { after, limit }));
  const { stats, machine } = tasks.live(task.id);
  return jsonResponse({
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

/** All stored events that were missed, then new ones. */
function streamResponse(request: HttpRequest, { tasks, store, people }: EventParts, task: OwnedTask): HttpResponse {
  const lastId = afterIn(request);
  const { stats, machine } = tasks.live(task.id);
  const start =
    `retry: ${retryMs}\n\n${transientFrame('state', { state: tasks.stateOf(task), ended: task.ended })}` +
    (stats === null ? '' : transientFrame('stats', { ...stats, machine }));
  return {
    status: 200,
    type: 'text/event-stream; charset=utf-8',
    body: start,
    // Proxies must not buffer the stream.
    headers: { 'x-accel-buffering': 'no' },
    stream: (response) =>
      tasks.hub.join({
        task: task.id,
        lastId,
        response,
        mayStay: () => maySee(request, { tasks, people }, task.id),
        read: (after) => store.read(() => readEvents(task.id, { after, limit: eventsAtOnce })),
      }),
  };
}

/** Sessions expire and crawls are unshared while a viewer is connected. */
async function maySee(
  request: HttpRequest,
  { tasks, people }: Omit<EventParts, 'store'>,
  id: number,
): Promise<boolean> {
  try {
    await tasks.get(await refreshPrincipal(request, people), id);
    return true;
  } catch (error) {
    if (error instanceof GeotrawlError && noAccessCodes.has(error.code)) return false;
    throw error;
  }
}

const noAccessCodes: ReadonlySet<string> = new Set(['task.not-found', 'access.needed']);

/** Browsers send the id of the last event by themselves. */
function afterIn({ headers, query }: HttpRequest): number {
  const text = headers['last-event-id'] ?? query.get('after') ?? '0';
  if (!/^\d{1,15}$/.test(text)) throw badParameter('after', 'must be the number of an event.');
  return Number(text);
}
