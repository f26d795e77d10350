// Shows a running crawl: progress line, finds as they come, Ctrl-C that saves, and the closing words.
import type { Crawl } from '../crawl.ts';
import type { CrawlEvent } from '../model/report.ts';
import { exitCodes } from './exit-code.ts';
import { startProgressLine } from './progress-line.ts';
import { plain, type Terminal } from './terminal.ts';

/** Version of the event shapes; grows when a field changes its meaning. */
const eventSchema = 1;

export interface WatchOptions {
  readonly terminal: Terminal;
  readonly output: 'text' | 'json' | 'ndjson';
  readonly showProgress: boolean;
  readonly failEmpty: boolean;
  readonly resumeCommand: (task: string) => string;
}

type DoneEvent = Extract<CrawlEvent, { type: 'done' }>;

/** Runs the crawl to its end and answers with the exit code. */
export async function watchCrawl(start: (signal: AbortSignal) => Crawl, options: WatchOptions): Promise<number> {
  const stop = listenForStop(options.terminal);
  const running = start(stop.signal);
  const line = options.showProgress ? startProgressLine(() => running.progress(), options.terminal.isWatched) : null;
  let done: DoneEvent | null = null;
  try {
    for await (const event of running) {
      if (event.type === 'done') done = event;
      line?.clear();
      printEvent(event, options);
    }
  } finally {
    line?.stop();
    stop.release();
  }
  if (done === null) throw new Error('the crawl ended without its closing event');
  if (options.output !== 'ndjson') closingWords(done, options);
  return exitCodeFor(done, stop.caught(), options.failEmpty);
}

function printEvent(event: CrawlEvent, { output, terminal }: WatchOptions): void {
  if (output === 'ndjson')
    terminal.print(JSON.stringify({ ...event, ts: new Date().toISOString(), schema: eventSchema }));
  else if (output === 'text' && event.type === 'found' && event.resource.isNew) {
    const { kind, version, title, endpoint, layerCount } = event.resource;
    const layers = `${layerCount} ${layerCount === 1 ? 'layer' : 'layers'}`;
    terminal.print(
      `${kind.toUpperCase()} ${version ?? ''}  ${terminal.bold(plain(title, 60) || '(no title)')}  ${layers}  ${plain(endpoint)}`,
    );
  }
}

const stopWords: Readonly<Record<DoneEvent['stopped'], string>> = {
  complete: 'Done',
  deferred: 'Done for now; the hosts that are left do not answer or asked us to come back later',
  'max-pages': 'Stopped at the page limit',
  'max-time': 'Stopped at the time limit',
  'max-bytes': 'Stopped at the byte limit',
  aborted: 'Stopped; everything so far is saved',
  unreachable: 'No seed could be reached',
};

function closingWords(done: DoneEvent, { output, terminal, resumeCommand }: WatchOptions): void {
  if (output === 'json') terminal.print(JSON.stringify(done));
  terminal.say(
    `${stopWords[done.stopped]}: ${done.pages} pages, ${done.requests} requests, ${done.resources} resources in ${done.seconds.toFixed(1)} s.`,
  );
  if (done.stopped === 'unreachable') {
    terminal.say('Check the addresses and your network. Loopback and intranet addresses need --allow-private.');
  }
  const left = done.pending === 1 ? '1 URL is left' : `${done.pending} URLs are left`;
  if (done.pending > 0) terminal.say(`${left}. Continue with: ${resumeCommand(done.task)}`);
}

function exitCodeFor(done: DoneEvent, signalName: NodeJS.Signals | null, failEmpty: boolean): number {
  if (signalName !== null) return signalName === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted;
  if (done.stopped === 'unreachable') return exitCodes.unreachable;
  return failEmpty && done.resources === 0 ? exitCodes.nothingFound : exitCodes.ok;
}

/** First Ctrl-C: finish the commit and stop. Second: stop at once; the frontier loses nothing either way. */
function listenForStop(terminal: Terminal): {
  signal: AbortSignal;
  caught: () => NodeJS.Signals | null;
  release: () => void;
} {
  const controller = new AbortController();
  let caught: NodeJS.Signals | null = null;
  const onSignal = (name: NodeJS.Signals) => {
    if (caught !== null) process.exit(name === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted);
    caught = name;
    terminal.say('\nStopping after saving; press Ctrl-C again to stop at once.');
    controller.abort(name);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const release = () => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
  return { signal: controller.signal, caught: () => caught, release };
}
