// What `probe` or a crawl makes of a loopback server that answers one way, in the terms tests speak in.
import { createServer, type Socket } from 'node:net';
import type { Config } from '../../src/config.ts';
import type { CrawlEvent, NotAResource, ProbeReport, ResourceReport } from '../../src/model/report.ts';
import { type Answering, type SmallWeb, startSmallWeb } from '../e2e/small-web.ts';
import { crawlAll, probeAll } from './probing.ts';

export interface Received {
  readonly reports: readonly ProbeReport[];
  readonly kinds: readonly (string | null)[];
  /** The first resource; throws where there is none. */
  readonly found: ResourceReport;
  /** Codes of its problems, each once. */
  readonly codes: readonly string[];
  /** Why there is nothing; throws where there is something. */
  readonly reason: NotAResource['reason'];
  /** Paths with query the server was asked for. */
  readonly requested: readonly string[];
  readonly origin: string;
}

/** Probes `path` of a server that answers so; `path` may be a whole URL that leads there. */
export async function ask(path: string, answering: Answering, settings: Partial<Config> = {}): Promise<Received> {
  const web = await startSmallWeb(answering);
  try {
    const reports = await probeAll(path.startsWith('http') ? path : web.origin + path, settings);
    return readReports(reports, web);
  } finally {
    await web.close();
  }
}

export function readReports(reports: readonly ProbeReport[], web?: Pick<SmallWeb, 'origin' | 'requested'>): Received {
  const resource = () => {
    const found = reports.find((report): report is ResourceReport => report.kind !== null);
    if (found === undefined) throw new Error(`nothing found: ${JSON.stringify(reports)}`);
    return found;
  };
  return {
    reports,
    kinds: reports.map(({ kind }) => kind),
    get found() {
      return resource();
    },
    get codes() {
      return [...new Set(resource().problems.map(({ code }) => code))];
    },
    get reason() {
      const [first] = reports;
      if (first === undefined || first.kind !== null) throw new Error(`found ${first?.kind ?? 'no report'}`);
      return first.reason;
    },
    requested: web?.requested ?? [],
    origin: web?.origin ?? '',
  };
}

export interface Crawled {
  readonly events: readonly CrawlEvent[];
  readonly found: readonly ResourceReport[];
  readonly done: Extract<CrawlEvent, { type: 'done' }>;
  readonly problems: readonly Extract<CrawlEvent, { type: 'problem' }>[];
  readonly requested: readonly string[];
  readonly origin: string;
}

/** Crawls from the root of a server that answers so, into a catalog that is thrown away. */
export async function crawlFrom(answering: Answering, settings: Partial<Config> = {}): Promise<Crawled> {
  const web = await startSmallWeb(answering);
  try {
    const { events, found } = await crawlAll([`${web.origin}/`], settings);
    const done = events.at(-1);
    if (done?.type !== 'done') throw new Error('the crawl did not say how it ended');
    const problems = events.filter((event) => event.type === 'problem');
    return { events, found, done, problems, requested: web.requested, origin: web.origin };
  } finally {
    await web.close();
  }
}

/** Probes a server that writes these bytes to every connection and then does as told: nothing tidies its answer. */
export async function askRaw(
  path: string,
  answer: string | Uint8Array,
  settings: Partial<Config> = {},
  end: (socket: Socket) => void = (socket) => socket.end(),
): Promise<Received> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Clients leave in the middle of things here; that is the point.
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.write(answer, () => end(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  try {
    return readReports(await probeAll(`http://127.0.0.1:${port}${path}`, settings));
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}
