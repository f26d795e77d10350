// Live viewers of crawls: every event is encoded once, and the same bytes go to everybody.
import type { ServerResponse } from 'node:http';
import type { LoggedEvent } from './messages.ts';

export interface Viewer {
  readonly task: number;
  /** The last event they have. */
  lastId: number;
  readonly response: ServerResponse;
  /** Whether they may still look; asked at every heartbeat. */
  readonly mayStay: () => boolean;
}

export interface EventHub {
  /** What was missed is written by the caller before. */
  join(viewer: Viewer): void;
  /** Events that are stored: viewers who were away get them later. */
  publish(task: number, events: readonly LoggedEvent[]): void;
  /** What only counts now: who was away gets the next one. */
  tell(task: number, type: string, content: object): void;
  close(): void;
}

const heartbeatMs = 15_000;
/** A viewer this far behind is cut off; it comes back and goes on where it was. */
const mostBehindBytes = 1024 * 1024;
const heartbeat = Buffer.from(': still here\n\n');

export function frameOf({ id, type, body }: LoggedEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`;
}

/** Without an id: it does not count as seen. */
export function passingFrame(type: string, content: object): string {
  return `event: ${type}\ndata: ${JSON.stringify(content)}\n\n`;
}

export function createEventHub(): EventHub {
  const byTask = new Map<number, Set<Viewer>>();
  const leave = (viewer: Viewer) => {
    const viewers = byTask.get(viewer.task);
    viewers?.delete(viewer);
    if (viewers?.size === 0) byTask.delete(viewer.task);
  };
  const write = (viewer: Viewer, bytes: Buffer) => {
    if (viewer.response.writableLength > mostBehindBytes) viewer.response.destroy();
    else viewer.response.write(bytes);
  };
  const timer = setInterval(() => {
    for (const viewer of [...byTask.values()].flatMap((viewers) => [...viewers])) {
      if (viewer.mayStay()) write(viewer, heartbeat);
      else viewer.response.end();
    }
  }, heartbeatMs);
  timer.unref();
  return {
    join: (viewer) => {
      const viewers = byTask.get(viewer.task) ?? new Set();
      viewers.add(viewer);
      byTask.set(viewer.task, viewers);
      viewer.response.once('close', () => leave(viewer));
    },
    publish: (task, events) => {
      const viewers = byTask.get(task);
      if (viewers === undefined) return;
      for (const event of events) {
        const bytes = Buffer.from(frameOf(event));
        for (const viewer of viewers) {
          // Read from the log already, while the message was on its way.
          if (event.id <= viewer.lastId) continue;
          viewer.lastId = event.id;
          write(viewer, bytes);
        }
      }
    },
    tell: (task, type, content) => {
      const viewers = byTask.get(task);
      if (viewers === undefined) return;
      const bytes = Buffer.from(passingFrame(type, content));
      for (const viewer of viewers) write(viewer, bytes);
    },
    close: () => {
      clearInterval(timer);
      for (const viewers of byTask.values()) for (const { response } of viewers) response.end();
    },
  };
}
