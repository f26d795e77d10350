// Helpers for creating and watching crawls of a server.

import type { Client, Json } from '../accounts/server-with-accounts.ts';
import { linksTo, type SmallWeb, startSmallWeb, wms } from '../e2e/small-web.ts';

export interface SeenEvent {
  readonly id: number | null;
  readonly type: string;
  readonly data: Json;
}

/** Reads an event stream until `isEnough`, then leaves. */
export async function watch(
  url: string,
  client: Client,
  isEnough: (events: readonly SeenEvent[]) => boolean,
  lastEventId?: number,
): Promise<readonly SeenEvent[]> {
  const leave = new AbortController();
  const response = await fetch(url, {
    signal: leave.signal,
    headers: {
      accept: 'text/event-stream',
      cookie: client.cookie() ?? '',
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    },
  });
  const events: SeenEvent[] = [];
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const frames = (text + chunk).split('\n\n');
    text = frames.pop() ?? '';
    events.push(...frames.flatMap(readFrame));
    if (isEnough(events)) break;
  }
  leave.abort();
  return events;
}

function readFrame(frame: string): SeenEvent[] {
  const field = (name: string) =>
    frame
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const [id, type, data] = [field('id'), field('event'), field('data')];
  return type === undefined || data === undefined
    ? []
    : [{ id: id === undefined ? null : Number(id), type, data: JSON.parse(data) }];
}

/** `pages` pages in a row, each linking to the next and to a service. */
export function startChainWeb(pages: number, address = '127.0.0.1'): Promise<SmallWeb> {
  return startSmallWeb((path) => {
    const page = /^\/page\/(\d+)$/.exec(path);
    const service = /^\/wms\/(\d+)\?/.exec(path);
    if (service !== null) return wms({ title: `Service ${service[1]}` });
    if (path !== '/' && page === null) return null;
    const n = page === null ? 0 : Number(page[1]);
    const next = n + 1 < pages ? [`/page/${n + 1}`] : [];
    return linksTo(...next, `/wms/${n}?SERVICE=WMS&REQUEST=GetCapabilities`);
  }, address);
}

export async function until<T>(read: () => Promise<T | null>, what: string, mostMs = 90_000): Promise<T> {
  for (const begunMs = Date.now(); Date.now() - begunMs < mostMs; ) {
    const value = await read();
    if (value !== null) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain for ${what}`);
}

/** Waits until a crawl is in one of these states. */
export function untilState(client: Client, id: number, ...states: readonly string[]): Promise<Json> {
  return until(
    async () => {
      const { body } = await client.ask('GET', `/api/v1/tasks/${id}`);
      return states.includes(body.state) ? body : null;
    },
    `${states.join(' or ')} of crawl ${id}`,
  );
}
