// Streams crawl events to viewers: every event is encoded once and the same bytes are sent to all.
import type { ServerResponse } from 'node:http';
import type { LoggedEvent } from './process-messages.ts';

export interface Viewer {
  readonly task: number;
  /** Id of the last event received. */
  lastId: number;
  readonly response: ServerResponse;
  /** Whether access is still granted; checked at every heartbeat. */
  readonly mayStay: () => Promise<boolean>;
  /** Events after this one, oldest first; empty at the end. */
  readonly read: (after: number) => Promise<readonly LoggedEvent[]>;
}

interface Joined extends Viewer {
  /** Missed events are being read; new ones are read along with them. */
  isCatchingUp: boolean;
  /** Id of the last event that arrived meanwhile. */
  arrivedId: number;
}

export type EventHub = ReturnType<typeof createEventHub>;

const heartbeatMs = 15_000;
/** A viewer this far behind is disconnected; it reconnects and resumes. */
const mostBehindBytes = 1024 * 1024;
const heartbeat = Buffer.from(': heartbeat\n\n');

function frameOf({ id, type, body }: LoggedEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`;
}

/** Without an id, so it doesn't count as received. */
export function transientFrame(type: string, content: object): string {
  return `event: ${type}\ndata: ${JSON.stringify(content)}\n\n`;
}

export function createEventHub(onFailure: (error: unknown, what: string) => void) {
  const byTask = new Map<number, Set<Joined>>();
  const leave = (viewer: Joined) => {
    const viewers = byTask.get(viewer.task);
    viewers?.delete(viewer);
    if (viewers?.size === 0) byTask.delete(viewer.task);
  };
  const write = (viewer: Viewer, bytes: Buffer) => {
    if (viewer.response.writableLength > mostBehindBytes) viewer.response.destroy();
    else viewer.response.write(bytes);
  };
  const beat = async (viewer: Viewer) => {
    if (await viewer.mayStay()) write(viewer, heartbeat);
    else viewer.response.end();
  };
  const catchUp = async (viewer: Joined) => {
    for (;;) {
      const missed = await viewer.read(viewer.lastId);
      for (const event of missed) write(viewer, Buffer.from(frameOf(event)));
      viewer.lastId = missed.at(-1)?.id ?? viewer.lastId;
      // Synchronous with the query, so that no event is missed in between.
      if (missed.length === 0 && viewer.arrivedId <= viewer.lastId) break;
    }
    viewer.isCatchingUp = false;
  };
  const timer = setInterval(() => {
    for (const viewer of [...byTask.values()].flatMap((viewers) => [...viewers]))
      void beat(viewer).catch((error: unknown) => {
        onFailure(error, 'a viewer of a crawl');
        viewer.response.destroy();
      });
  }, heartbeatMs);
  timer.unref();
  return {
    /** Sends missed events, then new ones. Rethrows read errors. */
    join: async (newcomer: Viewer) => {
      const viewer: Joined = { ...newcomer, isCatchingUp: true, arrivedId: 0 };
      const viewers = byTask.get(viewer.task) ?? new Set();
      viewers.add(viewer);
      byTask.set(viewer.task, viewers);
      viewer.response.once('close', () => leave(viewer));
      await catchUp(viewer);
    },
    /** Tasks with viewers, and the last event all of them have. */
    watched: (): ReadonlyMap<number, number> => {
      const watched = new Map<number, number>();
      for (const [task, viewers] of byTask) {
        const ids = [...viewers].filter(({ isCatchingUp }) => !isCatchingUp).map(({ lastId }) => lastId);
        if (ids.length > 0) watched.set(task, Math.min(...ids));
      }
      return watched;
    },
    /** Stored events: disconnected viewers get them later. */
    publish: (task: number, events: readonly LoggedEvent[]) => {
      const viewers = byTask.get(task);
      if (viewers === undefined) return;
      for (const event of events) {
        const bytes = Buffer.from(frameOf(event));
        for (const viewer of viewers) {
          // Already read from the log while the message was in transit.
          if (event.id <= viewer.lastId) continue;
          if (viewer.isCatchingUp) viewer.arrivedId = event.id;
          else {
            viewer.lastId = event.id;
            write(viewer, bytes);
          }
        }
      }
    },
    /** Transient events: disconnected viewers get the next one. */
    send: (task: number, type: string, content: object) => {
      const viewers = byTask.get(task);
      if (viewers === undefined) return;
      const bytes = Buffer.from(transientFrame(type, content));
      for (const viewer of viewers) write(viewer, bytes);
    },
    close: () => {
      clearInterval(timer);
      for (const viewers of byTask.values()) for (const { response } of viewers) response.end();
    },
  };
}
